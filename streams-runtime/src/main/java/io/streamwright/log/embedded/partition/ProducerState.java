package io.streamwright.log.embedded.partition;

import io.streamwright.log.embedded.partition.PartitionRecord.DataBatch;
import io.streamwright.log.embedded.protocol.EndMarker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a partition remembers of one producer. Immutable.
 *
 * @param producerId whose
 * @param epoch the lowest epoch that may write
 * @param batches the last batches of that epoch, the oldest first, at most {@link #BATCHES_REMEMBERED}
 * @param lastWriteMs when its last batch or marker was appended
 */
public record ProducerState(long producerId, long epoch, List<RememberedBatch> batches, long lastWriteMs) {
    /** So many batches may be in flight and be sent again without harm. */
    public static final int BATCHES_REMEMBERED = 5;

    public ProducerState {
        batches = List.copyOf(batches);
    }

    /**
     * A batch that may be sent again.
     *
     * @param baseSequence the producer's number for the first record
     * @param recordCount how many records
     * @param baseOffset offset of the first record
     */
    public record RememberedBatch(int baseSequence, int recordCount, long baseOffset) {
        /** Returns the sequence behind the last record; it begins again at 0 behind the largest number. */
        int nextSequence() {
            return (int) (((long) baseSequence + recordCount) % (1L << 31));
        }
    }

    /** Returns the state of a producer that nothing is known of, after its first batch. */
    static ProducerState first(DataBatch batch) {
        return new ProducerState(
                batch.producer().producerId(),
                batch.producer().epoch(),
                List.of(remember(batch)),
                batch.appendedAtMs());
    }

    private static RememberedBatch remember(DataBatch batch) {
        return new RememberedBatch(batch.baseSequence(), batch.recordCount(), batch.baseOffset());
    }

    /** Returns the state after a batch of this or a later epoch. */
    ProducerState with(DataBatch batch) {
        if (batch.producer().epoch() != epoch) {
            return first(batch);
        }
        List<RememberedBatch> next = new ArrayList<>(batches);
        if (next.size() == BATCHES_REMEMBERED) {
            next.remove(0);
        }
        next.add(remember(batch));
        return new ProducerState(producerId, epoch, next, Math.max(lastWriteMs, batch.appendedAtMs()));
    }

    /** Returns the state after a marker. */
    ProducerState with(EndMarker marker, long appendedAtMs) {
        long nextEpoch = marker.transaction().nextEpoch();
        long writeMs = Math.max(lastWriteMs, appendedAtMs);
        return nextEpoch > epoch
                ? new ProducerState(producerId, nextEpoch, List.of(), writeMs)
                : new ProducerState(producerId, epoch, batches, writeMs);
    }

    /** Returns the state if the last write counts as of another time. */
    ProducerState lastWritten(long atMs) {
        return new ProducerState(producerId, epoch, batches, atMs);
    }

    /** Returns the sequence with which the next batch of this epoch has to begin. */
    int expectedSequence() {
        return batches.isEmpty() ? 0 : batches.get(batches.size() - 1).nextSequence();
    }

    /** Returns the remembered batch that the request repeats. */
    Optional<RememberedBatch> find(AppendRequest request) {
        return batches.stream()
                .filter(batch ->
                        batch.baseSequence() == request.baseSequence() && batch.recordCount() == request.recordCount())
                .findFirst();
    }
}
