package io.streamwright.dsl.operator.foreignkey;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The hash of a left row's serialized value, by which an answer is told to belong to it: Murmur3 of 128 bits, as in Kafka Streams.
 * Immutable.
 *
 * @param first the first 64 bits
 * @param second the other 64 bits
 */
record RowHash(long first, long second) {
    static final int BYTES = 2 * Long.BYTES;
    private static final int SEED = 104729;
    private static final HashFunction MURMUR = Hashing.murmur3_128(SEED);

    /** Returns the hash of a serialized value. */
    static RowHash of(byte[] value) {
        ByteBuffer halves = ByteBuffer.wrap(MURMUR.hashBytes(value).asBytes()).order(ByteOrder.LITTLE_ENDIAN);
        return new RowHash(halves.getLong(), halves.getLong());
    }

    /** Reads a hash. */
    static RowHash from(ByteBuffer buffer) {
        return new RowHash(buffer.getLong(), buffer.getLong());
    }

    /** Writes the hash. */
    void to(ByteBuffer buffer) {
        buffer.putLong(first).putLong(second);
    }
}
