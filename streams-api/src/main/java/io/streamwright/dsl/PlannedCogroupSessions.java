package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.operator.AggregateStep;
import io.streamwright.dsl.operator.window.AggregateSessions;
import io.streamwright.dsl.operator.window.SessionMerge;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.dsl.settings.SessionSettings;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Initializer;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Merger;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.SessionWindowedCogroupedKStream;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.state.SessionStore;
import java.util.OptionalLong;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Several grouped streams in sessions.
 *
 * <p>Immutable, but for the streams.
 *
 * @param streams the streams
 * @param windows the sessions
 * @param <K> the keys of the groups
 * @param <V> the aggregates
 */
record PlannedCogroupSessions<K extends @Nullable Object, V extends @Nullable Object>(
        PlannedCogroup<K, V> streams, SessionWindows windows) implements SessionWindowedCogroupedKStream<K, V> {

    @Override
    public KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer,
            Merger<? super K, V> sessionMerger,
            Named named,
            Materialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
        SessionMerge<K, V> merge = SessionMerge.aggregating(
                requireNonNull(initializer, "initializer"), requireNonNull(sessionMerger, "sessionMerger"));
        SessionSettings<K, V> settings = new SessionSettings<>(requireNonNull(materialized, "materialized"));
        SerdePair<K, V> known = settings.serdes();
        EmitStrategy emission = EmitStrategy.onWindowUpdate();
        return streams.aggregate(
                named,
                settings.givenName(),
                storeName -> settings.in(storeName, known, windows, emission),
                new SerdePair<>(PlannedSessions.windowed(known.key()), known.value()),
                OptionalLong.of(PlannedSessions.graceMs(windows)),
                (aggregator, role) -> AggregateSessions.aggregating(
                        windows, emission, merge, AggregateStep.adding(aggregator), role));
    }
}
