package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.operator.AggregateStep;
import io.streamwright.dsl.operator.window.AggregateWindows;
import io.streamwright.dsl.operator.window.Windowing;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.dsl.settings.WindowedSettings;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Initializer;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.TimeWindowedCogroupedKStream;
import io.streamwright.kstream.Windowed;
import io.streamwright.state.WindowStore;
import java.util.OptionalLong;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Several grouped streams in windows of time.
 *
 * <p>Immutable, but for the streams.
 *
 * @param streams the streams
 * @param windowing which windows records are in
 * @param <K> the keys of the groups
 * @param <V> the aggregates
 */
record PlannedCogroupWindows<K extends @Nullable Object, V extends @Nullable Object>(
        PlannedCogroup<K, V> streams, Windowing windowing) implements TimeWindowedCogroupedKStream<K, V> {

    @Override
    public KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer, Named named, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
        requireNonNull(initializer, "initializer");
        WindowedSettings<K, V> settings = new WindowedSettings<>(requireNonNull(materialized, "materialized"));
        SerdePair<K, V> known = settings.serdes();
        EmitStrategy emission = EmitStrategy.onWindowUpdate();
        return streams.aggregate(
                named,
                settings.givenName(),
                storeName -> settings.in(storeName, known, PlannedTimeWindows.span(windowing), emission),
                new SerdePair<>(PlannedTimeWindows.windowed(known.key(), windowing), known.value()),
                OptionalLong.of(windowing.graceMs()),
                (aggregator, role) -> AggregateWindows.aggregating(
                        windowing, emission, AggregateStep.adding(initializer, aggregator), role));
    }
}
