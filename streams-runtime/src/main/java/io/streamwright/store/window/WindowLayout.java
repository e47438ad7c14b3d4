package io.streamwright.store.window;

import io.streamwright.state.BuiltInWindowStore;
import io.streamwright.store.committed.KeyRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * How windows lie in a store: the number of a stretch of time, then the key of the changelog, see {@link WindowKey}. Immutable.
 *
 * <p>So all windows of one key within a stretch lie together, and what retention leaves behind is the beginning of the store, which
 * is dropped as one range. A store in the order of time has the window's start in place of the stretch.
 *
 * @param supplier what the program asks for
 * @param segmentIntervalMs length of a stretch; that of an older program whose store is still there
 * @param timeOrdered whether entries lie in the order of time; as it was when the store was made
 */
public record WindowLayout(BuiltInWindowStore supplier, long segmentIntervalMs, boolean timeOrdered) {
    private static final int SEGMENT_BYTES = Long.BYTES;

    /**
     * Returns the layout of a store.
     *
     * @param supplier what the program asks for
     * @param header what the store holds; null if it is new
     */
    public static WindowLayout of(BuiltInWindowStore supplier, @Nullable WindowHeader header) {
        return header == null
                ? new WindowLayout(supplier, supplier.segmentIntervalMs(), supplier.timeOrdered())
                : new WindowLayout(supplier, header.segmentIntervalMs(), header.timeOrdered());
    }

    /** Returns the header of a store without windows. */
    public WindowHeader fresh() {
        return WindowHeader.fresh(segmentIntervalMs, timeOrdered);
    }

    /** Returns where a window lies. */
    public Bytes stored(byte[] key, long startMs, int sequence) {
        return fromChangelog(WindowKey.of(key, startMs, sequence));
    }

    /** Returns where the window of a changelog record lies. */
    public Bytes fromChangelog(byte[] windowKey) {
        return Bytes.wrap(ByteBuffer.allocate(SEGMENT_BYTES + windowKey.length)
                .putLong(segmentOf(WindowKey.startOf(windowKey)))
                .put(windowKey)
                .array());
    }

    /** Returns the changelog's key of a stored window. */
    public static byte[] toChangelog(Bytes stored) {
        return Arrays.copyOfRange(stored.get(), SEGMENT_BYTES, stored.get().length);
    }

    private long segmentOf(long startMs) {
        return timeOrdered ? startMs : startMs / segmentIntervalMs;
    }

    /** Returns the earliest start of a window that is not left behind. */
    public long firstLiveMs(WindowHeader header) {
        return Math.max(0, header.observedMs() - supplier.retentionPeriod() + 1);
    }

    /** Returns the time up to which the store is empty; windows between it and {@link #firstLiveMs} wait to be dropped. */
    public long droppedMs(WindowHeader header) {
        return firstLiveMs(header) / segmentIntervalMs * segmentIntervalMs;
    }

    /** Returns where the windows that start before a time lie; the time begins a stretch. */
    public KeyRange before(long timeMs) {
        return new KeyRange(segment(0), segment(segmentOf(timeMs)));
    }

    /**
     * Returns where windows lie that start in a range of times, in ascending order; other windows may lie among them.
     *
     * @param keyFrom the first key; null: from the first on
     * @param keyTo the last key; null: up to the last
     * @param fromMs first start, not negative
     * @param toMs last start
     */
    public List<KeyRange> ranges(byte @Nullable [] keyFrom, byte @Nullable [] keyTo, long fromMs, long toMs) {
        if (fromMs > toMs) {
            return List.of();
        }
        boolean allKeys = keyFrom == null && keyTo == null;
        if (timeOrdered || allKeys) {
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
        if (timeOrdered) {
            return ranges(key, key, fromMs, toMs);
        }
        List<KeyRange> ranges = new ArrayList<>();
        for (long segment = segmentOf(fromMs); fromMs <= toMs && segment <= segmentOf(toMs); segment++) {
            ranges.add(KeyRange.closed(
                    inSegment(segment, WindowKey.of(key, fromMs, 0)),
                    inSegment(segment, WindowKey.of(key, toMs, Integer.MAX_VALUE))));
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
        return Bytes.wrap(ByteBuffer.allocate(SEGMENT_BYTES + rest.length)
                .putLong(segment)
                .put(rest)
                .array());
    }

    /**
     * Returns what lies behind all windows of keys up to the last. The windows of a shorter key that begins like the last may lie behind
     * those of the last, because their time follows where the last goes on.
     */
    private static byte[] behindKey(byte[] last, long toMs) {
        byte[] highest = WindowKey.of(last, toMs, Integer.MAX_VALUE);
        for (int length = 0; length < last.length; length++) {
            byte[] candidate = WindowKey.of(Arrays.copyOf(last, length), toMs, Integer.MAX_VALUE);
            if (Arrays.compareUnsigned(candidate, highest) > 0) {
                highest = candidate;
            }
        }
        return Arrays.copyOf(highest, highest.length + 1);
    }
}
