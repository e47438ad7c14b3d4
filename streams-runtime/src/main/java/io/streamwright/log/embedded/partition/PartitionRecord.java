package io.streamwright.log.embedded.partition;

import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that changes a partition's state: what the headers of its batches say, or housekeeping. Immutable.
 *
 * <p>Recovery starts from a snapshot and applies the headers of the batches behind it. Housekeeping records have no place among
 * the batches: the write that carries one must carry a new snapshot too.
 */
public sealed interface PartitionRecord {

    /** Calls the method for the kind that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /** Returns whether it is one of the partition's batches; otherwise it has to be stored as part of a snapshot. */
    boolean isBatch();

    /**
     * Header of a batch of records, all of one transaction.
     *
     * @param baseOffset offset of the first record
     * @param recordCount how many there are
     * @param producer who wrote it; names the transaction too
     * @param baseSequence the producer's number for the first record, counted from 0 in each transaction and partition
     * @param appendedAtMs when the log took it, by the log's clock
     */
    record DataBatch(long baseOffset, int recordCount, ProducerIdentity producer, int baseSequence, long appendedAtMs)
            implements PartitionRecord {
        public DataBatch {
            if (baseOffset < 0 || recordCount < 1 || baseSequence < 0) {
                throw new IllegalArgumentException("impossible batch of " + producer + ": baseOffset=" + baseOffset
                        + " recordCount=" + recordCount + " baseSequence=" + baseSequence);
            }
        }

        /** Returns the offset behind the last record. */
        public long nextOffset() {
            return baseOffset + recordCount;
        }

        @Override
        public boolean isBatch() {
            return true;
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.dataBatch(this);
        }
    }

    /**
     * Header of the batch that holds a marker and takes one offset.
     *
     * @param offset where it stands
     * @param marker what it says
     * @param appendedAtMs when the log took it, by the log's clock
     */
    record ControlMarker(long offset, EndMarker marker, long appendedAtMs) implements PartitionRecord {
        public ControlMarker {
            if (offset < 0) {
                throw new IllegalArgumentException("negative offset " + offset + " of " + marker);
            }
        }

        @Override
        public boolean isBatch() {
            return true;
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.controlMarker(this);
        }
    }

    /**
     * Records in front of an offset were given up.
     *
     * @param startOffset first offset that is still held
     */
    record StartOffsetRaised(long startOffset) implements PartitionRecord {
        @Override
        public boolean isBatch() {
            return false;
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.startOffsetRaised(this);
        }
    }

    /**
     * Producers that wrote nothing for long were forgotten; those that wrote by a clock that was ahead begin to be idle.
     *
     * @param producerIds which were forgotten
     * @param fromTheFuture whose last write counts as of now, as it lay behind
     * @param nowMs the log's clock
     */
    record ProducersExpired(List<Long> producerIds, List<Long> fromTheFuture, long nowMs) implements PartitionRecord {
        public ProducersExpired {
            producerIds = List.copyOf(producerIds);
            fromTheFuture = List.copyOf(fromTheFuture);
        }

        @Override
        public boolean isBatch() {
            return false;
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.producersExpired(this);
        }
    }

    /**
     * One method for each kind.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R dataBatch(DataBatch record);

        R controlMarker(ControlMarker record);

        R startOffsetRaised(StartOffsetRaised record);

        R producersExpired(ProducersExpired record);
    }
}
