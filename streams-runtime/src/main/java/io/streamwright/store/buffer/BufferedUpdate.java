package io.streamwright.store.buffer;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * An update that waits, in the format that Kafka Streams gives it in a changelog (version 3).
 *
 * <pre>
 * cause:       timestamp (8), offset (8), topic (length 4), partition (4), number of headers (4),
 *              for each header: name (length 4), value (length 4; -1: null)
 * prior value: length (4; -1: null), bytes
 * old value:   length (4; -1: null; -2: the prior value), bytes
 * new value:   length (4; -1: null), bytes
 * time:        8 bytes
 * </pre>
 *
 * <p>Immutable by contract: the arrays are not copied.
 *
 * @param timeMs by which updates are ordered
 * @param cause the record that made the update
 * @param prior the row's value before the first update that waits; null if there was none
 * @param old the row's value before this update; null if there was none
 * @param now the row's value from this update on; null: it is deleted
 */
public record BufferedUpdate(
        long timeMs, Cause cause, byte @Nullable [] prior, byte @Nullable [] old, byte @Nullable [] now) {
    private static final int NULL = -1;
    private static final int SAME_AS_PRIOR = -2;

    /** What the timestamp is about. */
    private static final int TIMESTAMP_AT = 0;

    /**
     * The record that made an update. Immutable by contract: the array is not copied.
     *
     * @param timestamp in ms since the epoch
     * @param topic the input topic; empty if the program made the record
     * @param partition the input partition; -1 if the program made the record
     * @param offset in the input partition; -1 if the program made the record
     * @param headers in their order
     */
    public record Cause(long timestamp, String topic, int partition, long offset, Header[] headers) {

        private static Cause read(ByteBuffer bytes) {
            long timestamp = bytes.getLong();
            long offset = bytes.getLong();
            String topic = text(required(part(bytes)));
            int partition = bytes.getInt();
            int count = bytes.getInt();
            if (count < NULL || count > bytes.remaining()) {
                throw new SerializationException("a record cannot have " + count + " headers");
            }
            Header[] headers = new Header[Math.max(0, count)];
            for (int index = 0; index < headers.length; index++) {
                headers[index] = new RecordHeader(text(required(part(bytes))), part(bytes));
            }
            return new Cause(timestamp, topic, partition, offset, headers);
        }

        private void write(ByteBuffer bytes) {
            bytes.putLong(timestamp).putLong(offset);
            put(bytes, utf8(topic));
            bytes.putInt(partition).putInt(headers.length);
            for (Header header : headers) {
                put(bytes, utf8(header.key()));
                put(bytes, header.value());
            }
        }

        private int size() {
            int size = 2 * Long.BYTES + sizeOf(utf8(topic)) + 2 * Integer.BYTES;
            for (Header header : headers) {
                size += sizeOf(utf8(header.key())) + sizeOf(header.value());
            }
            return size;
        }

        private long countedBytes() {
            long bytes = 2L * Long.BYTES + topic.length() + Integer.BYTES;
            for (Header header : headers) {
                bytes += header.key().length() + lengthOf(header.value());
            }
            return bytes;
        }
    }

    /**
     * Reads an update.
     *
     * @throws SerializationException if the bytes are none
     */
    public static BufferedUpdate of(byte[] stored) {
        ByteBuffer bytes = ByteBuffer.wrap(stored);
        try {
            Cause cause = Cause.read(bytes);
            byte[] prior = part(bytes);
            int oldLength = bytes.getInt();
            byte[] old = oldLength == SAME_AS_PRIOR ? prior : bytes(bytes, oldLength);
            byte[] now = part(bytes);
            return new BufferedUpdate(bytes.getLong(), cause, prior, old, now);
        } catch (BufferUnderflowException | SerializationException e) {
            throw new SerializationException("no update that waits: " + stored.length + " bytes", e);
        }
    }

    /** Returns the timestamp of the record that made an update. */
    public static long timestampOf(byte[] stored) {
        return ByteBuffer.wrap(stored).getLong(TIMESTAMP_AT);
    }

    /** Returns the stored bytes. */
    public byte[] toBytes() {
        int oldSize = Integer.BYTES + (isOldPrior() ? 0 : lengthOf(old));
        ByteBuffer bytes = ByteBuffer.allocate(cause.size() + sizeOf(prior) + oldSize + sizeOf(now) + Long.BYTES);
        cause.write(bytes);
        put(bytes, prior);
        if (isOldPrior()) {
            bytes.putInt(SAME_AS_PRIOR);
        } else {
            put(bytes, old);
        }
        put(bytes, now);
        return bytes.putLong(timeMs).array();
    }

    private boolean isOldPrior() {
        return old != null && Arrays.equals(prior, old);
    }

    /** Returns what the update counts towards a limit of bytes, as Kafka Streams counts it. */
    public long countedBytes(int keyLength) {
        return (long) Long.BYTES
                + keyLength
                + lengthOf(prior)
                + (isOldPrior() ? 0 : lengthOf(old))
                + lengthOf(now)
                + cause.countedBytes();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private static int lengthOf(byte @Nullable [] part) {
        return part == null ? 0 : part.length;
    }

    private static int sizeOf(byte @Nullable [] part) {
        return Integer.BYTES + lengthOf(part);
    }

    private static void put(ByteBuffer bytes, byte @Nullable [] part) {
        if (part == null) {
            bytes.putInt(NULL);
        } else {
            bytes.putInt(part.length).put(part);
        }
    }

    private static byte @Nullable [] part(ByteBuffer bytes) {
        return bytes(bytes, bytes.getInt());
    }

    private static byte @Nullable [] bytes(ByteBuffer bytes, int length) {
        if (length == NULL) {
            return null;
        }
        if (length < 0 || length > bytes.remaining()) {
            throw new SerializationException("a part cannot have " + length + " bytes");
        }
        byte[] part = new byte[length];
        bytes.get(part);
        return part;
    }

    private static byte[] required(byte @Nullable [] part) {
        if (part == null) {
            throw new SerializationException("a name is missing");
        }
        return part;
    }
}
