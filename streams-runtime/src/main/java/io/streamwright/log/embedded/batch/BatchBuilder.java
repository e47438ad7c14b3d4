package io.streamwright.log.embedded.batch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Encodes records into one growing array and cuts batches from it.
 *
 * <p>Owner: the writer that made it. After {@link #seal} it is empty and goes on with the same array.
 */
public final class BatchBuilder {
    /** The most that is written of a record besides its key, value and headers. */
    private static final int MAX_RECORD_OVERHEAD = Varints.MAX_LONG_BYTES + 3 * Varints.MAX_INT_BYTES;

    private static final int INITIAL_BYTES = 1024;

    private byte[] buffer = new byte[INITIAL_BYTES];
    private int position = BatchFormat.HEADER_BYTES;
    private int count;
    private long baseTimestamp;
    private long maxTimestamp;

    /**
     * Returns the size of a batch that holds this record alone.
     *
     * @return bytes, header of the batch included; no less than what is stored
     */
    public static long sizeOfSingle(byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
        return (long) BatchFormat.HEADER_BYTES + Varints.MAX_LONG_BYTES + sizeOf(key) + sizeOf(value) + sizeOf(headers);
    }

    private static long sizeOf(byte @Nullable [] bytes) {
        return bytes == null ? 1 : (long) Varints.sizeOfUnsigned(bytes.length + 1) + bytes.length;
    }

    private static long sizeOf(Header[] headers) {
        long size = Varints.sizeOfUnsigned(headers.length);
        for (Header header : headers) {
            size += Varints.MAX_INT_BYTES + utf8(header).length + sizeOf(header.value());
        }
        return size;
    }

    private static byte[] utf8(Header header) {
        return header.key().getBytes(StandardCharsets.UTF_8);
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public int count() {
        return count;
    }

    /** Returns how many bytes the batch would have if it was sealed now. */
    public int sizeBytes() {
        return position;
    }

    /** Adds a record; the caller keeps the batch within its limits. */
    public void add(long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
        if (count == 0) {
            baseTimestamp = timestamp;
            maxTimestamp = timestamp;
        } else if (timestamp > maxTimestamp) {
            maxTimestamp = timestamp;
        }
        int payload = (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        ensureRoom(MAX_RECORD_OVERHEAD + payload);
        position = Varints.putSigned(buffer, position, timestamp - baseTimestamp);
        putByteString(key);
        putByteString(value);
        position = Varints.putUnsigned(buffer, position, headers.length);
        for (Header header : headers) {
            putHeader(header);
        }
        count++;
    }

    private void putHeader(Header header) {
        byte[] key = utf8(header);
        byte[] value = header.value();
        ensureRoom(2 * Varints.MAX_INT_BYTES + key.length + (value == null ? 0 : value.length));
        position = Varints.putUnsigned(buffer, position, key.length);
        System.arraycopy(key, 0, buffer, position, key.length);
        position += key.length;
        putByteString(value);
    }

    private void putByteString(byte @Nullable [] bytes) {
        if (bytes == null) {
            buffer[position++] = 0;
            return;
        }
        position = Varints.putUnsigned(buffer, position, bytes.length + 1);
        System.arraycopy(bytes, 0, buffer, position, bytes.length);
        position += bytes.length;
    }

    private void ensureRoom(int bytes) {
        int needed = position + bytes;
        if (needed > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(needed, 2 * buffer.length));
        }
    }

    /**
     * Cuts the batch and empties the builder.
     *
     * @param producerId whose records these are
     * @param epoch of the transaction they belong to
     * @param baseSequence sequence number of the first record
     * @return the batch, not yet placed in a partition
     */
    public RecordBatch seal(long producerId, long epoch, int baseSequence) {
        byte[] bytes = Arrays.copyOf(buffer, position);
        RecordBatch batch = finish(bytes, 0, producerId, epoch, baseSequence, count, baseTimestamp, maxTimestamp);
        clear();
        return batch;
    }

    /** Forgets the records added since the last batch. */
    public void clear() {
        position = BatchFormat.HEADER_BYTES;
        count = 0;
    }

    /**
     * Makes the marker that ends a transaction on a partition.
     *
     * @param producerId whose transaction it ends
     * @param epoch of the data of the transaction it ends
     * @param commit whether the transaction is committed, or else aborted
     * @param coordinatorEpoch of the coordinator that decided
     * @param timestamp when it was decided
     */
    public static RecordBatch marker(
            long producerId, long epoch, boolean commit, int coordinatorEpoch, long timestamp) {
        int flags = BatchFormat.FLAG_CONTROL | (commit ? BatchFormat.FLAG_COMMIT : 0);
        byte[] bytes = new byte[BatchFormat.HEADER_BYTES];
        return finish(bytes, flags, producerId, epoch, coordinatorEpoch, 1, timestamp, timestamp);
    }

    private static RecordBatch finish(
            byte[] bytes,
            int flags,
            long producerId,
            long epoch,
            int baseSequence,
            int count,
            long baseTimestamp,
            long maxTimestamp) {
        bytes[BatchFormat.MAGIC] = BatchFormat.CURRENT_MAGIC;
        bytes[BatchFormat.FLAGS] = (byte) flags;
        BatchFormat.putLong(bytes, BatchFormat.PRODUCER_ID, producerId);
        BatchFormat.putLong(bytes, BatchFormat.EPOCH, epoch);
        BatchFormat.putInt(bytes, BatchFormat.BASE_SEQUENCE, baseSequence);
        BatchFormat.putInt(bytes, BatchFormat.COUNT, count);
        BatchFormat.putLong(bytes, BatchFormat.BASE_TIMESTAMP, baseTimestamp);
        BatchFormat.putLong(bytes, BatchFormat.MAX_TIMESTAMP, maxTimestamp);
        BatchFormat.putInt(bytes, BatchFormat.CHECKSUM, BatchFormat.checksum(bytes));
        return RecordBatch.sealed(bytes);
    }
}
