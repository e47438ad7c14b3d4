package io.streamwright.log.embedded.partition;

import java.util.List;

/**
 * A partition's whole state at one end offset; recovery applies the headers of the batches from there on. Immutable.
 *
 * @param startOffset first offset still held
 * @param endOffset offset behind the last batch
 * @param coordinatorEpoch highest coordinator epoch seen
 * @param producers what is known of each producer, by rising producer id
 * @param open open transactions in the order of their first offsets
 * @param aborted aborted transactions in the order of their markers
 */
public record PartitionSnapshot(
        long startOffset,
        long endOffset,
        int coordinatorEpoch,
        List<ProducerState> producers,
        List<OpenTransaction> open,
        List<AbortedTransaction> aborted) {

    /** Of a partition that nothing was ever written to. */
    public static final PartitionSnapshot EMPTY = new PartitionSnapshot(0, 0, 0, List.of(), List.of(), List.of());

    public PartitionSnapshot {
        if (startOffset < 0 || endOffset < startOffset) {
            throw new IllegalArgumentException(
                    "impossible bounds: startOffset=" + startOffset + " endOffset=" + endOffset);
        }
        producers = List.copyOf(producers);
        open = List.copyOf(open);
        aborted = List.copyOf(aborted);
    }
}
