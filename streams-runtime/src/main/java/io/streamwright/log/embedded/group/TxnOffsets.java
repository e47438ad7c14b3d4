package io.streamwright.log.embedded.group;

import io.streamwright.log.embedded.protocol.ProducerIdentity;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Consumed offsets that a producer adds to its transaction (KIP-447). Immutable.
 *
 * @param member who consumed; checked against the group's generation
 * @param producer names the transaction
 * @param sequence the producer's number for this request, counted from 0 in each transaction and group, so that a late copy of an
 *     earlier request cannot set offsets back
 * @param offsets next offset to be consumed, by partition
 * @param listed whether the coordinator has just said that this group is in the transaction's durable list; may be false if
 *     {@link GroupState#isOpen} says that the transaction is open here already
 */
public record TxnOffsets(
        GroupMember member,
        ProducerIdentity producer,
        int sequence,
        Map<TopicPartition, OffsetAndMetadata> offsets,
        boolean listed) {
    public TxnOffsets {
        offsets = Map.copyOf(offsets);
        if (sequence < 0) {
            throw new IllegalArgumentException("negative sequence " + sequence + " of offsets of " + producer);
        }
    }
}
