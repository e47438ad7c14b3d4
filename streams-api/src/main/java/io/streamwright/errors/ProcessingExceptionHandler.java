package io.streamwright.errors;

import io.streamwright.processor.api.Record;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Configurable;
import org.jspecify.annotations.Nullable;

/**
 * Decides what happens when a processor throws (KIP-1033, KIP-1034).
 *
 * <p>Set by {@code processing.exception.handler}. Called on the worker's thread; one handler may serve several workers, so it
 * must be thread-safe.
 */
@FunctionalInterface
public interface ProcessingExceptionHandler extends Configurable {

    /**
     * Decides.
     *
     * @param context where it happened
     * @param record what the processor was given; null in a punctuation
     * @param exception what the processor, or its punctuator, threw
     */
    Response handleError(ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception);

    /**
     * Takes what the handler wants to know of the application's settings. Called once, before the first error; does nothing unless
     * overridden.
     *
     * @param configs all settings by name, those of the program's own included
     */
    @Override
    default void configure(Map<String, ?> configs) {}

    /** What happens to the record. */
    enum Result {
        /**
         * The processor's work on the record ends, and with it the punctuation, if it was one. What it has forwarded or stored until
         * then stays, and so does what other processors did about the same input record.
         */
        RESUME(1, "RESUME"),
        /** The error is the task's, which takes its transaction back. */
        FAIL(2, "FAIL");

        /** A name for logs. */
        public final String name;

        /** A number that will not change. */
        public final int id;

        Result(int id, String name) {
            this.id = id;
            this.name = name;
        }
    }

    /** What happens to the record, and dead letters for it. Immutable. */
    final class Response {

        private final Result result;
        private final List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords;

        private Response(Result result, @Nullable List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords) {
            this.result = result;
            this.deadLetterQueueRecords =
                    deadLetterQueueRecords == null ? List.of() : List.copyOf(deadLetterQueueRecords);
        }

        /**
         * Fails the task, with dead letters that outlive its transaction.
         *
         * @param deadLetterQueueRecords null for none
         */
        public static Response fail(@Nullable List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords) {
            return new Response(Result.FAIL, deadLetterQueueRecords);
        }

        /** Fails the task. */
        public static Response fail() {
            return fail(List.of());
        }

        /**
         * Goes on with the next record, with dead letters that commit in the same transaction.
         *
         * @param deadLetterQueueRecords null for none
         */
        public static Response resume(@Nullable List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords) {
            return new Response(Result.RESUME, deadLetterQueueRecords);
        }

        /** Goes on with the next record. */
        public static Response resume() {
            return resume(List.of());
        }

        /** Returns what happens to the record. */
        public Result result() {
            return result;
        }

        /** Returns the dead letters, each to be written to the topic that it names. */
        public List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords() {
            return deadLetterQueueRecords;
        }
    }
}
