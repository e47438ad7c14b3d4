package io.streamwright.state;

import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Marks a store of bytes whose values begin with their timestamps (KIP-258). */
public interface TimestampedBytesStore {

    /**
     * Returns a value as such a store has it, with a timestamp that says that none is known.
     *
     * @param plainValue a value without a timestamp; null if there is none
     * @return -1 in 8 bytes, then the value; null for null
     */
    static byte @Nullable [] convertToTimestampedFormat(byte @Nullable [] plainValue) {
        if (plainValue == null) {
            return null;
        }
        return ByteBuffer.allocate(Long.BYTES + plainValue.length)
                .putLong(ConsumerRecord.NO_TIMESTAMP)
                .put(plainValue)
                .array();
    }
}
