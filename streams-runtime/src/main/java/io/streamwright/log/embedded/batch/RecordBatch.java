package io.streamwright.log.embedded.batch;

import io.streamwright.log.LogRecord;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;

/**
 * One batch of the log with its header decoded: records of one producer's transaction, or the marker that ends one.
 *
 * <p>Immutable once {@link #placeAt} was called by the log; the bytes are shared with storage and readers and nobody changes
 * them.
 */
public final class RecordBatch {
    private final byte[] bytes;
    private final boolean control;
    private final boolean commit;
    private final long producerId;
    private final long epoch;
    private final int baseSequence;
    private final int count;
    private long baseOffset;

    private RecordBatch(byte[] bytes) {
        this.bytes = bytes;
        int flags = bytes[BatchFormat.FLAGS];
        this.control = (flags & BatchFormat.FLAG_CONTROL) != 0;
        this.commit = (flags & BatchFormat.FLAG_COMMIT) != 0;
        this.producerId = BatchFormat.getLong(bytes, BatchFormat.PRODUCER_ID);
        this.epoch = BatchFormat.getLong(bytes, BatchFormat.EPOCH);
        this.baseSequence = BatchFormat.getInt(bytes, BatchFormat.BASE_SEQUENCE);
        this.count = BatchFormat.getInt(bytes, BatchFormat.COUNT);
        this.baseOffset = BatchFormat.getLong(bytes, BatchFormat.BASE_OFFSET);
    }

    /** Wraps bytes that a {@link BatchBuilder} has just sealed. */
    static RecordBatch sealed(byte[] bytes) {
        return new RecordBatch(bytes);
    }

    /**
     * Parses and checks a stored batch.
     *
     * @param bytes the batch; kept, not copied
     * @param baseOffset under which it is stored
     * @param log names the log in the message
     * @param partition names the partition in the message
     * @throws CorruptRecordException if the bytes are not what was written
     */
    public static RecordBatch parse(byte[] bytes, long baseOffset, String log, TopicPartition partition) {
        String damage = damageOf(bytes, baseOffset);
        if (!damage.isEmpty()) {
            throw new CorruptRecordException("batch of partition " + partition + " at offset " + baseOffset
                    + " of the log in " + log + " is corrupt: " + damage
                    + "; restore the directory from a copy, or delete the records before the next intact offset");
        }
        return new RecordBatch(bytes);
    }

    private static String damageOf(byte[] bytes, long baseOffset) {
        if (bytes.length < BatchFormat.HEADER_BYTES) {
            return bytes.length + " bytes are less than a header";
        }
        if (bytes[BatchFormat.MAGIC] != BatchFormat.CURRENT_MAGIC) {
            return "format " + bytes[BatchFormat.MAGIC] + " is not " + BatchFormat.CURRENT_MAGIC;
        }
        int stored = BatchFormat.getInt(bytes, BatchFormat.CHECKSUM);
        int computed = BatchFormat.checksum(bytes);
        if (stored != computed) {
            return "checksum " + Integer.toHexString(computed) + " is not " + Integer.toHexString(stored);
        }
        long place = BatchFormat.getLong(bytes, BatchFormat.BASE_OFFSET);
        return place == baseOffset ? "" : "it was written for offset " + place;
    }

    /**
     * Sets the batch's place in its partition. Called once, by the log, before anybody else sees the batch.
     *
     * @param offset offset of its first record
     * @param appendedAtMs when the log took it
     */
    public void placeAt(long offset, long appendedAtMs) {
        baseOffset = offset;
        BatchFormat.putLong(bytes, BatchFormat.BASE_OFFSET, offset);
        BatchFormat.putLong(bytes, BatchFormat.APPENDED_AT, appendedAtMs);
    }

    /** Returns the batch as it is stored. Nobody changes the array. */
    public byte[] bytes() {
        return bytes;
    }

    public int sizeBytes() {
        return bytes.length;
    }

    /** Returns the offset of the first record. */
    public long baseOffset() {
        return baseOffset;
    }

    /** Returns the offset behind the last record. */
    public long nextOffset() {
        return baseOffset + count;
    }

    public int count() {
        return count;
    }

    public long producerId() {
        return producerId;
    }

    /** Returns the data epoch of the transaction whose records these are, or that the marker ends. */
    public long epoch() {
        return epoch;
    }

    public int baseSequence() {
        return baseSequence;
    }

    /** Returns whether this is a marker and holds no records of a program. */
    public boolean isControl() {
        return control;
    }

    /** Returns whether the marker commits; meaningless for records. */
    public boolean isCommit() {
        return commit;
    }

    /** Returns the epoch of the coordinator that wrote the marker; meaningless for records. */
    public int coordinatorEpoch() {
        return baseSequence;
    }

    /** Returns when the log took the batch, by its clock. */
    public long appendedAtMs() {
        return BatchFormat.getLong(bytes, BatchFormat.APPENDED_AT);
    }

    /** Returns the timestamp of the first record. */
    public long baseTimestamp() {
        return BatchFormat.getLong(bytes, BatchFormat.BASE_TIMESTAMP);
    }

    /** Returns the largest timestamp. */
    public long maxTimestamp() {
        return BatchFormat.getLong(bytes, BatchFormat.MAX_TIMESTAMP);
    }

    /**
     * Returns the records from an offset on, in the order of their offsets.
     *
     * @param fromOffset records below are passed over
     * @throws CorruptRecordException if the records do not fill the batch exactly
     */
    public List<LogRecord> decode(long fromOffset) {
        return new RecordDecoder(bytes, baseOffset, count, baseTimestamp()).decode(fromOffset);
    }

    @Override
    public String toString() {
        return (control ? (commit ? "commit marker" : "abort marker") : count + " records") + " at offset " + baseOffset
                + " producerId=" + producerId + " epoch=" + epoch;
    }
}
