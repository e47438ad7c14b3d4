package io.streamwright.store.committed;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Headers in front of a stored value, as Kafka Streams lays them out (KIP-1271): their size in bytes, their number, and for each the
 * size of its key, its key, the size of its value, which is -1 if it has none, and its value. All sizes are zigzag varints. No headers
 * are a size of zero, and nothing else.
 *
 * <p>Thread-safe: holds nothing.
 */
public final class HeaderBytes {
    private static final Header[] NONE = {};
    private static final int BITS = 7;
    private static final int MORE = 0x80;
    private static final int MAX_VARINT_BYTES = 5;

    private HeaderBytes() {}

    /** Returns the stored bytes of a value with headers. */
    public static byte[] before(Header[] headers, byte[] value) {
        byte[] laidOut = bytes(headers);
        ByteArrayOutputStream out = new ByteArrayOutputStream(1 + laidOut.length + value.length);
        putVarint(out, laidOut.length);
        out.writeBytes(laidOut);
        out.writeBytes(value);
        return out.toByteArray();
    }

    private static byte[] bytes(Header[] headers) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (headers.length > 0) {
            putVarint(out, headers.length);
        }
        for (Header header : headers) {
            put(out, header.key().getBytes(StandardCharsets.UTF_8));
            put(out, header.value());
        }
        return out.toByteArray();
    }

    private static void put(ByteArrayOutputStream out, byte @Nullable [] part) {
        putVarint(out, part == null ? -1 : part.length);
        if (part != null) {
            out.writeBytes(part);
        }
    }

    private static void putVarint(ByteArrayOutputStream out, int number) {
        int rest = (number << 1) ^ (number >> (Integer.SIZE - 1));
        while ((rest & -MORE) != 0) {
            out.write((rest & (MORE - 1)) | MORE);
            rest >>>= BITS;
        }
        out.write(rest);
    }

    /** Returns the headers of a stored value, in their order. */
    public static Header[] of(byte[] stored) {
        ByteBuffer buffer = ByteBuffer.wrap(stored);
        if (size(buffer, stored) == 0) {
            return NONE;
        }
        Header[] headers = new Header[varint(buffer)];
        for (int index = 0; index < headers.length; index++) {
            byte[] key = new byte[varint(buffer)];
            buffer.get(key);
            int length = varint(buffer);
            byte[] value = length < 0 ? null : new byte[length];
            if (value != null) {
                buffer.get(value);
            }
            headers[index] = new RecordHeader(new String(key, StandardCharsets.UTF_8), value);
        }
        return headers;
    }

    /** Returns what stands behind the headers. */
    public static byte[] behind(byte[] stored) {
        return Arrays.copyOfRange(stored, end(stored), stored.length);
    }

    /** Returns where the headers end. */
    static int end(byte[] stored) {
        ByteBuffer buffer = ByteBuffer.wrap(stored);
        int size = size(buffer, stored);
        return buffer.position() + size;
    }

    private static int size(ByteBuffer buffer, byte[] stored) {
        int size = varint(buffer);
        if (size < 0 || size > buffer.remaining()) {
            throw new StoreInvariantException("a stored value of " + stored.length + " bytes begins with headers of "
                    + size + " bytes: it was written by a store without headers, or is damaged");
        }
        return size;
    }

    private static int varint(ByteBuffer buffer) {
        int bits = 0;
        for (int index = 0; index < MAX_VARINT_BYTES; index++) {
            int next = buffer.get();
            bits |= (next & (MORE - 1)) << (BITS * index);
            if ((next & MORE) == 0) {
                return (bits >>> 1) ^ -(bits & 1);
            }
        }
        throw new StoreInvariantException("a stored value has a size of more than " + MAX_VARINT_BYTES + " bytes");
    }
}
