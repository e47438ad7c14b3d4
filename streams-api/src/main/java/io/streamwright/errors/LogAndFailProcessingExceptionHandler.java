package io.streamwright.errors;

import io.streamwright.processor.api.Record;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fails the task when a processor throws (KIP-1033); the default.
 *
 * <p>Where {@code errors.dead.letter.queue.topic.name} is set, the input record goes there (KIP-1034).
 *
 * <p>Thread-safe: changes nothing once it is configured, which is before it is shared.
 */
public class LogAndFailProcessingExceptionHandler implements ProcessingExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(LogAndFailProcessingExceptionHandler.class);

    private DeadLetters deadLetters = DeadLetters.NONE;

    /** Makes a handler that makes no dead letters until it is configured. */
    public LogAndFailProcessingExceptionHandler() {}

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters = DeadLetters.configuredBy(configs);
    }

    @Override
    public Response handleError(ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception) {
        // The application says the same once more, with what becomes of it: one cause, one error in the log.
        log.debug(
                "processor failed: processor={} task={} topic={} partition={} offset={}",
                context.processorNodeId(),
                context.taskId(),
                context.topic(),
                context.partition(),
                context.offset(),
                exception);
        return Response.fail(deadLetters.of(context, exception));
    }
}
