package io.streamwright.examples.deadletters;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.LogAndContinueExceptionHandler;
import io.streamwright.errors.LogAndContinueProcessingExceptionHandler;
import io.streamwright.examples.quakes.Quake;
import io.streamwright.examples.quakes.QuakeDeserializer;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.state.KeyValueStore;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;

/** From lines of a file to the strongest earthquake of each region, and to dead letters. */
final class QuakeProgram {
    static final String APPLICATION_ID = "dead-letters";
    /** Lines of the file, without a key. */
    static final String LINES = "quake-lines";
    /** By id, the magnitude of each quake that was read. */
    static final String QUAKES = "quakes";
    /** By region, the magnitude of the strongest quake: the last record of a region holds. */
    static final String STRONGEST = "strongest-quakes";
    /** Lines that are malformed, or say what cannot be, with the reason in their headers. */
    static final String DEAD_LETTERS = "quake-dead-letters";

    static final List<String> TOPICS = List.of(LINES, QUAKES, STRONGEST, DEAD_LETTERS);

    private QuakeProgram() {}

    static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, Double> quakes = builder.stream(LINES, Consumed.with(Serdes.ByteArray(), quakeSerde()))
                .filter((key, quake) -> quake != null)
                .mapValues(Quake::checked)
                .map((key, quake) -> KeyValue.pair(quake.id() + " " + quake.region(), quake.magnitude()));
        quakes.to(QUAKES, Produced.with(Serdes.String(), Serdes.Double()));
        quakes.selectKey((key, magnitude) -> key.substring(key.indexOf(' ') + 1))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.Double()))
                .reduce(
                        Math::max,
                        Materialized.<String, Double, KeyValueStore<Bytes, byte[]>>as("strongest")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.Double()))
                .toStream()
                .to(STRONGEST, Produced.with(Serdes.String(), Serdes.Double()));
        return builder.build();
    }

    /** Quakes are read and never written. */
    private static Serde<Quake> quakeSerde() {
        Serializer<Quake> none = (topic, quake) -> {
            throw new UnsupportedOperationException("quakes are not written as such");
        };
        return Serdes.serdeFrom(none, new QuakeDeserializer());
    }

    /** Has what cannot be read or processed dropped, with a dead letter in the same transaction. */
    static Properties with(Properties settings) {
        settings.put(
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndContinueExceptionHandler.class);
        settings.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, DEAD_LETTERS);
        return settings;
    }
}
