package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.coordinator.InitOutcome;
import io.streamwright.log.embedded.coordinator.InitRequest;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;

/**
 * Makes a writer the owner of a transactional id, and ends what an earlier owner left open.
 *
 * @param request who asks for what
 * @param reply the owner's identity
 */
public record OpenTransactionalId(InitRequest request, CompletableFuture<ProducerIdentity> reply)
        implements LogRequest {

    @Override
    public void execute(ProtocolExecutor log) {
        InitOutcome outcome = decide(log);
        if (outcome instanceof InitOutcome.TryLater) {
            // The decision has ended the earlier owner's transaction, which is complete by now.
            outcome = decide(log);
        }
        log.round().requireSync();
        KafkaException refused = OutcomeExceptions.of(outcome, request);
        if (outcome instanceof InitOutcome.Opened opened) {
            log.round().reply(this, () -> reply.complete(opened.producer()));
        } else if (refused != null) {
            log.round().reply(this, () -> reply.completeExceptionally(refused));
        }
    }

    private InitOutcome decide(ProtocolExecutor log) {
        return log.coordinate(log.state().coordinator().decideInit(request, log.nowMs()));
    }

    @Override
    public void fail(KafkaException failure) {
        reply.completeExceptionally(failure);
    }
}
