package io.streamwright.dsl.operator.window;

import com.google.common.math.LongMath;
import io.streamwright.KeyValue;
import io.streamwright.dsl.operator.AggregateStep;
import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.dsl.operator.RowsOf;
import io.streamwright.dsl.operator.TableRole;
import io.streamwright.dsl.operator.TableUpdates;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.SessionWindow;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.SessionStore;
import io.streamwright.state.ValueAndTimestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds each record of a stream to the session of its key that it is near to, and makes one of several that it is near to.
 *
 * <p>Sessions that end or start elsewhere than before are deleted, and their deletions passed on, before the new one is put: nobody
 * sees a record in two sessions. What is passed on is dated with the end of its session.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <A> the aggregates
 */
public final class AggregateSessions<K, V extends @Nullable Object, A>
        extends ContextualProcessor<@Nullable K, V, Windowed<K>, Change<A>> implements EmitOnCommit {
    private static final Logger logger = LoggerFactory.getLogger(AggregateSessions.class);

    private final SessionWindows windows;
    private final boolean emitsFinal;
    private final SessionMerge<K, A> merge;
    private final AggregateStep<K, V, A> adding;
    private final TableRole role;
    private @Nullable Opened<K, A> opened;
    /** Highest timestamp of a record that came here, or to another operator with the same store; -1 before the first. */
    private long observedMs;

    private AggregateSessions(
            SessionWindows windows,
            boolean emitsFinal,
            SessionMerge<K, A> merge,
            AggregateStep<K, V, A> adding,
            TableRole role) {
        this.windows = windows;
        this.emitsFinal = emitsFinal;
        this.merge = merge;
        this.adding = adding;
        this.role = role;
    }

    /**
     * Aggregates in sessions.
     *
     * @param windows how far records of a session may be apart
     * @param emission when results are passed on
     * @param merge what an aggregate starts from, and how several become one
     * @param adding brings a record into an aggregate
     * @param role what the program asks of the result
     */
    public static <K, V extends @Nullable Object, A>
            ProcessorSupplier<@Nullable K, V, Windowed<K>, Change<A>> aggregating(
                    SessionWindows windows,
                    EmitStrategy emission,
                    SessionMerge<K, A> merge,
                    AggregateStep<K, V, A> adding,
                    TableRole role) {
        boolean emitsFinal = emission.type() == EmitStrategy.StrategyType.ON_WINDOW_CLOSE;
        return () -> new AggregateSessions<>(windows, emitsFinal, merge, adding, role);
    }

    @Override
    public void init(ProcessorContext<Windowed<K>, Change<A>> context) {
        super.init(context);
        SessionStore<K, A> store = RowsOf.table(context, role.store().orElseThrow());
        TableUpdates<Windowed<K>, A> updates = TableUpdates.of(context, role);
        role.heldBack().ifPresent(heldBack -> updates.enter(heldBack, store));
        opened = new Opened<>(store, updates);
        observedMs = StreamTime.in(store);
    }

    @Override
    public void process(Record<@Nullable K, V> record) {
        K key = record.key();
        if (key == null) {
            DroppedRecords.report(logger, context(), "a windowed aggregation's record needs a key");
            return;
        }
        Opened<K, A> current = Objects.requireNonNull(opened, "store of an aggregation");
        if (role.delivery() == TableRole.Delivery.HANDED_OVER) {
            // Sessions that several streams share close once: the store lets them go by the time of them all.
            observedMs = Math.max(observedMs, StreamTime.in(current.store));
        }
        long closedBeforeMs = closeMs();
        observedMs = Math.max(observedMs, record.timestamp());
        if (emitsFinal && closeMs() > closedBeforeMs) {
            // Before the record moves the store's time, which may leave the closed sessions behind.
            emitFinal(current.store, closedBeforeMs, closeMs());
        }
        add(current, record.withKey(key));
    }

    /** Returns before which time sessions end that take no more records. */
    private long closeMs() {
        return observedMs - windows.gracePeriodMs() - windows.inactivityGap();
    }

    private void emitFinal(SessionStore<K, A> store, long fromMs, long toMs) {
        if (toMs <= 0) {
            return;
        }
        try (KeyValueIterator<Windowed<K>, A> closed = store.findSessions(Math.max(0, fromMs), toMs - 1)) {
            while (closed.hasNext()) {
                KeyValue<Windowed<K>, A> session = closed.next();
                context()
                        .forward(new Record<>(
                                session.key,
                                new Change<>(session.value, null),
                                session.key.window().end()));
            }
        }
    }

    private void add(Opened<K, A> current, Record<K, V> record) {
        K key = record.key();
        long timestamp = record.timestamp();
        List<KeyValue<Windowed<K>, A>> near = near(current.store, key, timestamp);
        long startMs = timestamp;
        long endMs = timestamp;
        @Nullable A merged = merge.initial().apply();
        for (KeyValue<Windowed<K>, A> session : near) {
            startMs = Math.min(startMs, session.key.window().start());
            endMs = Math.max(endMs, session.key.window().end());
            merged = merge.merger().apply(key, merged, session.value);
        }
        if (endMs < closeMs()) {
            DroppedRecords.report(
                    logger,
                    context(),
                    "session [" + startMs + "," + endMs + "] is closed: timestamp=" + timestamp + " streamTime="
                            + observedMs + " gap=" + windows.inactivityGap() + " grace=" + windows.gracePeriodMs());
            return;
        }
        boolean isOfThisTimeAlone = startMs == endMs;
        @Nullable A before = isOfThisTimeAlone && !near.isEmpty() ? near.get(0).value : null;
        if (!isOfThisTimeAlone) {
            near.forEach(session -> set(current, record, session.key, session.value, null));
        }
        Windowed<K> session = new Windowed<>(key, new SessionWindow(startMs, endMs));
        set(current, record, session, before, adding.apply(key, record.value(), merged));
    }

    private List<KeyValue<Windowed<K>, A>> near(SessionStore<K, A> store, K key, long timestamp) {
        // A final result stays true: what has closed is not near, however long the store keeps it.
        long earliestMs = emitsFinal ? closeMs() : 0;
        List<KeyValue<Windowed<K>, A>> near = new ArrayList<>();
        try (KeyValueIterator<Windowed<K>, A> found = store.findSessions(
                key,
                Math.max(0, Math.max(earliestMs, timestamp - windows.inactivityGap())),
                LongMath.saturatedAdd(timestamp, windows.inactivityGap()))) {
            found.forEachRemaining(near::add);
        }
        return near;
    }

    private void set(
            Opened<K, A> current, Record<K, V> cause, Windowed<K> session, @Nullable A before, @Nullable A after) {
        current.store.put(session, after);
        if (!emitsFinal) {
            long endMs = session.window().end();
            current.updates.send(
                    cause.withKey(session).withTimestamp(endMs),
                    new Change<>(after, before),
                    endMs,
                    current.updates.isFirstOf(session) ? ValueAndTimestamp.make(before, endMs) : null);
        }
    }

    @Override
    public void emitPending() {
        if (opened != null) {
            opened.updates.emitPending();
        }
    }

    /**
     * What an open processor works with. Immutable; what it holds has owners of its own.
     *
     * @param store keeps the sessions
     * @param updates passes on changes
     */
    private record Opened<K, A>(SessionStore<K, A> store, TableUpdates<Windowed<K>, A> updates) {}
}
