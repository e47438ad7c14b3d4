package io.streamwright.errors;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Configurable;
import org.jspecify.annotations.Nullable;

/**
 * Decides what happens to an input record that cannot be deserialized (KIP-161, KIP-1034).
 *
 * <p>Set by {@code deserialization.exception.handler}. Called on the worker's thread; one handler may serve several workers, so it
 * must be thread-safe.
 */
@FunctionalInterface
public interface DeserializationExceptionHandler extends Configurable {

    /**
     * Decides.
     *
     * @param context where it happened
     * @param record the record as it was read
     * @param exception what the deserializer threw
     */
    Response handleError(ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception);

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
        /** The record is skipped; its offset is committed. */
        RESUME(0, "RESUME"),
        /** The error is the task's, which takes its transaction back. */
        FAIL(1, "FAIL");

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
         * Skips the record, with dead letters that commit in the same transaction.
         *
         * @param deadLetterQueueRecords null for none
         */
        public static Response resume(@Nullable List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords) {
            return new Response(Result.RESUME, deadLetterQueueRecords);
        }

        /** Skips the record. */
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
