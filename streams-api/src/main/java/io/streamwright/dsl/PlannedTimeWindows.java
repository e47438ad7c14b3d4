package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.operator.AggregateStep;
import io.streamwright.dsl.operator.TableOperation;
import io.streamwright.dsl.operator.window.AggregateWindows;
import io.streamwright.dsl.operator.window.DefaultWindowedSerde;
import io.streamwright.dsl.operator.window.Windowing;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.dsl.settings.WindowSpan;
import io.streamwright.dsl.settings.WindowedSettings;
import io.streamwright.kstream.Aggregator;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Initializer;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Reducer;
import io.streamwright.kstream.TimeWindowedKStream;
import io.streamwright.kstream.Windowed;
import io.streamwright.kstream.WindowedSerdes;
import io.streamwright.state.WindowStore;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A grouped stream in windows of time.
 *
 * <p>Immutable; what is called on it goes to the recorder.
 *
 * @param grouped the groups
 * @param windowing which windows records are in
 * @param emission when results are passed on
 * @param <K> the keys of the groups
 * @param <V> the values
 */
record PlannedTimeWindows<K extends @Nullable Object, V extends @Nullable Object>(
        PlannedGroupedStream<K, V> grouped, Windowing windowing, EmitStrategy emission)
        implements TimeWindowedKStream<K, V> {

    @Override
    public KTable<Windowed<K>, Long> count(Named named) {
        return countIn(named, Materialized.with(null, null));
    }

    @Override
    public KTable<Windowed<K>, Long> count(
            Named named, Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized) {
        WindowedSettings<K, Long> settings = new WindowedSettings<>(requireNonNull(materialized, "materialized"));
        if (settings.givenName() == null && !windowing.isSliding()) {
            grouped.takeNumber();
        }
        return countIn(named, materialized);
    }

    private KTable<Windowed<K>, Long> countIn(
            Named named, Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized) {
        AggregateStep<K, V, Long> adding = AggregateStep.adding(() -> 0L, (key, value, count) -> count + 1);
        SerdePair<K, Long> fallback = new SerdePair<>(grouped.serdes().key(), Serdes.Long());
        return aggregateIn(PlannedGroupedStream.AGGREGATE, named, materialized, fallback, adding);
    }

    @Override
    public KTable<Windowed<K>, V> reduce(
            Reducer<V> reducer, Named named, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
        AggregateStep<K, V, V> adding = AggregateStep.adding(requireNonNull(reducer, "reducer"));
        return aggregateIn(PlannedGroupedStream.REDUCE, named, materialized, grouped.serdes(), adding);
    }

    @Override
    public <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Named named,
            Materialized<K, VOut, WindowStore<Bytes, byte[]>> materialized) {
        AggregateStep<K, V, VOut> adding = AggregateStep.adding(
                requireNonNull(initializer, "initializer"), requireNonNull(aggregator, "aggregator"));
        SerdePair<K, VOut> fallback = new SerdePair<>(grouped.serdes().key(), null);
        return aggregateIn(PlannedGroupedStream.AGGREGATE, named, materialized, fallback, adding);
    }

    private <A extends @Nullable Object> KTable<Windowed<K>, A> aggregateIn(
            String prefix,
            Named named,
            Materialized<K, A, WindowStore<Bytes, byte[]>> materialized,
            SerdePair<K, A> fallback,
            AggregateStep<K, V, A> adding) {
        WindowedSettings<K, A> settings = new WindowedSettings<>(requireNonNull(materialized, "materialized"));
        SerdePair<K, A> known = settings.serdes().or(fallback);
        return grouped.aggregate(
                prefix,
                named,
                settings.givenName(),
                storeName -> settings.in(storeName, known, span(windowing), emission),
                new SerdePair<>(windowed(known.key(), windowing), known.value()),
                TableOperation.inWindows(
                        windowing.graceMs(), role -> AggregateWindows.aggregating(windowing, emission, adding, role)));
    }

    /** Returns how long windows have to be kept. */
    static WindowSpan span(Windowing windowing) {
        return new WindowSpan(
                windowing.sizeMs(), windowing.leastRetentionMs(), windowing.neededRetentionMs(), windowing.isSliding());
    }

    /** Returns the serde of the windows of a key. */
    static <K extends @Nullable Object> Serde<Windowed<K>> windowed(@Nullable Serde<K> key, Windowing windowing) {
        return key == null
                ? DefaultWindowedSerde.ofWindows(windowing.sizeMs())
                : new WindowedSerdes.TimeWindowedSerde<>(key, windowing.sizeMs());
    }

    @Override
    public TimeWindowedKStream<K, V> emitStrategy(EmitStrategy emitStrategy) {
        requireNonNull(emitStrategy, "emitStrategy");
        if (!windowing.close() && emitStrategy.type() == EmitStrategy.StrategyType.ON_WINDOW_CLOSE) {
            throw new IllegalArgumentException(
                    "unlimited windows never close: there is no final result to wait for, take EmitStrategy.onWindowUpdate");
        }
        return new PlannedTimeWindows<>(grouped, windowing, emitStrategy);
    }
}
