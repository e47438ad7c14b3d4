package io.streamwright.store;

import io.streamwright.kstream.TimeWindow;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.BuiltInWindowStore;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowStore;
import io.streamwright.state.WindowStoreIterator;
import io.streamwright.state.WindowStoreSpec;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.view.StoreIterator;
import io.streamwright.store.window.WindowHeader;
import io.streamwright.store.window.WindowKey;
import io.streamwright.store.window.WindowLayout;
import io.streamwright.topology.StreamTimeKeeper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A window store as processors see it.
 *
 * <p>A subclass says how a value is stored; nothing else differs between kinds of values.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps
 * @param <S> the values that the program puts and fetches
 */
abstract class TypedWindowStore<K, V, S> extends TypedStore<K, V> implements WindowStore<K, S>, StreamTimeKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(TypedWindowStore.class);

    private final WindowStoreSpec<K, V> spec;
    private final BuiltInWindowStore supplier;
    private final ValueLayout valueLayout;
    /** Known when the store is open. */
    private @Nullable WindowLayout layout;

    TypedWindowStore(WindowStoreSpec<K, V> spec) {
        super(spec.name());
        this.spec = spec;
        this.supplier = spec.builtIn()
                .orElseThrow(() -> new IllegalArgumentException("store " + spec.name() + " is made by "
                        + spec.supplier().getClass().getName() + ": take a supplier of window stores from Stores"));
        this.valueLayout = spec.timestamped() ? ValueLayout.TIMESTAMPED : ValueLayout.PLAIN;
    }

    /** Returns the stored bytes of a value; null if that deletes the window. */
    abstract byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, S value);

    /** Returns the value of stored bytes; null if the deserializer makes nothing of them. */
    abstract @Nullable S fromBytes(StoreSerdes<K, V> serdes, byte[] stored);

    @Override
    protected StoreSerdes<K, V> serdes(String topic, StateStoreContext context) {
        return StoreSerdes.of(spec.name(), spec.keySerde(), spec.valueSerde(), topic, context);
    }

    @Override
    protected TypedStore<K, V> again() {
        return spec.timestamped() ? new DatedWindowStore<>(spec) : new PlainWindowStore<>(spec);
    }

    @Override
    protected StoreBuilder<?> unlogged() {
        StoreBuilder<?> builder = spec.timestamped()
                ? Stores.timestampedWindowStoreBuilder(supplier, spec.keySerde(), spec.valueSerde())
                : Stores.windowStoreBuilder(supplier, spec.keySerde(), spec.valueSerde());
        return builder.withLoggingDisabled();
    }

    @Override
    protected void opened(StoreBytes bytes) {
        layout = WindowKeys.in(bytes, supplier).layout();
    }

    private WindowLayout layout() {
        return Objects.requireNonNull(layout, "layout of an open store");
    }

    private WindowHeader header(Ground<K, V> ground) {
        WindowHeader header = WindowHeader.of(ground.bytes().get(WindowHeader.KEY));
        return header == null ? layout().fresh() : header;
    }

    /** Returns the highest date of a change: of a timestamped store, that of the newest record in a window. */
    @Override
    public long streamTimeMs() {
        return header(ground()).newestMs();
    }

    @Override
    public void put(K key, @Nullable S value, long windowStartTimestamp) {
        Ground<K, V> ground = ground();
        byte[] keyBytes = keyBytes(ground, key);
        byte[] stored = value == null ? null : toBytes(ground.serdes(), value);
        if (windowStartTimestamp < 0) {
            throw new IllegalArgumentException(
                    "store " + name() + ": a window cannot start before the epoch: " + windowStartTimestamp);
        }
        if (supplier.retainDuplicates() && stored == null) {
            return;
        }
        WindowHeader header = header(ground);
        if (windowStartTimestamp < layout().firstLiveMs(header)) {
            LOG.debug(
                    "store={} window start={} left behind: streamTime={} retentionMs={}",
                    name(),
                    windowStartTimestamp,
                    header.observedMs(),
                    supplier.retentionPeriod());
            return;
        }
        StoreBytes bytes = ground.bytes();
        int sequence = supplier.retainDuplicates() ? header.nextSequence() : 0;
        bytes.put(layout().stored(keyBytes, windowStartTimestamp, sequence), stored);
        long changedMs = valueLayout.changelogTimestamp(stored, bytes.currentTimestamp());
        WindowHeader after = header.after(windowStartTimestamp, changedMs, sequence);
        if (!after.equals(header)) {
            bytes.put(WindowHeader.KEY, after.toBytes());
        }
    }

    private static <K, V> byte[] keyBytes(Ground<K, V> ground, K key) {
        return ground.serdes()
                .key(Objects.requireNonNull(key, "key cannot be null"))
                .get();
    }

    @Override
    public @Nullable S fetch(K key, long time) {
        Ground<K, V> ground = ground();
        byte[] keyBytes = keyBytes(ground, key);
        if (time < layout().firstLiveMs(header(ground))) {
            return null;
        }
        byte[] stored = ground.bytes().get(layout().stored(keyBytes, time, 0));
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
        int length = Long.BYTES + keyBytes.length + Long.BYTES + Integer.BYTES;
        return new WindowEntries.OfKey<>(
                name(),
                open(ground, layout().rangesOf(keyBytes, times.fromMs, times.toMs), forward),
                stored -> stored.get().length == length
                        && times.contain(stored)
                        && Arrays.equals(keyOf(stored), keyBytes),
                stored -> WindowKey.startOf(stored.get()),
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
        byte[] first = keyFrom == null ? null : keyBytes(ground, keyFrom);
        byte[] last = keyTo == null ? null : keyBytes(ground, keyTo);
        Times times = times(ground, timeFrom, timeTo);
        Predicate<Bytes> inside = stored -> {
            byte[] key = keyOf(stored);
            return times.contain(stored)
                    && (first == null || Arrays.compareUnsigned(first, key) <= 0)
                    && (last == null || Arrays.compareUnsigned(key, last) <= 0);
        };
        return new WindowEntries<>(
                name(),
                open(ground, layout().ranges(first, last, times.fromMs, times.toMs), forward),
                inside,
                stored -> windowed(ground, stored),
                stored -> fromBytes(ground.serdes(), stored));
    }

    private Times times(Ground<K, V> ground, long fromMs, long toMs) {
        WindowHeader header = header(ground);
        return new Times(Math.max(fromMs, layout().firstLiveMs(header)), Math.min(toMs, header.observedMs()));
    }

    /** Opens all ranges now, so that the iterator sees the store as it is now. */
    private List<StoreIterator> open(Ground<K, V> ground, List<KeyRange> ascending, boolean forward) {
        List<StoreIterator> opened = new ArrayList<>();
        for (int index = 0; index < ascending.size(); index++) {
            KeyRange range = ascending.get(forward ? index : ascending.size() - 1 - index);
            opened.add(ground.bytes().iterate(range, forward));
        }
        return opened;
    }

    private static byte[] keyOf(Bytes stored) {
        return WindowKey.keyOf(WindowLayout.toChangelog(stored));
    }

    private Windowed<K> windowed(Ground<K, V> ground, Bytes stored) {
        K key = ground.serdes().readKey(Bytes.wrap(keyOf(stored)));
        return new Windowed<>(key, TimeWindow.ofSize(WindowKey.startOf(stored.get()), supplier.windowSize()));
    }

    @Override
    public boolean persistent() {
        return supplier.location() == StoreLocation.PERSISTENT;
    }

    /** Starts of windows, both ends inside. Immutable. */
    private record Times(long fromMs, long toMs) {
        boolean contain(Bytes stored) {
            long startMs = WindowKey.startOf(stored.get());
            return fromMs <= startMs && startMs <= toMs;
        }
    }
}
