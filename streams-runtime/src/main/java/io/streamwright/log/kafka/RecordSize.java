package io.streamwright.log.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes a record takes in Kafka's format (magic 2), uncompressed. Immutable: holds nothing.
 *
 * <p>A batch has a header, a record its own length, attributes, the two differences to its batch's timestamp and offset, then key, value
 * and headers, each with its length before it. Lengths and differences are zigzag numbers of variable size.
 */
final class RecordSize {
    private static final int BATCH_HEADER = 61;
    private static final int ATTRIBUTES = 1;
    /** What the producer counts for a record beside its key, value and headers, whatever these are. */
    private static final int MAX_RECORD_OVERHEAD = 21;

    private RecordSize() {}

    /** Returns the size of a batch that holds this record alone. */
    static long inBatchOfItsOwn(byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
        long body = ATTRIBUTES + 2 + contents(key, value, headers);
        return BATCH_HEADER + varint(body) + body;
    }

    /** Returns what a producer holds against {@code max.request.size}. */
    static long upperBound(byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
        return BATCH_HEADER + MAX_RECORD_OVERHEAD + contents(key, value, headers);
    }

    private static long contents(byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
        long bytes = field(key) + field(value) + varint(headers.length);
        for (Header header : headers) {
            bytes += field(header.key().getBytes(StandardCharsets.UTF_8)) + field(header.value());
        }
        return bytes;
    }

    private static long field(byte @Nullable [] bytes) {
        return bytes == null ? 1 : varint(bytes.length) + bytes.length;
    }

    private static int varint(long value) {
        long zigzag = value << 1;
        int bytes = 1;
        while (zigzag > 0x7f) {
            zigzag >>>= 7;
            bytes++;
        }
        return bytes;
    }
}
