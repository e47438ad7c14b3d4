package io.streamwright.store;

import io.streamwright.log.LogRecord;
import io.streamwright.store.committed.HeaderBytes;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.view.StoreIterator;
import io.streamwright.store.window.WindowHeader;
import io.streamwright.store.window.WindowLayout;
import io.streamwright.store.window.WindowsSpec;
import io.streamwright.topology.StreamTimeKeeper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store of windows as processors see it: what there is to windows of every kind. A subclass says which kind it is.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps
 */
abstract class TypedWindows<K, V> extends TypedStore<K, V> implements StreamTimeKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(TypedWindows.class);

    private final WindowsSpec spec;
    private final ValueLayout valueLayout;
    /** Known when the store is open. */
    private @Nullable WindowLayout layout;

    TypedWindows(WindowsSpec spec, ValueLayout valueLayout) {
        super(spec.store());
        this.spec = spec;
        this.valueLayout = valueLayout;
    }

    @Override
    protected void opened(StoreBytes bytes) {
        layout = WindowKeys.in(bytes, spec).layout();
    }

    final WindowLayout layout() {
        return Objects.requireNonNull(layout, "layout of an open store");
    }

    final WindowHeader header(Ground<K, V> ground) {
        WindowHeader header = WindowHeader.of(ground.bytes().get(WindowHeader.KEY));
        return header == null ? layout().fresh() : header;
    }

    /** Returns the bytes of a key that is looked for. */
    final byte[] keyBytes(Ground<K, V> ground, K key) {
        return keyBytes(ground, key, currentHeaders(ground));
    }

    /** Returns a copy of the headers of the record in work; null if the store keeps none. */
    final @Nullable Headers currentHeaders(Ground<K, V> ground) {
        return valueLayout.hasHeaders() ? ground.bytes().currentHeaders() : null;
    }

    static <K, V> byte[] keyBytes(Ground<K, V> ground, K key, @Nullable Headers headers) {
        return ground.serdes()
                .key(Objects.requireNonNull(key, "key cannot be null"), headers)
                .get();
    }

    final byte @Nullable [] optionalKeyBytes(Ground<K, V> ground, @Nullable K key) {
        return key == null ? null : keyBytes(ground, key);
    }

    /**
     * Sets or deletes a window, unless it is left behind. Returns whether it was not.
     *
     * @param header as it is before
     * @param windowKey as the changelog has it
     * @param stored null deletes
     * @param ofDeletion the headers that go with a deletion; null if the store keeps none
     */
    final boolean put(
            Ground<K, V> ground,
            WindowHeader header,
            byte[] windowKey,
            byte @Nullable [] stored,
            @Nullable Headers ofDeletion) {
        long timeMs = spec.form().timeOf(windowKey);
        if (timeMs < layout().firstLiveMs(header)) {
            LOG.debug(
                    "store={} window time={} left behind: streamTime={} retentionMs={}",
                    name(),
                    timeMs,
                    header.observedMs(),
                    spec.retentionMs());
            return false;
        }
        StoreBytes bytes = ground.bytes();
        Header[] headers = ofDeletion == null ? LogRecord.NO_HEADERS : ofDeletion.toArray();
        layout().forEachPlace(windowKey, place -> bytes.put(place, stored, headers));
        long changedMs = valueLayout.changelogTimestamp(stored, bytes.currentTimestamp());
        WindowHeader after = header.after(timeMs, changedMs, spec.form().sequenceOf(windowKey));
        if (!after.equals(header)) {
            bytes.put(WindowHeader.KEY, after.toBytes());
        }
        return true;
    }

    /** Returns the stored bytes of a window; null if there is none, or it is left behind. */
    final byte @Nullable [] find(Ground<K, V> ground, byte[] windowKey) {
        return spec.form().timeOf(windowKey) < layout().firstLiveMs(header(ground))
                ? null
                : ground.bytes().get(layout().stored(windowKey));
    }

    /** Returns the part of a range of times in which there can be windows. */
    final Times times(Ground<K, V> ground, long fromMs, long toMs) {
        WindowHeader header = header(ground);
        return new Times(Math.max(fromMs, layout().firstLiveMs(header)), Math.min(toMs, header.observedMs()));
    }

    /** Opens all ranges now, so that the iterator sees the store as it is now. */
    final List<StoreIterator> open(Ground<K, V> ground, List<KeyRange> ascending, boolean forward) {
        List<StoreIterator> opened = new ArrayList<>();
        for (int index = 0; index < ascending.size(); index++) {
            KeyRange range = ascending.get(forward ? index : ascending.size() - 1 - index);
            opened.add(ground.bytes().iterate(range, forward));
        }
        return opened;
    }

    final K readKey(Ground<K, V> ground, Bytes stored, byte[] value) {
        Headers headers = valueLayout.hasHeaders() ? new RecordHeaders(HeaderBytes.of(value)) : null;
        return ground.serdes().readKey(Bytes.wrap(layout().keyOf(stored)), headers);
    }

    /** Times of windows, both ends inside. Immutable. */
    record Times(long fromMs, long toMs) {
        boolean contain(long timeMs) {
            return fromMs <= timeMs && timeMs <= toMs;
        }
    }

    /** Serialized keys, both ends inside; null leaves a side open. Immutable. */
    record Keys(byte @Nullable [] first, byte @Nullable [] last) {
        boolean contain(byte[] key) {
            return (first == null || Arrays.compareUnsigned(first, key) <= 0)
                    && (last == null || Arrays.compareUnsigned(key, last) <= 0);
        }
    }
}
