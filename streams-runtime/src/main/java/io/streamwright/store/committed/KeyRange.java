package io.streamwright.store.committed;

import java.util.Arrays;
import java.util.Collections;
import java.util.NavigableMap;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A half-open range of serialized keys, in the order of their unsigned bytes. Immutable.
 *
 * @param start first key inside; null for no lower bound
 * @param end first key behind; null for no upper bound
 */
public record KeyRange(@Nullable Bytes start, @Nullable Bytes end) {

    /** All keys. */
    public static final KeyRange ALL = new KeyRange(null, null);

    private static final int HIGHEST_BYTE = 0xFF;

    /** Returns the range with both bounds inside; null leaves a side open. */
    public static KeyRange closed(@Nullable Bytes from, @Nullable Bytes to) {
        // Nothing lies between a key and the same key with a zero byte behind it.
        return new KeyRange(from, to == null ? null : Bytes.wrap(Arrays.copyOf(to.get(), to.get().length + 1)));
    }

    /** Returns the range of all keys that begin with a prefix. */
    public static KeyRange ofPrefix(Bytes prefix) {
        byte[] bytes = prefix.get();
        int length = bytes.length;
        while (length > 0 && (bytes[length - 1] & HIGHEST_BYTE) == HIGHEST_BYTE) {
            length--;
        }
        if (length == 0) {
            return new KeyRange(prefix, null);
        }
        byte[] end = Arrays.copyOf(bytes, length);
        end[length - 1]++;
        return new KeyRange(prefix, Bytes.wrap(end));
    }

    /** Returns the part of a sorted map whose keys are inside. */
    public <T> NavigableMap<Bytes, T> of(NavigableMap<Bytes, T> all) {
        if (isEmpty()) {
            return Collections.emptyNavigableMap();
        }
        if (start == null) {
            return end == null ? all : all.headMap(end, false);
        }
        return end == null ? all.tailMap(start, true) : all.subMap(start, true, end, false);
    }

    /** Returns the part that comes after a key, on the way up or on the way down. */
    public KeyRange beyond(Bytes key, boolean forward) {
        return forward
                ? new KeyRange(Bytes.wrap(Arrays.copyOf(key.get(), key.get().length + 1)), end)
                : new KeyRange(start, key);
    }

    /** Returns whether a key is inside. */
    boolean contains(Bytes key) {
        return (start == null || start.compareTo(key) <= 0) && (end == null || key.compareTo(end) < 0);
    }

    /** Returns whether no key can be inside. */
    public boolean isEmpty() {
        return start != null && end != null && start.compareTo(end) >= 0;
    }
}
