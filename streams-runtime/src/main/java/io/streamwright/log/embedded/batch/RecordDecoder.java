package io.streamwright.log.embedded.batch;

import io.streamwright.log.LogRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one batch from first to last.
 *
 * <p>Owner: the thread that made it, for one pass.
 */
final class RecordDecoder {
    private final byte[] bytes;
    private final long baseOffset;
    private final int count;
    private final long baseTimestamp;
    private int position = BatchFormat.HEADER_BYTES;

    RecordDecoder(byte[] bytes, long baseOffset, int count, long baseTimestamp) {
        this.bytes = bytes;
        this.baseOffset = baseOffset;
        this.count = count;
        this.baseTimestamp = baseTimestamp;
    }

    List<LogRecord> decode(long fromOffset) {
        LogRecord[] records = new LogRecord[(int) Math.max(0, baseOffset + count - Math.max(fromOffset, baseOffset))];
        int skipped = count - records.length;
        try {
            for (int index = 0; index < count; index++) {
                LogRecord record = next(baseOffset + index);
                if (index >= skipped) {
                    records[index - skipped] = record;
                }
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException | NegativeArraySizeException cause) {
            throw new CorruptRecordException(
                    "batch at offset " + baseOffset + " ends inside a record, at byte " + position, cause);
        }
        if (position != bytes.length) {
            throw new CorruptRecordException("batch at offset " + baseOffset + " has " + (bytes.length - position)
                    + " bytes behind its " + count + " records");
        }
        return Arrays.asList(records);
    }

    private LogRecord next(long offset) {
        long timestamp = baseTimestamp + signed();
        byte[] key = byteString();
        byte[] value = byteString();
        int headers = unsigned();
        return new LogRecord(offset, timestamp, key, value, headers == 0 ? LogRecord.NO_HEADERS : headers(headers));
    }

    private Header[] headers(int size) {
        if (size > bytes.length - position) {
            throw new IndexOutOfBoundsException(size);
        }
        Header[] headers = new Header[size];
        for (int index = 0; index < size; index++) {
            int length = unsigned();
            String key = new String(bytes, position, length, StandardCharsets.UTF_8);
            position += length;
            headers[index] = new RecordHeader(key, byteString());
        }
        return headers;
    }

    private byte @Nullable [] byteString() {
        int length = unsigned() - 1;
        if (length < 0) {
            return null;
        }
        int start = position;
        position += length;
        if (position > bytes.length) {
            throw new IndexOutOfBoundsException(position);
        }
        return Arrays.copyOfRange(bytes, start, position);
    }

    private int unsigned() {
        int first = bytes[position++];
        if (first >= 0) {
            return first;
        }
        int value = first & 0x7f;
        int shift = 7;
        int next;
        do {
            next = bytes[position++];
            value |= (next & 0x7f) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }

    private long signed() {
        long value = 0;
        int shift = 0;
        long next;
        do {
            next = bytes[position++];
            value |= (next & 0x7f) << shift;
            shift += 7;
        } while (next < 0);
        return (value >>> 1) ^ -(value & 1);
    }
}
