package io.streamwright.store.window;

import io.streamwright.store.committed.KeyRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * How windows lie in a store: the number of a stretch of time, then the key of the changelog, see {@link KeyForm}. Immutable.
 *
 * <p>So all windows of one key within a stretch lie together, and what retention leaves behind is the beginning of the store, which
 * is dropped as one range. A store in the order of time has the window's time in place of the stretch. Where windows are looked for
 * both ways, they lie twice within their stretch: by time and by key, each with its value, so that a walk of either kind meets only
 * what it looks for.
 *
 * @param spec what the program asks for
 * @param segmentIntervalMs length of a stretch; that of an older program whose store is still there
 * @param order as it was when the store was made
 */
public record WindowLayout(WindowsSpec spec, long segmentIntervalMs, Order order) {
    private static final byte[] NOTHING = {};
    private static final byte BY_TIME_PART = 0;
    /** Behind the other part of a stretch. */
    private static final byte BY_KEY_PART = 1;

    /** In which order entries lie. */
    public enum Order {
        /** By stretches of time, then by key: all windows of one key are found fast. */
        BY_KEY(0, false),
        /** By time, then by key: all windows of one time are found fast. */
        BY_TIME(1, false),
        /** Twice: as in both of the above. */
        BY_TIME_AND_BY_KEY(2, true),
        /** Twice: by time, start of the session and key, and by key. */
        BY_TIME_AND_START_AND_BY_KEY(3, true);

        private final int code;
        private final boolean isTwice;

        Order(int code, boolean isTwice) {
            this.code = code;
            this.isTwice = isTwice;
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

    /** Returns where the window of a changelog's key is found. */
    public Bytes stored(byte[] windowKey) {
        long timeMs = spec.form().timeOf(windowKey);
        return order.isTwice
                ? inPart(timeMs / segmentIntervalMs, BY_KEY_PART, windowKey)
                : inSegment(segmentOf(timeMs), windowKey);
    }

    /** Hands over all places where the window of a changelog's key lies. */
    public void forEachPlace(byte[] windowKey, Consumer<Bytes> places) {
        places.accept(stored(windowKey));
        if (order.isTwice) {
            long timeMs = spec.form().timeOf(windowKey);
            ByteBuffer byTime =
                    ByteBuffer.allocate(timesBytes() + windowKey.length).putLong(timeMs);
            if (order == Order.BY_TIME_AND_START_AND_BY_KEY) {
                byTime.putLong(SessionKey.startOf(windowKey));
            }
            places.accept(inPart(
                    timeMs / segmentIntervalMs,
                    BY_TIME_PART,
                    byTime.put(windowKey).array()));
        }
    }

    private int timesBytes() {
        return order == Order.BY_TIME_AND_START_AND_BY_KEY ? 2 * Long.BYTES : Long.BYTES;
    }

    /** Returns the changelog's key of a stored window; null if it lies there a second time. */
    public byte @Nullable [] toChangelog(Bytes stored) {
        byte[] bytes = stored.get();
        return isByTime(bytes) ? null : Arrays.copyOfRange(bytes, prefixBytes(bytes), bytes.length);
    }

    private boolean isByTime(byte[] stored) {
        return order.isTwice && stored[Long.BYTES] == BY_TIME_PART;
    }

    private int prefixBytes(byte[] stored) {
        int part = order.isTwice ? 1 : 0;
        return Long.BYTES + part + (isByTime(stored) ? timesBytes() : 0);
    }

    /** Returns the serialized key of a stored window. */
    public byte[] keyOf(Bytes stored) {
        byte[] bytes = stored.get();
        return Arrays.copyOfRange(
                bytes, prefixBytes(bytes), bytes.length - spec.form().suffixBytes());
    }

    /** Returns the time of a stored window. */
    public long timeOf(Bytes stored) {
        return spec.form().timeOf(stored.get());
    }

    private long segmentOf(long timeMs) {
        return order == Order.BY_TIME ? timeMs : timeMs / segmentIntervalMs;
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
        if (order == Order.BY_TIME || (allKeys && !order.isTwice)) {
            return List.of(new KeyRange(segment(segmentOf(fromMs)), behind(segmentOf(toMs))));
        }
        List<KeyRange> ranges = new ArrayList<>();
        for (long segment = segmentOf(fromMs); segment <= segmentOf(toMs); segment++) {
            if (allKeys) {
                ranges.add(new KeyRange(
                        inPart(segment, BY_TIME_PART, bytesOf(fromMs)),
                        inPart(segment, BY_TIME_PART, bytesOf(toMs + 1))));
            } else {
                Bytes start = byKey(segment, keyFrom == null ? NOTHING : keyFrom);
                Bytes end = keyTo == null ? behind(segment) : byKey(segment, behindKey(keyTo, toMs));
                ranges.add(new KeyRange(start, end));
            }
        }
        return Collections.unmodifiableList(ranges);
    }

    /** Returns where the windows of one key lie, in ascending order; windows of longer keys may lie among them. */
    public List<KeyRange> rangesOf(byte[] key, long fromMs, long toMs) {
        if (order == Order.BY_TIME) {
            return ranges(key, key, fromMs, toMs);
        }
        List<KeyRange> ranges = new ArrayList<>();
        for (long segment = segmentOf(fromMs); fromMs <= toMs && segment <= segmentOf(toMs); segment++) {
            ranges.add(KeyRange.closed(
                    byKey(segment, spec.form().lowest(key, fromMs)),
                    byKey(segment, spec.form().highest(key, toMs))));
        }
        return Collections.unmodifiableList(ranges);
    }

    private Bytes byKey(long segment, byte[] rest) {
        return order.isTwice ? inPart(segment, BY_KEY_PART, rest) : inSegment(segment, rest);
    }

    private static byte[] bytesOf(long timeMs) {
        return ByteBuffer.allocate(Long.BYTES).putLong(timeMs).array();
    }

    private static Bytes inPart(long segment, byte part, byte[] rest) {
        return Bytes.wrap(ByteBuffer.allocate(Long.BYTES + 1 + rest.length)
                .putLong(segment)
                .put(part)
                .put(rest)
                .array());
    }

    private static Bytes segment(long segment) {
        return inSegment(segment, NOTHING);
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
