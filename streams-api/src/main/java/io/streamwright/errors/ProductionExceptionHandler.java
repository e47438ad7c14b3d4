package io.streamwright.errors;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Configurable;
import org.jspecify.annotations.Nullable;

/**
 * Decides what happens to an output record that cannot be serialized or that the log refuses (KIP-210, KIP-399, KIP-1034).
 *
 * <p>Set by {@code production.exception.handler}. Called on the worker's thread; one handler may serve several workers, so it
 * must be thread-safe.
 */
@FunctionalInterface
public interface ProductionExceptionHandler extends Configurable {

    /**
     * Decides about a record that the log refused.
     *
     * @param context where it happened
     * @param record the record, serialized
     * @param exception why it was refused
     */
    Response handleError(ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception);

    /**
     * Decides about a record that cannot be serialized; fails the task unless overridden. {@link Result#RETRY} is no answer to this:
     * the same serializer would be given the same record.
     *
     * @param context where it happened
     * @param record the record as the sink was given it
     * @param exception what the serializer threw
     * @param origin which of the two serializers it was
     */
    default Response handleSerializationError(
            ErrorHandlerContext context,
            ProducerRecord<?, ?> record,
            Exception exception,
            SerializationExceptionOrigin origin) {
        return Response.fail();
    }

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
        /** The output record is left out; the work on its input record goes on. */
        RESUME(0, "RESUME"),
        /** The error is the task's, which takes its transaction back. */
        FAIL(1, "FAIL"),
        /** The record is sent again. */
        RETRY(2, "RETRY");

        /** A name for logs. */
        public final String name;

        /** A number that will not change. */
        public final int id;

        Result(int id, String name) {
            this.id = id;
            this.name = name;
        }
    }

    /** Which of a record's two serializers failed. */
    enum SerializationExceptionOrigin {
        /** That of the key. */
        KEY,
        /** That of the value. */
        VALUE
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
         * Leaves the record out, with dead letters that commit in the same transaction.
         *
         * @param deadLetterQueueRecords null for none
         */
        public static Response resume(@Nullable List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords) {
            return new Response(Result.RESUME, deadLetterQueueRecords);
        }

        /** Leaves the record out. */
        public static Response resume() {
            return resume(List.of());
        }

        /** Sends the record again. */
        public static Response retry() {
            return new Response(Result.RETRY, List.of());
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
