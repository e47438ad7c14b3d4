package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.batch.RecordBatch;
import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.partition.AppendRequest;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.storage.PartitionKey;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Adds a batch to a transaction. Nobody waits for the reply: a failure is noted in the transaction, which then cannot commit.
 *
 * @param transaction whose batch it is
 * @param key where to
 * @param batch sealed, and the log's from now on
 */
public record AppendBatch(WriterTransaction transaction, PartitionKey key, RecordBatch batch) implements LogRequest {

    @Override
    public void execute(ProtocolExecutor log) {
        // A failed transaction is never committed: what comes after the failure would only be written to be aborted.
        KafkaException refused = transaction.failure() == null ? append(log) : null;
        if (refused != null) {
            // Known before the round is written: an end of the same transaction may follow in this round.
            transaction.fail(refused);
        }
        log.round().done(this);
    }

    private @Nullable KafkaException append(ProtocolExecutor log) {
        PartitionId id = new PartitionId(key.topicId(), key.partition());
        HostedPartition partition = log.state().partition(id);
        PartitionState state = partition.state();
        boolean listed = false;
        if (!state.isOpen(transaction.producer())) {
            KafkaException notListed =
                    OutcomeExceptions.ofFirstBatch(log.list(transaction.producer(), id), transaction);
            if (notListed != null) {
                return notListed;
            }
            listed = true;
        }
        AppendRequest request = new AppendRequest(transaction.producer(), batch.baseSequence(), batch.count(), listed);
        AppendOutcome outcome = log.append(partition, request, batch);
        if (outcome instanceof AppendOutcome.Appended appended) {
            transaction.wrote(key.topicPartition(), appended.baseOffset() + batch.count());
        }
        return OutcomeExceptions.of(outcome, transaction, key.topicPartition());
    }

    @Override
    public void fail(KafkaException failure) {
        transaction.fail(failure);
    }

    @Override
    public int sizeBytes() {
        return batch.sizeBytes();
    }
}
