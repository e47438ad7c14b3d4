package io.streamwright.state;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A store of bytes whose values begin with headers (KIP-1271): their size as a varint, the headers, then what a store without headers
 * has. No headers are one zero byte.
 */
public interface HeadersBytesStore {

    /**
     * Returns the bytes of a value with a timestamp, or of a session's aggregate, as a store with headers has them: with none.
     *
     * @param value as a store without headers has it; null for none
     * @return null if the value is null
     */
    static byte @Nullable [] convertToHeaderFormat(byte @Nullable [] value) {
        return value == null
                ? null
                : ByteBuffer.allocate(1 + value.length).put((byte) 0).put(value).array();
    }

    /**
     * Returns the bytes of a value without a timestamp as a store with headers has them: with no headers, and the timestamp -1.
     *
     * @param value as a store without timestamps has it; null for none
     * @return null if the value is null
     */
    static byte @Nullable [] convertFromPlainToHeaderFormat(byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        byte[] converted = new byte[1 + Long.BYTES + value.length];
        Arrays.fill(converted, 1, 1 + Long.BYTES, (byte) -1);
        System.arraycopy(value, 0, converted, 1 + Long.BYTES, value.length);
        return converted;
    }
}
