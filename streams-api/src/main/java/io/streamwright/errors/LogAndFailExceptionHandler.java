package io.streamwright.errors;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fails the task at an input record that cannot be deserialized; the default.
 *
 * <p>Where {@code errors.dead.letter.queue.topic.name} is set, the record goes there (KIP-1034).
 *
 * <p>Thread-safe: changes nothing once it is configured, which is before it is shared.
 */
public class LogAndFailExceptionHandler implements DeserializationExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(LogAndFailExceptionHandler.class);

    private DeadLetters deadLetters = DeadLetters.NONE;

    /** Makes a handler that makes no dead letters until it is configured. */
    public LogAndFailExceptionHandler() {}

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters = DeadLetters.configuredBy(configs);
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        // The application says the same once more, with what becomes of it: one cause, one error in the log.
        log.debug(
                "record cannot be deserialized: task={} topic={} partition={} offset={}",
                context.taskId(),
                record.topic(),
                record.partition(),
                record.offset(),
                exception);
        return Response.fail(deadLetters.of(context, exception));
    }
}
