package io.streamwright.log.embedded;

import io.streamwright.log.embedded.batch.BatchBuilder;
import io.streamwright.log.embedded.batch.RecordBatch;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.storage.PartitionKey;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A writer's records for one partition that are not sent yet, and the next sequence number there.
 *
 * <p>Owner: the writer.
 */
final class PartitionBuffer {
    /** A batch is sent when it is so large; the end of the transaction sends what is left. */
    private static final int BATCH_BYTES = 64 << 10;

    private final TopicPartition partition;
    private final PartitionKey key;
    private final RecordLimit limit;
    private final int fullBytes;
    private final BatchBuilder builder = new BatchBuilder();
    private int nextSequence;

    PartitionBuffer(TopicPartition partition, PartitionKey key, RecordLimit limit) {
        this.partition = partition;
        this.key = key;
        this.limit = limit;
        this.fullBytes = Math.min(BATCH_BYTES, limit.maxBytes());
    }

    TopicPartition partition() {
        return partition;
    }

    PartitionKey key() {
        return key;
    }

    /** Returns whether the batch must be sent before a record of this size is added. */
    boolean isFullFor(long recordBytes) {
        return !builder.isEmpty() && builder.sizeBytes() + recordBytes > fullBytes;
    }

    /**
     * Returns the size of the record, for {@link #isFullFor}.
     *
     * @throws org.apache.kafka.common.errors.RecordTooLargeException if the topic does not allow it
     */
    long checkedSize(byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
        long bytes = BatchBuilder.sizeOfSingle(key, value, headers);
        limit.check(bytes, partition);
        return bytes;
    }

    void add(long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
        builder.add(timestamp, key, value, headers);
    }

    boolean isEmpty() {
        return builder.isEmpty();
    }

    /** Cuts the batch with the next sequence number. */
    RecordBatch seal(ProducerIdentity producer) {
        int baseSequence = nextSequence;
        // Sequences begin again at 0 behind the largest number.
        nextSequence = (nextSequence + builder.count()) & Integer.MAX_VALUE;
        return builder.seal(producer.producerId(), producer.epoch(), baseSequence);
    }

    /** Begins a transaction: sequences count from 0 in each. */
    void reset() {
        builder.clear();
        nextSequence = 0;
    }
}
