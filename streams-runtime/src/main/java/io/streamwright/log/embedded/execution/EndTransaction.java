package io.streamwright.log.embedded.execution;

import io.streamwright.log.CommitResult;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;

/**
 * Ends a transaction.
 *
 * @param transaction which
 * @param end how
 * @param reply what it wrote, and the identity with which its writer goes on
 */
public record EndTransaction(WriterTransaction transaction, TransactionEnd end, CompletableFuture<Reply> reply)
        implements LogRequest {

    /**
     * The transaction is durably ended, and visible if it was committed. Immutable.
     *
     * @param end how it was ended
     * @param next the identity of its writer's next transaction
     * @param result what it wrote
     */
    public record Reply(TransactionEnd end, ProducerIdentity next, CommitResult result) {}

    @Override
    public void execute(ProtocolExecutor log) {
        KafkaException known = transaction.failure();
        if (end == TransactionEnd.COMMIT && known != null) {
            log.round().reply(this, () -> reply.completeExceptionally(known));
            return;
        }
        EndOutcome outcome =
                log.coordinate(log.state().coordinator().decideEnd(transaction.producer(), end, log.nowMs()));
        log.round().requireSync();
        KafkaException refused = OutcomeExceptions.of(outcome, transaction);
        if (outcome instanceof EndOutcome.Ended ended) {
            Reply success = new Reply(end, ended.next(), transaction.result());
            log.round().reply(this, () -> reply.complete(success));
        } else if (refused != null) {
            log.round().reply(this, () -> reply.completeExceptionally(refused));
        }
    }

    @Override
    public void fail(KafkaException failure) {
        reply.completeExceptionally(failure);
    }
}
