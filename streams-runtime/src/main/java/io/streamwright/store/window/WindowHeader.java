package io.streamwright.store.window;

import java.nio.ByteBuffer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a window store knows beside its windows. Immutable.
 *
 * <p>It lies in the store as an entry of its own, which no changelog has: so it is committed, dropped and found again after a crash
 * together with the windows. A restore makes it anew from the changelog.
 *
 * @param observedMs highest start of a window that was put; -1 before the first
 * @param newestMs highest date of a change; -1 before the first
 * @param sequence number of the last of the values that are kept side by side
 * @param segmentIntervalMs the segments' length that the store was made with
 * @param timeOrdered whether it was made in the order of time
 */
public record WindowHeader(long observedMs, long newestMs, int sequence, long segmentIntervalMs, boolean timeOrdered) {

    /** Where it lies: behind all windows. */
    public static final Bytes KEY = Bytes.wrap(new byte[] {(byte) 0xFF});

    private static final int SIZE = 3 * Long.BYTES + Integer.BYTES + 1;
    private static final long NONE_MS = -1;

    /** Returns what a new store begins with. */
    public static WindowHeader fresh(long segmentIntervalMs, boolean timeOrdered) {
        return new WindowHeader(NONE_MS, NONE_MS, 0, segmentIntervalMs, timeOrdered);
    }

    /** Reads a header; null if there is none. */
    public static @Nullable WindowHeader of(byte @Nullable [] stored) {
        if (stored == null) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(stored);
        return new WindowHeader(bytes.getLong(), bytes.getLong(), bytes.getInt(), bytes.getLong(), bytes.get() != 0);
    }

    /** Returns the stored bytes. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(SIZE)
                .putLong(observedMs)
                .putLong(newestMs)
                .putInt(sequence)
                .putLong(segmentIntervalMs)
                .put((byte) (timeOrdered ? 1 : 0))
                .array();
    }

    /**
     * Returns the header after a change.
     *
     * @param startMs start of the window
     * @param changedMs date of the change
     * @param newSequence number of the value
     */
    public WindowHeader after(long startMs, long changedMs, int newSequence) {
        return new WindowHeader(
                Math.max(observedMs, startMs),
                Math.max(newestMs, changedMs),
                newSequence,
                segmentIntervalMs,
                timeOrdered);
    }

    /** Returns the number of the next value that is kept beside others. */
    public int nextSequence() {
        return (sequence + 1) & Integer.MAX_VALUE;
    }
}
