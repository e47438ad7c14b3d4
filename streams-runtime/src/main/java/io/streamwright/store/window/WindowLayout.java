package io.streamwright.store.window;

import io.streamwright.store.committed.KeyRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * How windows lie in a store: the number of a stretch of time, then the key of the changelog, see {@link KeyForm}. Immutable.
 *
 * <p>So all windows of one key within a stretch lie together, and what retention leaves behind is the beginning of the store, which
 * is dropped as one range. A store in the order of time has the window's time in place of the stretch.
 *
 * @param spec what the program asks for
 * @param segmentIntervalMs length of a stretch; that of an older program whose store is still there
 * @param order as it was when the store was made
 */
public record WindowLayout(WindowsSpec spec, long segmentIntervalMs, Order order) {

    /** In which order entries lie. */
    public enum Order {
        /** By stretches of time, then by key: all windows of one key are found fast. */
        BY_KEY(0),
        /** By time, then by key: all windows of one time are found fast. */
        BY_TIME(1),
        /** By time, then by the start of the session, then by key. */
        BY_TIME_AND_START(2);

        private final int code;

        Order(int code) {
            this.code = code;
        }

        /** Returns the number by which stores know it. */
        int code() {
            return code;
        }
    }

    /**
     * Returns the layout of a store.
     *
     * @param spec what the program asks for
     * @param header what the store holds; null if it is new
     */
    public static WindowLayout of(WindowsSpec spec, @Nullable WindowHeader header) {
        return header == null
                ? new WindowLayout(spec, spec.segmentIntervalMs(), spec.order())
                : new WindowLayout(spec, header.segmentIntervalMs(), header.order());
    }

    /** Returns the header of a store without windows. */
    public WindowHeader fresh() {
        return WindowHeader.fresh(segmentIntervalMs, spec.form(), order);
    }

    /** Returns where the window of a changelog's key lies. */
    public Bytes stored(byte[] windowKey) {
        ByteBuffer stored = ByteBuffer.allocate(prefixBytes() + windowKey.length);
        stored.putLong(segmentOf(spec.form().timeOf(windowKey)));
        if (order == Order.BY_TIME_AND_START) {
            stored.putLong(SessionKey.startOf(windowKey));
        }
        return Bytes.wrap(stored.put(windowKey).array());
    }

    private int prefixBytes() {
        return order == Order.BY_TIME_AND_START ? 2 * Long.BYTES : Long.BYTES;
    }

    /** Returns the changelog's key of a stored window. */
    public byte[] toChangelog(Bytes stored) {
        return Arrays.copyOfRange(stored.get(), prefixBytes(), stored.get().length);
    }

    /** Returns the serialized key of a stored window. */
    public byte[] keyOf(Bytes stored) {
        return Arrays.copyOfRange(
                stored.get(), prefixBytes(), stored.get().length - spec.form().suffixBytes());
    }

    /** Returns the time of a stored window. */
    public long timeOf(Bytes stored) {
        return spec.form().timeOf(stored.get());
    }

    private long segmentOf(long timeMs) {
        return order == Order.BY_KEY ? timeMs / segmentIntervalMs : timeMs;
    }

    /** Returns the earliest time of a window that is not left behind. */
    public long firstLiveMs(WindowHeader header) {
        return Math.max(0, header.observedMs() - spec.retentionMs() + 1);
    }

    /** Returns the time up to which the store is empty; windows between it and {@link #firstLiveMs} wait to be dropped. */
    public long droppedMs(WindowHeader header) {
        return firstLiveMs(header) / segmentIntervalMs * segmentIntervalMs;
    }

    /** Returns where the windows before a time lie; the time begins a stretch. */
    public KeyRange before(long timeMs) {
        return new KeyRange(segment(0), segment(segmentOf(timeMs)));
    }

    /**
     * Returns where the windows of a range of times lie, in ascending order; other windows may lie among them.
     *
     * @param keyFrom the first key; null: from the first on
     * @param keyTo the last key; null: up to the last
     * @param fromMs first time, not negative
     * @param toMs last time
     */
    public List<KeyRange> ranges(byte @Nullable [] keyFrom, byte @Nullable [] keyTo, long fromMs, long toMs) {
        if (fromMs > toMs) {
            return List.of();
        }
        boolean allKeys = keyFrom == null && keyTo == null;
        if (order != Order.BY_KEY || allKeys) {
            return List.of(new KeyRange(segment(segmentOf(fromMs)), behind(segmentOf(toMs))));
        }
        List<KeyRange> ranges = new ArrayList<>();
        for (long segment = segmentOf(fromMs); segment <= segmentOf(toMs); segment++) {
            Bytes start = keyFrom == null ? segment(segment) : inSegment(segment, keyFrom);
            Bytes end = keyTo == null ? behind(segment) : inSegment(segment, behindKey(keyTo, toMs));
            ranges.add(new KeyRange(start, end));
        }
        return Collections.unmodifiableList(ranges);
    }

    /** Returns where the windows of one key lie, in ascending order; windows of longer keys may lie among them. */
    public List<KeyRange> rangesOf(byte[] key, long fromMs, long toMs) {
        if (order != Order.BY_KEY) {
            return ranges(key, key, fromMs, toMs);
        }
        List<KeyRange> ranges = new ArrayList<>();
        for (long segment = segmentOf(fromMs); fromMs <= toMs && segment <= segmentOf(toMs); segment++) {
            ranges.add(KeyRange.closed(
                    inSegment(segment, spec.form().lowest(key, fromMs)),
                    inSegment(segment, spec.form().highest(key, toMs))));
        }
        return Collections.unmodifiableList(ranges);
    }

    private static Bytes segment(long segment) {
        return inSegment(segment, new byte[0]);
    }

    private static Bytes behind(long segment) {
        return segment == Long.MAX_VALUE ? WindowHeader.KEY : segment(segment + 1);
    }

    private static Bytes inSegment(long segment, byte[] rest) {
        return Bytes.wrap(ByteBuffer.allocate(Long.BYTES + rest.length)
                .putLong(segment)
                .put(rest)
                .array());
    }

    /**
     * Returns what lies behind all windows of keys up to the last. The windows of a shorter key that begins like the last may lie behind
     * those of the last, because their time follows where the last goes on.
     */
    private byte[] behindKey(byte[] last, long toMs) {
        byte[] highest = spec.form().highest(last, toMs);
        for (int length = 0; length < last.length; length++) {
            byte[] candidate = spec.form().highest(Arrays.copyOf(last, length), toMs);
            if (Arrays.compareUnsigned(candidate, highest) > 0) {
                highest = candidate;
            }
        }
        return Arrays.copyOf(highest, highest.length + 1);
    }
}
