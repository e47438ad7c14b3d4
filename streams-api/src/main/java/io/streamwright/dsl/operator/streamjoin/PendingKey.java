package io.streamwright.dsl.operator.streamjoin;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * The key of records that wait for a match, in the bytes that Kafka Streams has for it: their timestamp in eight bytes, big-endian, a
 * one for this stream and a zero for the other, and the serialized key. Immutable.
 *
 * @param timestamp of the records
 * @param side whose records they are
 * @param key serialized
 */
record PendingKey(long timestamp, JoinSide side, byte[] key) {
    private static final int PREFIX_BYTES = Long.BYTES + 1;
    private static final byte LEFT = 1;
    private static final byte RIGHT = 0;

    static PendingKey of(Bytes stored) {
        ByteBuffer bytes = ByteBuffer.wrap(stored.get());
        long timestamp = bytes.getLong();
        JoinSide side = bytes.get() == LEFT ? JoinSide.LEFT : JoinSide.RIGHT;
        return new PendingKey(timestamp, side, Arrays.copyOfRange(stored.get(), PREFIX_BYTES, stored.get().length));
    }

    Bytes toBytes() {
        return Bytes.wrap(ByteBuffer.allocate(PREFIX_BYTES + key.length)
                .putLong(timestamp)
                .put(side == JoinSide.LEFT ? LEFT : RIGHT)
                .put(key)
                .array());
    }
}
