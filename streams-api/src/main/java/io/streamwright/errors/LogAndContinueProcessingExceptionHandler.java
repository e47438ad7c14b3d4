package io.streamwright.errors;

import io.streamwright.processor.api.Record;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes on with the next record when a processor throws, with a warning (KIP-1033).
 *
 * <p>Where {@code errors.dead.letter.queue.topic.name} is set, the input record goes there (KIP-1034).
 *
 * <p>Thread-safe: changes nothing once it is configured, which is before it is shared.
 */
public class LogAndContinueProcessingExceptionHandler implements ProcessingExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(LogAndContinueProcessingExceptionHandler.class);

    private DeadLetters deadLetters = DeadLetters.NONE;

    /** Makes a handler that makes no dead letters until it is configured. */
    public LogAndContinueProcessingExceptionHandler() {}

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters = DeadLetters.configuredBy(configs);
    }

    @Override
    public Response handleError(ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception) {
        log.warn(
                "processor failed and goes on with the next record: processor={} task={} topic={} partition={} offset={}",
                context.processorNodeId(),
                context.taskId(),
                context.topic(),
                context.partition(),
                context.offset(),
                exception);
        return Response.resume(deadLetters.of(context, exception));
    }
}
