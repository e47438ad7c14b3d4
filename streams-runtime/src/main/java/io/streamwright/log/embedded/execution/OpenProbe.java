package io.streamwright.log.embedded.execution;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Asks for nothing but a reply, which comes when what is stored was read.
 *
 * @param reply completes when the log is open
 */
public record OpenProbe(CompletableFuture<@Nullable Void> reply) implements LogRequest {

    @Override
    public void execute(ProtocolExecutor log) {
        log.round().reply(this, () -> reply.complete(null));
    }

    @Override
    public void fail(KafkaException failure) {
        reply.completeExceptionally(failure);
    }
}
