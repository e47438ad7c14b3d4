package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.group.GroupMember;
import io.streamwright.log.embedded.group.GroupState;
import io.streamwright.log.embedded.group.TxnOffsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Adds a group's offsets to a transaction. Nobody waits for the reply: a failure is noted in the transaction, which then cannot
 * commit.
 *
 * @param transaction whose offsets they are
 * @param groupId the group
 * @param member who consumed
 * @param sequence number of the request in its transaction and group, from 0
 * @param offsets next offset to be consumed, by partition
 */
public record AddOffsets(
        WriterTransaction transaction,
        String groupId,
        GroupMember member,
        int sequence,
        Map<TopicPartition, OffsetAndMetadata> offsets)
        implements LogRequest {
    public AddOffsets {
        offsets = Map.copyOf(offsets);
    }

    @Override
    public void execute(ProtocolExecutor log) {
        KafkaException refused = transaction.failure() == null ? add(log) : null;
        if (refused != null) {
            transaction.fail(refused);
        }
        log.round().done(this);
    }

    private @Nullable KafkaException add(ProtocolExecutor log) {
        GroupState group = log.state().group(groupId);
        boolean listed = false;
        if (!group.isOpen(transaction.producer())) {
            KafkaException notListed = OutcomeExceptions.of(log.list(transaction.producer(), group.id()), transaction);
            if (notListed != null) {
                return notListed;
            }
            listed = true;
        }
        TxnOffsets request = new TxnOffsets(member, transaction.producer(), sequence, offsets, listed);
        return OutcomeExceptions.of(log.addOffsets(group, request), transaction, groupId);
    }

    @Override
    public void fail(KafkaException failure) {
        transaction.fail(failure);
    }
}
