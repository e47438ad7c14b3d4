package io.streamwright.testing;

import java.time.Duration;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.SessionWindowedKStream;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.SlidingWindows;
import org.apache.kafka.streams.kstream.TimeWindowedKStream;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.WindowedSerdes;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.WindowStore;

/**
 * Programs that aggregate the records of {@code in}, by samples.
 *
 * <p>The text of this class and that of its twin for the other library differ in nothing but package names.
 */
final class KafkaAggregationPrograms {
    private static final Duration LONG = Duration.ofMinutes(1);

    private KafkaAggregationPrograms() {}

    /** Returns a program with sliding windows. */
    static Consumer<StreamsBuilder> sliding(AggregationSample sample) {
        return builder -> sliding(builder, sample);
    }

    private static void sliding(StreamsBuilder builder, AggregationSample sample) {
        KStream<String, String> stream = builder.stream("in");
        TimeWindowedKStream<String, String> windows = stream.groupByKey()
                .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(
                        Duration.ofMillis(sample.distanceMs()), Duration.ofMillis(sample.graceMs())));
        Serde<Windowed<String>> keys = WindowedSerdes.timeWindowedSerdeFrom(String.class, sample.distanceMs());
        Materialized.StoreType type =
                sample.inMemory() ? Materialized.StoreType.IN_MEMORY : Materialized.StoreType.ROCKS_DB;
        Materialized<String, String, WindowStore<Bytes, byte[]>> texts =
                Materialized.<String, String, WindowStore<Bytes, byte[]>>as("kept")
                        .withStoreType(type);
        Materialized<String, Long, WindowStore<Bytes, byte[]>> counts =
                Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("kept")
                        .withStoreType(type);
        if (sample.keptForLong()) {
            texts.withRetention(LONG);
            counts.withRetention(LONG);
        }
        switch (sample.work()) {
            case COUNT -> windows.count(counts).toStream().to("out", Produced.with(keys, Serdes.Long()));
            case REDUCE ->
                windows.reduce((first, second) -> first + second, texts)
                        .toStream()
                        .to("out", Produced.keySerde(keys));
            case AGGREGATE ->
                windows.aggregate(() -> "0", (key, value, text) -> text + key + value, texts)
                        .toStream()
                        .to("out", Produced.keySerde(keys));
            case DELETING_AGGREGATE ->
                windows.aggregate(() -> "0", (key, value, text) -> "del".equals(value) ? null : text + value, texts)
                        .toStream()
                        .to("out", Produced.keySerde(keys));
            case FINAL ->
                windows.emitStrategy(EmitStrategy.onWindowClose())
                        .aggregate(() -> "0", (key, value, text) -> "del".equals(value) ? null : text + value, texts)
                        .toStream()
                        .to("out", Produced.keySerde(keys));
        }
    }

    /** Returns a program with sessions. */
    static Consumer<StreamsBuilder> sessions(AggregationSample sample) {
        return builder -> sessions(builder, sample);
    }

    private static void sessions(StreamsBuilder builder, AggregationSample sample) {
        KStream<String, String> stream = builder.stream("in");
        SessionWindowedKStream<String, String> sessions = stream.groupByKey()
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(
                        Duration.ofMillis(sample.distanceMs()), Duration.ofMillis(sample.graceMs())));
        Serde<Windowed<String>> keys = WindowedSerdes.sessionWindowedSerdeFrom(String.class);
        Materialized.StoreType type =
                sample.inMemory() ? Materialized.StoreType.IN_MEMORY : Materialized.StoreType.ROCKS_DB;
        Materialized<String, String, SessionStore<Bytes, byte[]>> texts =
                Materialized.<String, String, SessionStore<Bytes, byte[]>>as("kept")
                        .withStoreType(type);
        Materialized<String, Long, SessionStore<Bytes, byte[]>> counts =
                Materialized.<String, Long, SessionStore<Bytes, byte[]>>as("kept")
                        .withStoreType(type);
        if (sample.keptForLong()) {
            texts.withRetention(LONG);
            counts.withRetention(LONG);
        }
        switch (sample.work()) {
            case COUNT -> sessions.count(counts).toStream().to("out", Produced.with(keys, Serdes.Long()));
            case REDUCE ->
                sessions.reduce((first, second) -> first + second, texts)
                        .toStream()
                        .to("out", Produced.keySerde(keys));
            case AGGREGATE ->
                sessions.aggregate(
                                () -> "0",
                                (key, value, text) -> text + key + value,
                                (key, one, two) -> "(" + one + "|" + two + ")",
                                texts)
                        .toStream()
                        .to("out", Produced.keySerde(keys));
            case DELETING_AGGREGATE ->
                sessions.aggregate(
                                () -> "0",
                                (key, value, text) -> "del".equals(value) ? null : text + value,
                                (key, one, two) -> two.endsWith("x") && one.length() > 3 ? null : one + two,
                                texts)
                        .toStream()
                        .to("out", Produced.keySerde(keys));
            case FINAL ->
                sessions.emitStrategy(EmitStrategy.onWindowClose())
                        .aggregate(
                                () -> "0",
                                (key, value, text) -> "del".equals(value) ? null : text + value,
                                (key, one, two) -> one + two,
                                texts)
                        .toStream()
                        .to("out", Produced.keySerde(keys));
        }
    }
}
