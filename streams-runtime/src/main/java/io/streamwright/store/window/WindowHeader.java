package io.streamwright.store.window;

import io.streamwright.store.committed.StoreInvariantException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a store of windows knows beside its windows. Immutable.
 *
 * <p>It lies in the store as an entry of its own, which no changelog has: so it is committed, dropped and found again after a crash
 * together with the windows. A restore makes it anew from the changelog.
 *
 * @param observedMs highest time of a window that was put: its start, or the end of a session; -1 before the first
 * @param newestMs highest date of a change; -1 before the first
 * @param sequence number of the last of the values that are kept side by side
 * @param segmentIntervalMs the segments' length that the store was made with
 * @param form how its keys are written
 * @param order in which it was made
 */
public record WindowHeader(
        long observedMs, long newestMs, int sequence, long segmentIntervalMs, KeyForm form, WindowLayout.Order order) {

    /** Where it lies: behind all windows. */
    public static final Bytes KEY = Bytes.wrap(new byte[] {(byte) 0xFF});

    private static final int SIZE = 3 * Long.BYTES + Integer.BYTES + 2;
    private static final long NONE_MS = -1;

    /** Returns what a new store begins with. */
    static WindowHeader fresh(long segmentIntervalMs, KeyForm form, WindowLayout.Order order) {
        return new WindowHeader(NONE_MS, NONE_MS, 0, segmentIntervalMs, form, order);
    }

    /**
     * Reads a header; null if there is none.
     *
     * @throws StoreInvariantException if it was written by a later version
     */
    public static @Nullable WindowHeader of(byte @Nullable [] stored) {
        if (stored == null) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(stored);
        return new WindowHeader(
                bytes.getLong(),
                bytes.getLong(),
                bytes.getInt(),
                bytes.getLong(),
                constant(KeyForm.values(), KeyForm::code, bytes.get()),
                constant(WindowLayout.Order.values(), WindowLayout.Order::code, bytes.get()));
    }

    private static <E> E constant(E[] values, ToIntFunction<E> code, byte stored) {
        return Arrays.stream(values)
                .filter(value -> code.applyAsInt(value) == stored)
                .findFirst()
                .orElseThrow(() -> new StoreInvariantException(
                        "a store of windows was written by a later version: it is of kind " + stored + ", and those of "
                                + Arrays.toString(values) + " are known: reset the application, or go back"));
    }

    /** Returns the stored bytes. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(SIZE)
                .putLong(observedMs)
                .putLong(newestMs)
                .putInt(sequence)
                .putLong(segmentIntervalMs)
                .put((byte) form.code())
                .put((byte) order.code())
                .array();
    }

    /**
     * Returns the header after a change.
     *
     * @param timeMs time of the window
     * @param changedMs date of the change
     * @param newSequence number of the value
     */
    public WindowHeader after(long timeMs, long changedMs, int newSequence) {
        return new WindowHeader(
                Math.max(observedMs, timeMs),
                Math.max(newestMs, changedMs),
                newSequence,
                segmentIntervalMs,
                form,
                order);
    }

    /** Returns the same with another number of the last value. */
    public WindowHeader withSequence(int newSequence) {
        return new WindowHeader(observedMs, newestMs, newSequence, segmentIntervalMs, form, order);
    }

    /** Returns the number of the next value that is kept beside others. */
    public int nextSequence() {
        return (sequence + 1) & Integer.MAX_VALUE;
    }
}
