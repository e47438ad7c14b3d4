package io.streamwright.processor.api;

import io.streamwright.StreamsMetrics;
import io.streamwright.processor.Cancellable;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.Punctuator;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.TransactionId;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

/**
 * What any processor knows of its task and may ask of it.
 *
 * <p>Owner: the task's worker thread.
 */
public interface ProcessingContext {

    /** Returns the application's id. */
    String applicationId();

    /** Returns the task's id. */
    TaskId taskId();

    /**
     * Returns the name of the transaction that the record or punctuation at work belongs to, by where it began: a repeated transaction
     * has the same. It is for receivers of effects outside of the log; {@link TransactionId} says what it can give and what it cannot.
     * While a processor is being initialized it is the name of the transaction that comes next.
     */
    TransactionId transactionId();

    /** Returns where the record at work came from; empty while none is, as in a punctuation. */
    Optional<RecordMetadata> recordMetadata();

    /**
     * Returns the configured default key serde.
     *
     * @throws org.apache.kafka.common.config.ConfigException if none is configured
     */
    Serde<?> keySerde();

    /**
     * Returns the configured default value serde.
     *
     * @throws org.apache.kafka.common.config.ConfigException if none is configured
     */
    Serde<?> valueSerde();

    /** Returns the application's metrics, to which a program may add its own. */
    StreamsMetrics metrics();

    /** Returns the directory that belongs to the task. */
    File stateDir();

    /**
     * Returns a store that is connected to this processor.
     *
     * @param name the store's name
     * @param <S> the store's type, as its builder made it
     * @throws io.streamwright.errors.StreamsException if no such store is connected to the processor
     */
    @SuppressWarnings("TypeParameterUnusedInFormals") // the peer's signature: programs assign the store without a cast
    <S extends StateStore> S getStateStore(String name);

    /**
     * Has a punctuator called at intervals until it is cancelled or the processor is closed. The first call is due when the first
     * interval has passed. A call whose time was missed, by a gap in stream time or a busy worker, is made once and not made up
     * for.
     *
     * @param interval at least 1 ms
     * @param type which clock counts
     * @param callback what to call
     * @return ends the schedule
     * @throws IllegalArgumentException if the interval is shorter than 1 ms
     */
    Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback);

    /**
     * Has a punctuator called at intervals that are counted from a fixed moment (KIP-1146), so that all tasks are called at the
     * same times.
     *
     * @param startTime calls are due at this moment and at whole intervals behind it
     * @param interval at least 1 ms
     * @param type which clock counts
     * @param callback what to call
     * @return ends the schedule
     * @throws IllegalArgumentException if the interval is shorter than 1 ms
     */
    Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback);

    /** Asks for the task's transaction to be committed soon: after the record at work, not before this call returns. */
    void commit();

    /** Returns the application's settings by name, those of the program's own included. */
    Map<String, Object> appConfigs();

    /** Returns the settings whose names start with the prefix, without it. */
    Map<String, Object> appConfigsWithPrefix(String prefix);

    /** Returns the wall-clock time, in milliseconds since the epoch; what a test sets in a test. */
    long currentSystemTimeMs();

    /** Returns the highest timestamp that the task has processed, in milliseconds since the epoch; -1 before the first record. */
    long currentStreamTimeMs();
}
