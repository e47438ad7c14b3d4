package io.streamwright.log.embedded.partition;

import io.streamwright.log.embedded.protocol.ProducerIdentity;

/**
 * A batch that a producer wants to append to its transaction. Immutable.
 *
 * @param producer who writes; names the transaction too
 * @param baseSequence the producer's number for the first record, counted from 0 in each transaction and partition
 * @param recordCount how many records
 * @param listed whether the coordinator has just said that this partition is in the transaction's durable list; may be false if
 *     {@link PartitionState#isOpen} says that the transaction is open here already
 */
public record AppendRequest(ProducerIdentity producer, int baseSequence, int recordCount, boolean listed) {
    public AppendRequest {
        if (baseSequence < 0 || recordCount < 1) {
            throw new IllegalArgumentException("impossible append of " + producer + ": baseSequence=" + baseSequence
                    + " recordCount=" + recordCount);
        }
    }
}
