package io.streamwright.errors;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Sends an output record again if the error may pass, and fails the task otherwise.
 *
 * <p>Where {@code errors.dead.letter.queue.topic.name} is set, the input record whose output fails the task goes there (KIP-1034).
 *
 * <p>Thread-safe: changes nothing once it is configured, which is before it is shared.
 */
public class DefaultProductionExceptionHandler implements ProductionExceptionHandler {

    private DeadLetters deadLetters = DeadLetters.NONE;

    /** Makes a handler that makes no dead letters until it is configured. */
    public DefaultProductionExceptionHandler() {}

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters = DeadLetters.configuredBy(configs);
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        return exception instanceof RetriableException
                ? Response.retry()
                : Response.fail(deadLetters.of(context, exception));
    }

    @Override
    public Response handleSerializationError(
            ErrorHandlerContext context,
            ProducerRecord<?, ?> record,
            Exception exception,
            SerializationExceptionOrigin origin) {
        return Response.fail(deadLetters.of(context, exception));
    }
}
