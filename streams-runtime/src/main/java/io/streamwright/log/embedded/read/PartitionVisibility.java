package io.streamwright.log.embedded.read;

import io.streamwright.log.embedded.batch.RecordBatch;
import io.streamwright.log.embedded.partition.AbortedIndex;
import io.streamwright.log.embedded.protocol.TransactionKey;

/**
 * What readers may see of a partition at one moment. Immutable.
 *
 * @param startOffset first offset still held
 * @param stableOffset where read-committed readers stop: the last stable offset (KIP-98)
 * @param endOffset offset of the next record or marker
 * @param aborted every aborted transaction with a batch between start and stable offset
 */
public record PartitionVisibility(long startOffset, long stableOffset, long endOffset, AbortedIndex aborted) {

    /** Of a partition that nothing was ever written to. */
    public static final PartitionVisibility EMPTY = new PartitionVisibility(0, 0, 0, AbortedIndex.EMPTY);

    public PartitionVisibility {
        if (startOffset < 0 || stableOffset < startOffset || endOffset < stableOffset) {
            throw new IllegalArgumentException(
                    "bounds out of order: start=" + startOffset + " stable=" + stableOffset + " end=" + endOffset);
        }
    }

    /** Returns whether a reader may stand at this offset. */
    boolean holds(long offset) {
        return offset >= startOffset && offset <= endOffset;
    }

    /** Returns whether a batch below the stable offset has records for readers: it is neither a marker nor aborted. */
    boolean shows(RecordBatch batch) {
        return !batch.isControl()
                && (aborted.isEmpty() || !aborted.contains(new TransactionKey(batch.producerId(), batch.epoch())));
    }
}
