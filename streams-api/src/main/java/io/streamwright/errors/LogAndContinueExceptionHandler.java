package io.streamwright.errors;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Skips an input record that cannot be deserialized, with a warning.
 *
 * <p>Where {@code errors.dead.letter.queue.topic.name} is set, the record goes there (KIP-1034).
 *
 * <p>Thread-safe: changes nothing once it is configured, which is before it is shared.
 */
public class LogAndContinueExceptionHandler implements DeserializationExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(LogAndContinueExceptionHandler.class);

    private DeadLetters deadLetters = DeadLetters.NONE;

    /** Makes a handler that makes no dead letters until it is configured. */
    public LogAndContinueExceptionHandler() {}

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters = DeadLetters.configuredBy(configs);
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        log.warn(
                "record cannot be deserialized and is skipped: task={} topic={} partition={} offset={}",
                context.taskId(),
                record.topic(),
                record.partition(),
                record.offset(),
                exception);
        return Response.resume(deadLetters.of(context, exception));
    }
}
