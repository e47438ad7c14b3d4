package io.streamwright.store.expiry;

import io.streamwright.store.committed.KeyRange;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * One entry of an index of rows by time: the time of a row, then its key. In bytes, entries lie in the order of time.
 *
 * <p>Thread-safe: holds nothing.
 */
public final class RowTime {
    private static final Bytes NO_KEY = Bytes.wrap(new byte[0]);
    private static final String INDEX_SUFFIX = "#times";

    private RowTime() {}

    /** Returns the name under which the index of a store lies; no store of a program can have it, as it is no part of a topic's name. */
    public static String indexOf(String store) {
        return store + INDEX_SUFFIX;
    }

    /** Returns whether a name is one of an index. */
    public static boolean isIndex(String name) {
        return name.endsWith(INDEX_SUFFIX);
    }

    /** Returns the entry of a row. */
    public static Bytes of(long timeMs, Bytes key) {
        return Bytes.wrap(ByteBuffer.allocate(Long.BYTES + key.get().length)
                .putLong(ordered(timeMs))
                .put(key.get())
                .array());
    }

    /** Turns a number so that unsigned bytes have its order. */
    private static long ordered(long timeMs) {
        return timeMs ^ Long.MIN_VALUE;
    }

    /** Returns the time of an entry's row in ms since the epoch. */
    public static long timeOf(Bytes entry) {
        return ordered(ByteBuffer.wrap(entry.get()).getLong());
    }

    /** Returns the key of an entry's row. */
    public static Bytes keyOf(Bytes entry) {
        return Bytes.wrap(Arrays.copyOfRange(entry.get(), Long.BYTES, entry.get().length));
    }

    /** Returns where the entries of rows lie whose times are in a range, both ends inside. */
    public static KeyRange between(long fromMs, long toMs) {
        return new KeyRange(of(fromMs, NO_KEY), toMs == Long.MAX_VALUE ? null : of(toMs + 1, NO_KEY));
    }
}
