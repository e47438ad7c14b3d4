package io.streamwright.store;

import io.streamwright.DslStoreFormat;
import io.streamwright.kstream.TimeWindow;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.BuiltInWindowStore;
import io.streamwright.state.KeepsHeaders;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.TimestampedWindowStoreWithHeaders;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.ValueTimestampHeaders;
import io.streamwright.state.WindowStore;
import io.streamwright.state.WindowStoreIterator;
import io.streamwright.state.WindowStoreSpec;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.window.WindowHeader;
import io.streamwright.store.window.WindowKey;
import io.streamwright.store.window.WindowsSpec;
import java.util.Arrays;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A window store as processors see it.
 *
 * <p>{@link Plain}, {@link Dated} and {@link WithHeaders} say how a value is stored; nothing else differs between kinds of values.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps
 * @param <S> the values that the program puts and fetches
 */
abstract class TypedWindowStore<K, V, S> extends TypedWindows<K, V> implements WindowStore<K, S> {
    private final WindowStoreSpec<K, V> spec;
    private final BuiltInWindowStore supplier;

    TypedWindowStore(WindowStoreSpec<K, V> spec) {
        super(WindowsSpec.of(builtIn(spec)), layout(spec.format()));
        this.spec = spec;
        this.supplier = builtIn(spec);
    }

    private static ValueLayout layout(DslStoreFormat format) {
        return switch (format) {
            case PLAIN -> ValueLayout.PLAIN;
            case TIMESTAMPED -> ValueLayout.TIMESTAMPED;
            case HEADERS -> ValueLayout.HEADERS_AND_TIMESTAMP;
        };
    }

    private static BuiltInWindowStore builtIn(WindowStoreSpec<?, ?> spec) {
        return spec.builtIn()
                .orElseThrow(() -> new IllegalArgumentException("store " + spec.name() + " is made by "
                        + spec.supplier().getClass().getName() + ": take a supplier of window stores from Stores"));
    }

    /**
     * Returns the stored bytes of a value; null if that deletes the window.
     *
     * @param headers as {@link #headersWith} says; null if the store keeps none
     */
    abstract byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, S value, @Nullable Headers headers);

    /** Returns the headers that go with a value; null if the store keeps none. */
    abstract @Nullable Headers headersWith(S value);

    /** Returns the value of stored bytes; null if the deserializer makes nothing of them. */
    abstract @Nullable S fromBytes(StoreSerdes<K, V> serdes, byte[] stored);

    @Override
    protected StoreSerdes<K, V> serdes(String topic, StateStoreContext context) {
        return StoreSerdes.of(spec.name(), spec.keySerde(), spec.valueSerde(), topic, context);
    }

    /** Returns a store of the kind that is asked for. */
    static <K, V> TypedWindowStore<K, V, ?> of(WindowStoreSpec<K, V> spec) {
        return switch (spec.format()) {
            case PLAIN -> new Plain<>(spec);
            case TIMESTAMPED -> new Dated<>(spec);
            case HEADERS -> new WithHeaders<>(spec);
        };
    }

    @Override
    protected TypedStore<K, V> again() {
        return of(spec);
    }

    @Override
    protected StoreBuilder<?> unlogged() {
        StoreBuilder<?> builder = switch (spec.format()) {
            case PLAIN -> Stores.windowStoreBuilder(supplier, spec.keySerde(), spec.valueSerde());
            case TIMESTAMPED -> Stores.timestampedWindowStoreBuilder(supplier, spec.keySerde(), spec.valueSerde());
            case HEADERS ->
                Stores.timestampedWindowStoreWithHeadersBuilder(supplier, spec.keySerde(), spec.valueSerde());
        };
        return builder.withLoggingDisabled();
    }

    /**
     * Returns the highest timestamp of a record that came into a window: values that have one do not start with the window. Values
     * without a timestamp are records themselves, and start with their own.
     */
    @Override
    public long streamTimeMs() {
        WindowHeader header = header(ground());
        return spec.format() == DslStoreFormat.PLAIN ? header.observedMs() : header.newestMs();
    }

    @Override
    public void put(K key, @Nullable S value, long windowStartTimestamp) {
        Ground<K, V> ground = ground();
        ground.bytes().requireWritable();
        Headers headers = value == null ? currentHeaders(ground) : headersWith(value);
        byte[] keyBytes = keyBytes(ground, key, headers);
        byte[] stored = value == null ? null : toBytes(ground.serdes(), value, headers);
        // What deletes has the headers of the record in work, whatever its own are.
        Headers ofDeletion = value == null || stored != null ? headers : currentHeaders(ground);
        if (windowStartTimestamp < 0) {
            throw new IllegalArgumentException(
                    "store " + name() + ": a window cannot start before the epoch: " + windowStartTimestamp);
        }
        WindowHeader header = header(ground);
        if (supplier.retainDuplicates() && stored == null) {
            takeNumber(ground, header);
            return;
        }
        int sequence = supplier.retainDuplicates() ? header.nextSequence() : 0;
        boolean isTaken =
                put(ground, header, WindowKey.of(keyBytes, windowStartTimestamp, sequence), stored, ofDeletion);
        if (!isTaken && supplier.retainDuplicates()) {
            takeNumber(ground, header);
        }
    }

    /** Takes a number for a value that is left aside, as Kafka Streams does: those behind it have the same keys in its changelogs. */
    private void takeNumber(Ground<K, V> ground, WindowHeader header) {
        ground.bytes()
                .put(
                        WindowHeader.KEY,
                        header.withSequence(header.nextSequence()).toBytes());
    }

    @Override
    public @Nullable S fetch(K key, long time) {
        Ground<K, V> ground = ground();
        byte[] stored = find(ground, WindowKey.of(keyBytes(ground, key), time, 0));
        return stored == null ? null : fromBytes(ground.serdes(), stored);
    }

    @Override
    public WindowStoreIterator<S> fetch(K key, long timeFrom, long timeTo) {
        return ofKey(key, timeFrom, timeTo, true);
    }

    @Override
    public WindowStoreIterator<S> backwardFetch(K key, long timeFrom, long timeTo) {
        return ofKey(key, timeFrom, timeTo, false);
    }

    private WindowStoreIterator<S> ofKey(K key, long timeFrom, long timeTo, boolean forward) {
        Ground<K, V> ground = ground();
        byte[] keyBytes = keyBytes(ground, key);
        Times times = times(ground, timeFrom, timeTo);
        return new WindowEntries.OfKey<>(
                name(),
                open(ground, layout().rangesOf(keyBytes, times.fromMs(), times.toMs()), forward),
                stored -> times.contain(layout().timeOf(stored)) && Arrays.equals(layout().keyOf(stored), keyBytes),
                (stored, value) -> layout().timeOf(stored),
                stored -> fromBytes(ground.serdes(), stored));
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> fetch(@Nullable K keyFrom, @Nullable K keyTo, long timeFrom, long timeTo) {
        return ofKeys(keyFrom, keyTo, timeFrom, timeTo, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> backwardFetch(
            @Nullable K keyFrom, @Nullable K keyTo, long timeFrom, long timeTo) {
        return ofKeys(keyFrom, keyTo, timeFrom, timeTo, false);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> fetchAll(long timeFrom, long timeTo) {
        return ofKeys(null, null, timeFrom, timeTo, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> backwardFetchAll(long timeFrom, long timeTo) {
        return ofKeys(null, null, timeFrom, timeTo, false);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> all() {
        return ofKeys(null, null, 0, Long.MAX_VALUE, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, S> backwardAll() {
        return ofKeys(null, null, 0, Long.MAX_VALUE, false);
    }

    private KeyValueIterator<Windowed<K>, S> ofKeys(
            @Nullable K keyFrom, @Nullable K keyTo, long timeFrom, long timeTo, boolean forward) {
        Ground<K, V> ground = ground();
        Keys keys = new Keys(optionalKeyBytes(ground, keyFrom), optionalKeyBytes(ground, keyTo));
        Times times = times(ground, timeFrom, timeTo);
        return new WindowEntries<>(
                name(),
                open(ground, layout().ranges(keys.first(), keys.last(), times.fromMs(), times.toMs()), forward),
                stored -> times.contain(layout().timeOf(stored)) && keys.contain(layout().keyOf(stored)),
                (stored, value) -> windowed(ground, stored, value),
                stored -> fromBytes(ground.serdes(), stored));
    }

    private Windowed<K> windowed(Ground<K, V> ground, Bytes stored, byte[] value) {
        return new Windowed<>(
                readKey(ground, stored, value), TimeWindow.ofSize(layout().timeOf(stored), supplier.windowSize()));
    }

    @Override
    public boolean persistent() {
        return supplier.location() == StoreLocation.PERSISTENT;
    }

    /** Keeps values as they are. Owner: as above. */
    static final class Plain<K, V> extends TypedWindowStore<K, V, V> {
        Plain(WindowStoreSpec<K, V> spec) {
            super(spec);
        }

        @Override
        @Nullable
        Headers headersWith(V value) {
            return null;
        }

        @Override
        byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, V value, @Nullable Headers headers) {
            return serdes.value(value);
        }

        @Override
        @Nullable
        V fromBytes(StoreSerdes<K, V> serdes, byte[] stored) {
            return serdes.readValue(stored);
        }
    }

    /** Keeps values with timestamps, or shows those of a store with headers. Owner: as above. */
    static final class Dated<K, V> extends TypedWindowStore<K, V, ValueAndTimestamp<V>>
            implements TimestampedWindowStore<K, V> {
        /** Whether it is what a store with headers shows without them. */
        private final boolean beside;

        Dated(WindowStoreSpec<K, V> spec) {
            super(spec);
            beside = spec.format() == DslStoreFormat.HEADERS;
        }

        @Override
        @Nullable
        Headers headersWith(ValueAndTimestamp<V> pair) {
            return beside ? new RecordHeaders() : null;
        }

        @Override
        byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, ValueAndTimestamp<V> pair, @Nullable Headers headers) {
            V value = ValueAndTimestamp.getValueOrNull(pair);
            return headers == null || value == null
                    ? serdes.pair(pair)
                    : serdes.withHeaders(headers, value, pair.timestamp());
        }

        @Override
        @Nullable
        ValueAndTimestamp<V> fromBytes(StoreSerdes<K, V> serdes, byte[] stored) {
            return beside ? serdes.readPairWithoutHeaders(stored) : serdes.readPair(stored);
        }
    }

    /** Keeps values with timestamps and headers (KIP-1271). Owner: as above. */
    static final class WithHeaders<K, V> extends TypedWindowStore<K, V, ValueTimestampHeaders<V>>
            implements TimestampedWindowStoreWithHeaders<K, V>, KeepsHeaders {
        private final WindowStoreSpec<K, V> spec;
        private @Nullable Dated<K, V> withoutHeaders;

        WithHeaders(WindowStoreSpec<K, V> spec) {
            super(spec);
            this.spec = spec;
        }

        @Override
        protected void opened(StoreBytes bytes) {
            super.opened(bytes);
            withoutHeaders = null;
        }

        @Override
        public TimestampedWindowStore<K, V> withoutHeaders() {
            Dated<K, V> face = withoutHeaders;
            if (face == null) {
                face = onSameGround(new Dated<>(spec));
                withoutHeaders = face;
            }
            return face;
        }

        @Override
        Headers headersWith(ValueTimestampHeaders<V> value) {
            return value.headers();
        }

        @Override
        byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, ValueTimestampHeaders<V> value, @Nullable Headers headers) {
            V bare = ValueTimestampHeaders.getValueOrNull(value);
            return bare == null ? null : serdes.withHeaders(value.headers(), bare, value.timestamp());
        }

        @Override
        @Nullable
        ValueTimestampHeaders<V> fromBytes(StoreSerdes<K, V> serdes, byte[] stored) {
            return serdes.readWithHeaders(stored);
        }
    }
}
