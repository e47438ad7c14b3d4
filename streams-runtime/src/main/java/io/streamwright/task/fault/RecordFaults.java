package io.streamwright.task.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProcessorStateException;
import io.streamwright.errors.ProductionExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import io.streamwright.errors.StreamsException;
import io.streamwright.processor.api.Record;
import io.streamwright.task.output.Output;
import io.streamwright.transaction.LogCallFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the program's handlers about a task's faults and does what they say (KIP-161, KIP-1033, KIP-1034).
 *
 * <p>A fault is either dropped, and its dead letters go into the task's transaction, or it fails the task. What fails the task stays
 * failed until the task is taken back, even if a processor catches the exception: see {@link #check}. No handler is asked about
 *
 * <ul>
 *   <li>failures of the log: they are the transaction's;
 *   <li>a store that is broken: to go on would be to go on with wrong data;
 *   <li>a value of the wrong class: with a wrong serde every record has it. Kafka Streams fails these too, but only where the node
 *       that throws is the first one behind a source; below another processor it asks about that one.
 * </ul>
 *
 * <p>Owner: the task.
 */
public final class RecordFaults {
    /** Of this many drops of a kind one is logged, the first among them. */
    static final int DROPS_PER_LINE = 1_000;

    /** How often a refused record is handed to the log again if its handler wants that each time. */
    static final int MAX_RETRIES = 5;

    /** Header of dead letters that outlive their transaction: which failure in a row it was, without a commit in between, from 1. */
    static final String ATTEMPT_HEADER = "__streamwright.errors.attempt";

    private static final Logger LOG = LoggerFactory.getLogger(RecordFaults.class);

    /** Causes may form a circle. */
    private static final int MAX_DEPTH = 50;

    private final RecordHandlers handlers;
    private final Output output;
    private FaultCounts counts = FaultCounts.NONE;
    private int failuresInARow;
    private @Nullable RecordFault fatal;

    /**
     * Makes it for one task.
     *
     * @param handlers what the program wants
     * @param output takes the dead letters of what is dropped
     */
    public RecordFaults(RecordHandlers handlers, Output output) {
        this.handlers = handlers;
        this.output = output;
    }

    /** Returns what was met so far. */
    public FaultCounts counts() {
        return counts;
    }

    /**
     * A record cannot be deserialized. Returns if it is to be skipped.
     *
     * @param at the source
     * @param record as it was read
     * @param what what was tried, for messages
     * @param error what the deserializer threw
     * @throws RecordFault if it fails the task
     */
    public void unreadable(FaultContext at, ConsumerRecord<byte[], byte[]> record, String what, Exception error) {
        DeserializationExceptionHandler handler = handlers.deserialization();
        DeserializationExceptionHandler.Response response =
                ask(FaultKind.DESERIALIZATION, handler, at, error, () -> handler.handleError(at, record, error));
        switch (response.result()) {
            case RESUME -> drop(FaultKind.DESERIALIZATION, at, error, response.deadLetterQueueRecords());
            case FAIL ->
                throw fail(
                        FaultKind.DESERIALIZATION,
                        at,
                        what + " (" + error + ")",
                        error,
                        response.deadLetterQueueRecords());
        }
    }

    /**
     * A processor, a punctuation or what is emitted for a commit threw, or something that it called. Returns if the work goes on
     * behind it.
     *
     * @param at the node
     * @param record what it was given; null if it had no record
     * @param error what it threw
     * @throws RecordFault if it fails the task
     * @throws LogCallFailedException if the log failed, or the program says that its transaction has: that is no fault of the record
     */
    public void unprocessed(FaultContext at, @Nullable Record<?, ?> record, Exception error) {
        check();
        LogCallFailedException call = LogCallFailedException.in(error);
        if (call != null) {
            throw call;
        }
        RuntimeException own = ofTheTransaction(error);
        if (own != null) {
            throw LogCallFailedException.byTheProgram(own);
        }
        if (isStoreBroken(error)) {
            throw fail(FaultKind.PROCESSING, at, "its store is broken (" + error + ")", error, List.of());
        }
        if (record != null && error instanceof ClassCastException) {
            throw fail(FaultKind.PROCESSING, at, wrongClass(record, error), error, List.of());
        }
        ProcessingExceptionHandler handler = handlers.processing();
        ProcessingExceptionHandler.Response response =
                ask(FaultKind.PROCESSING, handler, at, error, () -> handler.handleError(at, record, error));
        switch (response.result()) {
            case RESUME -> drop(FaultKind.PROCESSING, at, error, response.deadLetterQueueRecords());
            case FAIL ->
                throw fail(FaultKind.PROCESSING, at, error.toString(), error, response.deadLetterQueueRecords());
        }
    }

    /** Returns the error among the causes that the program means to be one of its transaction; null if there is none. */
    private @Nullable RuntimeException ofTheTransaction(Exception error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (cause instanceof RuntimeException candidate
                    && handlers.classifier().ownCategory(candidate).isPresent()) {
                return candidate;
            }
            cause = cause.getCause();
        }
        return null;
    }

    private static boolean isStoreBroken(Exception error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (cause instanceof ProcessorStateException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static String wrongClass(Record<?, ?> record, Exception error) {
        return error + "; the processor was given a key of type " + typeOf(record.key()) + " and a value of type "
                + typeOf(record.value())
                + ". Does it expect these, and does the source read them with the right serdes? "
                + FaultKind.PROCESSING.setting()
                + " is not asked about a wrong class, as a wrong serde makes all records fail";
    }

    private static String typeOf(@Nullable Object data) {
        return data == null ? "null" : data.getClass().getName();
    }

    /**
     * An output record cannot be serialized. Returns if it is to be left out.
     *
     * @param at the sink
     * @param record as the sink was given it
     * @param what what was tried, for messages
     * @param error what the serializer threw
     * @param origin which serializer
     * @throws RecordFault if it fails the task
     */
    public void unserializable(
            FaultContext at,
            ProducerRecord<?, ?> record,
            String what,
            Exception error,
            SerializationExceptionOrigin origin) {
        String reason = what + " (" + error + ")";
        if (error instanceof ClassCastException) {
            throw fail(FaultKind.PRODUCTION, at, reason, error, List.of());
        }
        ProductionExceptionHandler handler = handlers.production();
        ProductionExceptionHandler.Response response = ask(
                FaultKind.PRODUCTION,
                handler,
                at,
                error,
                () -> handler.handleSerializationError(at, record, error, origin));
        switch (response.result()) {
            case RESUME -> drop(FaultKind.PRODUCTION, at, error, response.deadLetterQueueRecords());
            case FAIL, RETRY -> throw fail(FaultKind.PRODUCTION, at, reason, error, response.deadLetterQueueRecords());
        }
    }

    /**
     * An output record was refused.
     *
     * @param at the sink
     * @param record serialized
     * @param what what was tried, for messages
     * @param refusal why it was refused
     * @param attempt how often it was tried by now
     * @return whether to try again; if not, it is to be left out
     * @throws RecordFault if it fails the task
     */
    public boolean isTriedAgain(
            FaultContext at, ProducerRecord<byte[], byte[]> record, String what, KafkaException refusal, int attempt) {
        ProductionExceptionHandler handler = handlers.production();
        ProductionExceptionHandler.Response response =
                ask(FaultKind.PRODUCTION, handler, at, refusal, () -> handler.handleError(at, record, refusal));
        String reason = what + ": " + refusal;
        return switch (response.result()) {
            case RESUME -> {
                drop(FaultKind.PRODUCTION, at, refusal, response.deadLetterQueueRecords());
                yield false;
            }
            case FAIL -> throw fail(FaultKind.PRODUCTION, at, reason, refusal, response.deadLetterQueueRecords());
            case RETRY -> {
                if (refusal instanceof RetriableException && attempt <= MAX_RETRIES) {
                    yield true;
                }
                throw fail(
                        FaultKind.PRODUCTION,
                        at,
                        reason
                                + (refusal instanceof RetriableException
                                        ? "; tried " + attempt + " times"
                                        : "; not tried again, as that cannot help"),
                        refusal,
                        response.deadLetterQueueRecords());
            }
        };
    }

    private <R> R ask(
            FaultKind kind, Object handler, FaultContext at, Exception error, Supplier<@Nullable R> question) {
        R response;
        try {
            response = question.get();
        } catch (Exception | StackOverflowError | LinkageError | AssertionError failure) {
            RecordFault fault = fail(
                    kind,
                    at,
                    error + ", and " + kind.setting() + " " + handler.getClass().getName() + " threw " + failure
                            + " when it was asked about that",
                    error,
                    List.of());
            if (failure != error) {
                fault.addSuppressed(failure);
            }
            throw fault;
        }
        if (response == null) {
            throw fail(
                    kind,
                    at,
                    error + ", and " + kind.setting() + " " + handler.getClass().getName()
                            + " returned null when it was asked about that",
                    error,
                    List.of());
        }
        return response;
    }

    private void drop(FaultKind kind, FaultContext at, Exception error, List<ProducerRecord<byte[], byte[]>> letters) {
        letters.forEach(letter -> write(kind, at, error, letter));
        counts = counts.plusDropped(kind);
        if (counts.dropped(kind) % DROPS_PER_LINE == 1) {
            LOG.warn(
                    "task {} goes on without a record, as {} says, dropped={} (one line for {}): {}: {}",
                    at.taskId(),
                    kind.setting(),
                    counts.dropped(kind),
                    DROPS_PER_LINE,
                    at.describe(),
                    error.toString());
        }
    }

    /** A dead letter is never lost: if it cannot be written, the record may not be dropped. */
    private void write(FaultKind kind, FaultContext at, Exception error, ProducerRecord<byte[], byte[]> letter) {
        KafkaException refusal = send(letter, at.timestamp());
        if (refusal != null) {
            RecordFault fault = fail(
                    kind,
                    at,
                    "its dead letter for topic " + letter.topic() + " cannot be written: " + refusal
                            + "; it was to be dropped because of " + error,
                    error,
                    List.of());
            fault.addSuppressed(refusal);
            throw fault;
        }
    }

    /**
     * Writes dead letters that outlive their transaction into the present one.
     *
     * @throws StreamsException if one is refused
     */
    public void write(List<ProducerRecord<byte[], byte[]>> letters) {
        for (ProducerRecord<byte[], byte[]> letter : letters) {
            KafkaException refusal = send(letter, 0);
            if (refusal != null) {
                throw new StreamsException(
                        "a dead letter for topic " + letter.topic() + " is refused: " + refusal, refusal);
            }
        }
    }

    private @Nullable KafkaException send(ProducerRecord<byte[], byte[]> letter, long timestampByDefault) {
        Long timestamp = letter.timestamp();
        return output.send(
                letter.topic(),
                letter.partition(),
                timestamp == null ? Math.max(0, timestampByDefault) : timestamp,
                letter.key(),
                letter.value(),
                letter.headers().toArray());
    }

    private RecordFault fail(
            FaultKind kind,
            FaultContext at,
            String reason,
            Exception error,
            List<ProducerRecord<byte[], byte[]>> letters) {
        counts = counts.plusFailed(kind);
        failuresInARow++;
        RecordFault fault = new RecordFault(reason, at.describe(), error, identified(letters));
        fatal = fault;
        return fault;
    }

    private List<ProducerRecord<byte[], byte[]>> identified(List<ProducerRecord<byte[], byte[]>> letters) {
        List<ProducerRecord<byte[], byte[]>> identified = new ArrayList<>();
        for (ProducerRecord<byte[], byte[]> letter : letters) {
            ProducerRecord<byte[], byte[]> copy = new ProducerRecord<>(
                    letter.topic(),
                    letter.partition(),
                    letter.timestamp(),
                    letter.key(),
                    letter.value(),
                    letter.headers());
            copy.headers().add(ATTEMPT_HEADER, Integer.toString(failuresInARow).getBytes(UTF_8));
            identified.add(copy);
        }
        return identified;
    }

    /**
     * Throws what failed the task again: a processor may have caught it, and what it did about it must not be committed.
     *
     * @throws RecordFault if the task has failed
     */
    public void check() {
        RecordFault known = fatal;
        if (known != null) {
            throw known;
        }
    }

    /** The task's transaction is committed. */
    public void committed() {
        failuresInARow = 0;
    }

    /** The task's transaction is taken back, with what failed it. */
    public void rewound() {
        fatal = null;
    }
}
