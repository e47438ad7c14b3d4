package io.streamwright.store.records;

import java.nio.ByteBuffer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a buffer knows beside its records. Immutable.
 *
 * <p>It lies in the store as an entry of its own, which no changelog has: so it is committed, dropped and found again after a crash
 * together with the records. A restore makes it anew from the places of the records, also of those that have left.
 *
 * @param streamTimeMs how far stream time has come; -1 before the first record
 * @param sequence number of the last record
 */
record RecordClock(long streamTimeMs, int sequence) {

    /** Where it lies: behind all records. */
    static final Bytes KEY = Bytes.wrap(new byte[] {(byte) 0xFF});

    /** What a new buffer begins with. */
    static final RecordClock FRESH = new RecordClock(-1, 0);

    /** Reads a clock; null if there is none. */
    static @Nullable RecordClock of(byte @Nullable [] stored) {
        if (stored == null) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(stored);
        return new RecordClock(bytes.getLong(), bytes.getInt());
    }

    /** Returns the stored bytes. */
    byte[] toBytes() {
        return ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                .putLong(streamTimeMs)
                .putInt(sequence)
                .array();
    }

    RecordClock at(long timeMs) {
        return new RecordClock(Math.max(streamTimeMs, timeMs), sequence);
    }

    RecordClock withSequence(int newSequence) {
        return new RecordClock(streamTimeMs, newSequence);
    }

    /** Returns the number of the next record. */
    int nextSequence() {
        return (sequence + 1) & Integer.MAX_VALUE;
    }
}
