package io.streamwright.store;

import io.streamwright.DslStoreFormat;
import io.streamwright.kstream.SessionWindow;
import io.streamwright.kstream.Window;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.AggregationWithHeaders;
import io.streamwright.state.BuiltInSessionStore;
import io.streamwright.state.KeepsHeaders;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.SessionStore;
import io.streamwright.state.SessionStoreSpec;
import io.streamwright.state.SessionStoreWithHeaders;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.window.SessionKey;
import io.streamwright.store.window.WindowsSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A session store as processors see it.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values without headers
 * @param <S> the values that the program puts and fetches
 */
abstract class TypedSessionStore<K, V, S> extends TypedWindows<K, V> implements SessionStore<K, S> {
    private final SessionStoreSpec<K, V> spec;
    private final BuiltInSessionStore supplier;

    TypedSessionStore(SessionStoreSpec<K, V> spec) {
        super(
                WindowsSpec.of(builtIn(spec)),
                spec.format() == DslStoreFormat.HEADERS ? ValueLayout.HEADERS : ValueLayout.PLAIN);
        this.spec = spec;
        this.supplier = builtIn(spec);
    }

    private static BuiltInSessionStore builtIn(SessionStoreSpec<?, ?> spec) {
        return spec.builtIn()
                .orElseThrow(() -> new IllegalArgumentException("store " + spec.name() + " is made by "
                        + spec.supplier().getClass().getName() + ": take a supplier of session stores from Stores"));
    }

    /**
     * Returns the stored bytes of a value; null if that deletes the session.
     *
     * @param headers as {@link #headersWith} says; null if the store keeps none
     */
    abstract byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, S value, @Nullable Headers headers);

    /** Returns the headers that go with a value; null if the store keeps none. */
    abstract @Nullable Headers headersWith(S value);

    /** Returns the value of stored bytes; null if the deserializer makes nothing of them. */
    abstract @Nullable S fromBytes(StoreSerdes<K, V> serdes, byte[] stored);

    /** Returns a store of the kind that is asked for. */
    static <K, V> TypedSessionStore<K, V, ?> of(SessionStoreSpec<K, V> spec) {
        return spec.format() == DslStoreFormat.HEADERS ? new WithHeaders<>(spec) : new Plain<>(spec);
    }

    @Override
    protected StoreSerdes<K, V> serdes(String topic, StateStoreContext context) {
        return StoreSerdes.of(spec.name(), spec.keySerde(), spec.valueSerde(), topic, context);
    }

    @Override
    protected TypedStore<K, V> again() {
        return of(spec);
    }

    @Override
    protected StoreBuilder<?> unlogged() {
        StoreBuilder<?> builder = spec.format() == DslStoreFormat.HEADERS
                ? Stores.sessionStoreWithHeadersBuilder(supplier, spec.keySerde(), spec.valueSerde())
                : Stores.sessionStoreBuilder(supplier, spec.keySerde(), spec.valueSerde());
        return builder.withLoggingDisabled();
    }

    /** Returns the highest end of a session: a session ends with a record, and a deleted one is still known to have ended. */
    @Override
    public long streamTimeMs() {
        return header(ground()).observedMs();
    }

    @Override
    public void put(Windowed<K> sessionKey, @Nullable S aggregate) {
        Ground<K, V> ground = ground();
        Window session =
                Objects.requireNonNull(sessionKey, "session cannot be null").window();
        Headers headers = aggregate == null ? currentHeaders(ground) : headersWith(aggregate);
        byte[] key = keyBytes(ground, sessionKey.key(), headers);
        byte[] stored = aggregate == null ? null : toBytes(ground.serdes(), aggregate, headers);
        // What deletes has the headers of the record in work, whatever its own are.
        Headers ofDeletion = aggregate == null || stored != null ? headers : currentHeaders(ground);
        put(ground, header(ground), SessionKey.of(key, session.start(), session.end()), stored, ofDeletion);
    }

    @Override
    public void remove(Windowed<K> sessionKey) {
        put(sessionKey, null);
    }

    @Override
    public @Nullable S fetchSession(K key, long sessionStartTime, long sessionEndTime) {
        Ground<K, V> ground = ground();
        byte[] stored = find(ground, SessionKey.of(keyBytes(ground, key), sessionStartTime, sessionEndTime));
        return stored == null ? null : fromBytes(ground.serdes(), stored);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> findSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return ofKey(key, earliestSessionEndTime, latestSessionStartTime, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> backwardFindSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return ofKey(key, earliestSessionEndTime, latestSessionStartTime, false);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> fetch(K key) {
        return ofKey(key, 0, Long.MAX_VALUE, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> backwardFetch(K key) {
        return ofKey(key, 0, Long.MAX_VALUE, false);
    }

    private KeyValueIterator<Windowed<K>, S> ofKey(K key, long earliestEndMs, long latestStartMs, boolean forward) {
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
    public KeyValueIterator<Windowed<K>, S> findSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return ofKeys(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> backwardFindSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return ofKeys(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime, false);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> fetch(@Nullable K keyFrom, @Nullable K keyTo) {
        return ofKeys(keyFrom, keyTo, 0, Long.MAX_VALUE, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo) {
        return ofKeys(keyFrom, keyTo, 0, Long.MAX_VALUE, false);
    }

    private KeyValueIterator<Windowed<K>, S> ofKeys(
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
    public KeyValueIterator<Windowed<K>, S> findSessions(long earliestSessionEndTime, long latestSessionEndTime) {
        Ground<K, V> ground = ground();
        Times ends = times(ground, earliestSessionEndTime, latestSessionEndTime);
        return entries(
                ground,
                layout().ranges(null, null, ends.fromMs(), ends.toMs()),
                stored -> ends.contain(layout().timeOf(stored)),
                true);
    }

    private KeyValueIterator<Windowed<K>, S> entries(
            Ground<K, V> ground, List<KeyRange> ranges, Predicate<Bytes> inside, boolean forward) {
        return new WindowEntries<>(
                name(),
                open(ground, ranges, forward),
                inside,
                (stored, value) -> new Windowed<>(
                        readKey(ground, stored, value),
                        new SessionWindow(SessionKey.startOf(stored.get()), layout().timeOf(stored))),
                stored -> fromBytes(ground.serdes(), stored));
    }

    @Override
    public boolean persistent() {
        return supplier.location() == StoreLocation.PERSISTENT;
    }

    /** Keeps values as they are, or shows those of a store with headers. Owner: as above. */
    static final class Plain<K, V> extends TypedSessionStore<K, V, V> {
        /** Whether it is what a store with headers shows without them. */
        private final boolean beside;

        Plain(SessionStoreSpec<K, V> spec) {
            super(spec);
            beside = spec.format() == DslStoreFormat.HEADERS;
        }

        @Override
        @Nullable
        Headers headersWith(V value) {
            return beside ? new RecordHeaders() : null;
        }

        @Override
        byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, V value, @Nullable Headers headers) {
            return headers == null ? serdes.value(value) : serdes.withHeaders(headers, value);
        }

        @Override
        @Nullable
        V fromBytes(StoreSerdes<K, V> serdes, byte[] stored) {
            return beside
                    ? AggregationWithHeaders.getAggregationOrNull(serdes.readAggregation(stored))
                    : serdes.readValue(stored);
        }
    }

    /** Keeps values with headers (KIP-1271). Owner: as above. */
    static final class WithHeaders<K, V> extends TypedSessionStore<K, V, AggregationWithHeaders<V>>
            implements SessionStoreWithHeaders<K, V>, KeepsHeaders {
        private final SessionStoreSpec<K, V> spec;
        private @Nullable Plain<K, V> withoutHeaders;

        WithHeaders(SessionStoreSpec<K, V> spec) {
            super(spec);
            this.spec = spec;
        }

        @Override
        protected void opened(StoreBytes bytes) {
            super.opened(bytes);
            withoutHeaders = null;
        }

        @Override
        public SessionStore<K, V> withoutHeaders() {
            Plain<K, V> face = withoutHeaders;
            if (face == null) {
                face = onSameGround(new Plain<>(spec));
                withoutHeaders = face;
            }
            return face;
        }

        @Override
        Headers headersWith(AggregationWithHeaders<V> value) {
            return value.headers();
        }

        @Override
        byte @Nullable [] toBytes(
                StoreSerdes<K, V> serdes, AggregationWithHeaders<V> value, @Nullable Headers headers) {
            V bare = AggregationWithHeaders.getAggregationOrNull(value);
            return bare == null ? null : serdes.withHeaders(value.headers(), bare);
        }

        @Override
        @Nullable
        AggregationWithHeaders<V> fromBytes(StoreSerdes<K, V> serdes, byte[] stored) {
            return serdes.readAggregation(stored);
        }
    }
}
