package io.streamwright.dsl.operator.streamjoin;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values that wait for a match under one key, in the bytes that Kafka Streams has for them: a one for a list of parts of any length,
 * their number, and for each its length, a one for this stream or a zero for the other, and the serialized value. Thread-safe: holds
 * nothing.
 */
final class PendingValues {
    private static final byte PARTS_OF_ANY_LENGTH = 1;
    private static final int HEADER_BYTES = 1 + Integer.BYTES;
    private static final int SIDE_BYTES = 1;

    private PendingValues() {}

    /**
     * Returns the bytes with one more value.
     *
     * @param stored the bytes before; null if there was no value
     * @param side whose value it is
     * @param value serialized
     */
    static byte[] with(byte @Nullable [] stored, JoinSide side, byte[] value) {
        byte[] before = stored == null ? new byte[] {PARTS_OF_ANY_LENGTH, 0, 0, 0, 0} : stored;
        byte[] after = Arrays.copyOf(before, before.length + Integer.BYTES + SIDE_BYTES + value.length);
        ByteBuffer bytes = ByteBuffer.wrap(after);
        bytes.putInt(1, bytes.getInt(1) + 1);
        bytes.position(before.length);
        bytes.putInt(SIDE_BYTES + value.length)
                .put((byte) (side == JoinSide.LEFT ? 1 : 0))
                .put(value);
        return after;
    }

    /** Returns the serialized values, in the order in which they came. */
    static List<byte[]> in(byte[] stored) {
        ByteBuffer bytes = ByteBuffer.wrap(stored);
        bytes.position(HEADER_BYTES);
        List<byte[]> values = new ArrayList<>();
        while (bytes.hasRemaining()) {
            byte[] value = new byte[bytes.getInt() - SIDE_BYTES];
            bytes.get(); // the side, which the key has too
            bytes.get(value);
            values.add(value);
        }
        return values;
    }
}
