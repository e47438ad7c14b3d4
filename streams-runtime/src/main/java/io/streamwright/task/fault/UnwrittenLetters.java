package io.streamwright.task.fault;

import static java.util.Objects.requireNonNull;

import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ErrorHandlerContext;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.processor.api.Record;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The program's handlers, without their dead letters. A store that is restored meets the same bad records again, and each instance meets
 * those of a global store: letters would be written again and again.
 *
 * <p>Thread-safe: holds nothing that changes.
 */
final class UnwrittenLetters {
    private static final Logger LOG = LoggerFactory.getLogger(UnwrittenLetters.class);

    private static final String NO_RESPONSE = "the handler returned null";

    private UnwrittenLetters() {}

    /** Returns handlers that answer as the given ones do, but for the letters. */
    static RecordHandlers of(RecordHandlers handlers) {
        return new RecordHandlers(
                new Deserialization(handlers.deserialization()),
                new Processing(handlers.processing()),
                handlers.production(),
                handlers.classifier());
    }

    private static void leaveOut(ErrorHandlerContext context, List<ProducerRecord<byte[], byte[]>> letters) {
        if (!letters.isEmpty()) {
            LOG.warn(
                    "dead letters={} of a record that keeps a store outside of transactions are not written: topic={} partition={}"
                            + " offset={} processor={}",
                    letters.size(),
                    context.topic(),
                    context.partition(),
                    context.offset(),
                    context.processorNodeId());
        }
    }

    /** Immutable, but for the program's handler. */
    private record Deserialization(DeserializationExceptionHandler asked) implements DeserializationExceptionHandler {
        @Override
        public DeserializationExceptionHandler.Response handleError(
                ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
            DeserializationExceptionHandler.Response response =
                    requireNonNull(asked.handleError(context, record, exception), NO_RESPONSE);
            leaveOut(context, response.deadLetterQueueRecords());
            return switch (response.result()) {
                case RESUME -> DeserializationExceptionHandler.Response.resume();
                case FAIL -> DeserializationExceptionHandler.Response.fail();
            };
        }
    }

    /** Immutable, but for the program's handler. */
    private record Processing(ProcessingExceptionHandler asked) implements ProcessingExceptionHandler {
        @Override
        public ProcessingExceptionHandler.Response handleError(
                ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception) {
            ProcessingExceptionHandler.Response response =
                    requireNonNull(asked.handleError(context, record, exception), NO_RESPONSE);
            leaveOut(context, response.deadLetterQueueRecords());
            return switch (response.result()) {
                case RESUME -> ProcessingExceptionHandler.Response.resume();
                case FAIL -> ProcessingExceptionHandler.Response.fail();
            };
        }
    }
}
