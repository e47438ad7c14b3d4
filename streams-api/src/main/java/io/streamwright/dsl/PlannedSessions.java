package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import com.google.common.math.LongMath;
import io.streamwright.dsl.operator.AggregateStep;
import io.streamwright.dsl.operator.TableOperation;
import io.streamwright.dsl.operator.window.AggregateSessions;
import io.streamwright.dsl.operator.window.DefaultWindowedSerde;
import io.streamwright.dsl.operator.window.SessionMerge;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.dsl.settings.SessionSettings;
import io.streamwright.kstream.Aggregator;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Initializer;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Merger;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Reducer;
import io.streamwright.kstream.SessionWindowedKStream;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.kstream.WindowedSerdes;
import io.streamwright.state.SessionStore;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Groups by session that add to a plan what is called on them.
 *
 * <p>Immutable; what is called on it goes to the recorder.
 *
 * @param grouped the groups
 * @param windows the sessions
 * @param emission when results are passed on
 * @param <K> the keys of the groups
 * @param <V> the values
 */
record PlannedSessions<K extends @Nullable Object, V extends @Nullable Object>(
        PlannedGroupedStream<K, V> grouped, SessionWindows windows, EmitStrategy emission)
        implements SessionWindowedKStream<K, V> {

    @Override
    public KTable<Windowed<K>, Long> count(Named named) {
        return countIn(named, Materialized.with(null, null));
    }

    @Override
    public KTable<Windowed<K>, Long> count(
            Named named, Materialized<K, Long, SessionStore<Bytes, byte[]>> materialized) {
        if (new SessionSettings<>(requireNonNull(materialized, "materialized")).givenName() == null) {
            grouped.takeNumber();
        }
        return countIn(named, materialized);
    }

    private KTable<Windowed<K>, Long> countIn(
            Named named, Materialized<K, Long, SessionStore<Bytes, byte[]>> materialized) {
        return aggregateIn(
                PlannedGroupedStream.AGGREGATE,
                named,
                materialized,
                new SerdePair<>(grouped.serdes().key(), Serdes.Long()),
                SessionMerge.aggregating(() -> 0L, (key, one, two) -> one + two),
                (key, value, count) -> count == null ? 1L : count + 1);
    }

    @Override
    public KTable<Windowed<K>, V> reduce(
            Reducer<V> reducer, Named named, Materialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
        requireNonNull(reducer, "reducer");
        return aggregateIn(
                PlannedGroupedStream.REDUCE,
                named,
                materialized,
                grouped.serdes(),
                SessionMerge.reducing(reducer),
                AggregateStep.adding(reducer));
    }

    @Override
    public <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger,
            Named named,
            Materialized<K, VOut, SessionStore<Bytes, byte[]>> materialized) {
        requireNonNull(initializer, "initializer");
        requireNonNull(aggregator, "aggregator");
        requireNonNull(sessionMerger, "sessionMerger");
        return aggregateIn(
                PlannedGroupedStream.AGGREGATE,
                named,
                materialized,
                new SerdePair<>(grouped.serdes().key(), null),
                SessionMerge.aggregating(initializer, sessionMerger),
                AggregateStep.adding(aggregator));
    }

    private <A extends @Nullable Object> KTable<Windowed<K>, A> aggregateIn(
            String prefix,
            Named named,
            Materialized<K, A, SessionStore<Bytes, byte[]>> materialized,
            SerdePair<K, A> fallback,
            SessionMerge<K, A> merge,
            AggregateStep<K, V, A> adding) {
        SessionSettings<K, A> settings = new SessionSettings<>(requireNonNull(materialized, "materialized"));
        SerdePair<K, A> known = settings.serdes().or(fallback);
        return grouped.aggregate(
                prefix,
                named,
                settings.givenName(),
                storeName -> settings.in(storeName, known, windows, emission),
                new SerdePair<>(windowed(known.key()), known.value()),
                TableOperation.inWindows(
                        graceMs(windows),
                        role -> AggregateSessions.aggregating(windows, emission, merge, adding, role)));
    }

    /** Returns how long sessions take records after their end. */
    static long graceMs(SessionWindows windows) {
        return LongMath.saturatedAdd(windows.inactivityGap(), windows.gracePeriodMs());
    }

    /** Returns the serde of the sessions of a key. */
    static <K extends @Nullable Object> Serde<Windowed<K>> windowed(@Nullable Serde<K> key) {
        return key == null ? DefaultWindowedSerde.ofSessions() : new WindowedSerdes.SessionWindowedSerde<>(key);
    }

    @Override
    public SessionWindowedKStream<K, V> emitStrategy(EmitStrategy emitStrategy) {
        return new PlannedSessions<>(grouped, windows, requireNonNull(emitStrategy, "emitStrategy"));
    }
}
