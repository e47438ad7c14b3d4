package io.streamwright.store;

import io.streamwright.kstream.SessionWindow;
import io.streamwright.kstream.Window;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.BuiltInSessionStore;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.SessionStore;
import io.streamwright.state.SessionStoreSpec;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.store.window.SessionKey;
import io.streamwright.store.window.WindowsSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A session store as processors see it.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class TypedSessionStore<K, V> extends TypedWindows<K, V> implements SessionStore<K, V> {
    private final SessionStoreSpec<K, V> spec;
    private final BuiltInSessionStore supplier;

    TypedSessionStore(SessionStoreSpec<K, V> spec) {
        super(WindowsSpec.of(builtIn(spec)), ValueLayout.PLAIN);
        this.spec = spec;
        this.supplier = builtIn(spec);
    }

    private static BuiltInSessionStore builtIn(SessionStoreSpec<?, ?> spec) {
        return spec.builtIn()
                .orElseThrow(() -> new IllegalArgumentException("store " + spec.name() + " is made by "
                        + spec.supplier().getClass().getName() + ": take a supplier of session stores from Stores"));
    }

    @Override
    protected StoreSerdes<K, V> serdes(String topic, StateStoreContext context) {
        return StoreSerdes.of(spec.name(), spec.keySerde(), spec.valueSerde(), topic, context);
    }

    @Override
    protected TypedStore<K, V> again() {
        return new TypedSessionStore<>(spec);
    }

    @Override
    protected StoreBuilder<?> unlogged() {
        return Stores.sessionStoreBuilder(supplier, spec.keySerde(), spec.valueSerde())
                .withLoggingDisabled();
    }

    /** Returns the highest end of a session: a session ends with a record, and a deleted one is still known to have ended. */
    @Override
    public long streamTimeMs() {
        return header(ground()).observedMs();
    }

    @Override
    public void put(Windowed<K> sessionKey, @Nullable V aggregate) {
        Ground<K, V> ground = ground();
        Window session =
                Objects.requireNonNull(sessionKey, "session cannot be null").window();
        byte[] key = keyBytes(ground, sessionKey.key());
        byte[] stored = aggregate == null ? null : ground.serdes().value(aggregate);
        put(ground, header(ground), SessionKey.of(key, session.start(), session.end()), stored);
    }

    @Override
    public void remove(Windowed<K> sessionKey) {
        put(sessionKey, null);
    }

    @Override
    public @Nullable V fetchSession(K key, long sessionStartTime, long sessionEndTime) {
        Ground<K, V> ground = ground();
        byte[] stored = find(ground, SessionKey.of(keyBytes(ground, key), sessionStartTime, sessionEndTime));
        return stored == null ? null : ground.serdes().readValue(stored);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return ofKey(key, earliestSessionEndTime, latestSessionStartTime, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return ofKey(key, earliestSessionEndTime, latestSessionStartTime, false);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K key) {
        return ofKey(key, 0, Long.MAX_VALUE, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K key) {
        return ofKey(key, 0, Long.MAX_VALUE, false);
    }

    private KeyValueIterator<Windowed<K>, V> ofKey(K key, long earliestEndMs, long latestStartMs, boolean forward) {
        Ground<K, V> ground = ground();
        byte[] keyBytes = keyBytes(ground, key);
        Times ends = times(ground, earliestEndMs, Long.MAX_VALUE);
        return entries(
                ground,
                layout().rangesOf(keyBytes, ends.fromMs(), ends.toMs()),
                stored -> ends.contain(layout().timeOf(stored))
                        && SessionKey.startOf(stored.get()) <= latestStartMs
                        && Arrays.equals(layout().keyOf(stored), keyBytes),
                forward);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return ofKeys(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return ofKeys(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime, false);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo) {
        return ofKeys(keyFrom, keyTo, 0, Long.MAX_VALUE, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo) {
        return ofKeys(keyFrom, keyTo, 0, Long.MAX_VALUE, false);
    }

    private KeyValueIterator<Windowed<K>, V> ofKeys(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestEndMs, long latestStartMs, boolean forward) {
        Ground<K, V> ground = ground();
        Keys keys = new Keys(optionalKeyBytes(ground, keyFrom), optionalKeyBytes(ground, keyTo));
        Times ends = times(ground, earliestEndMs, Long.MAX_VALUE);
        return entries(
                ground,
                layout().ranges(keys.first(), keys.last(), ends.fromMs(), ends.toMs()),
                stored -> ends.contain(layout().timeOf(stored))
                        && SessionKey.startOf(stored.get()) <= latestStartMs
                        && keys.contain(layout().keyOf(stored)),
                forward);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(long earliestSessionEndTime, long latestSessionEndTime) {
        Ground<K, V> ground = ground();
        Times ends = times(ground, earliestSessionEndTime, latestSessionEndTime);
        return entries(
                ground,
                layout().ranges(null, null, ends.fromMs(), ends.toMs()),
                stored -> ends.contain(layout().timeOf(stored)),
                true);
    }

    private KeyValueIterator<Windowed<K>, V> entries(
            Ground<K, V> ground, List<KeyRange> ranges, Predicate<Bytes> inside, boolean forward) {
        return new WindowEntries<>(
                name(),
                open(ground, ranges, forward),
                inside,
                stored -> new Windowed<>(
                        readKey(ground, stored),
                        new SessionWindow(SessionKey.startOf(stored.get()), layout().timeOf(stored))),
                stored -> ground.serdes().readValue(stored));
    }

    @Override
    public boolean persistent() {
        return supplier.location() == StoreLocation.PERSISTENT;
    }
}
