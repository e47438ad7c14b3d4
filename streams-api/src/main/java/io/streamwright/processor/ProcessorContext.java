package io.streamwright.processor;

import io.streamwright.StreamsMetrics;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link io.streamwright.kstream.ValueTransformerWithKey} works with. Processors have
 * {@link io.streamwright.processor.api.ProcessorContext} instead.
 *
 * <p>Owner: the task's worker thread.
 */
public interface ProcessorContext {

    /** Returns the application's id. */
    String applicationId();

    /** Returns the task's id. */
    TaskId taskId();

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

    /** Returns the directory that belongs to the task. */
    File stateDir();

    /** Returns the application's metrics, to which a program may add its own. */
    StreamsMetrics metrics();

    /**
     * Registers a store to be restored from its changelog. Stores do so themselves when a task opens them.
     *
     * @param store the store
     * @param stateRestoreCallback takes the changelog's records
     * @throws UnsupportedOperationException in a transformer: its stores are those that it is connected to
     */
    void register(StateStore store, StateRestoreCallback stateRestoreCallback);

    /**
     * Returns a store that is connected to the transformer.
     *
     * @param name the store's name
     * @param <S> the store's type, as its builder made it
     * @throws IllegalArgumentException if no such store is connected
     */
    @SuppressWarnings("TypeParameterUnusedInFormals") // the peer's signature: programs assign the store without a cast
    <S extends StateStore> S getStateStore(String name);

    /**
     * Has a punctuator called at intervals until it is cancelled or the transformer is closed; as
     * {@link io.streamwright.processor.api.ProcessingContext#schedule(Duration, PunctuationType, Punctuator)}.
     *
     * @param interval at least 1 ms
     * @param type which clock counts
     * @param callback what to call
     * @return ends the schedule
     * @throws IllegalArgumentException if the interval is shorter than 1 ms
     */
    Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback);

    /**
     * Has a punctuator called at intervals that are counted from a fixed moment (KIP-1146).
     *
     * @param startTime calls are due at this moment and at whole intervals behind it
     * @param interval at least 1 ms
     * @param type which clock counts
     * @param callback what to call
     * @return ends the schedule
     * @throws IllegalArgumentException if the interval is shorter than 1 ms
     */
    Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback);

    /**
     * Passes a record to all children.
     *
     * @throws io.streamwright.errors.StreamsException in a transformer: it returns the value, and the key stays
     */
    <K extends @Nullable Object, V extends @Nullable Object> void forward(K key, V value);

    /**
     * Passes a record to some children.
     *
     * @throws io.streamwright.errors.StreamsException in a transformer: it returns the value, and the key stays
     */
    <K extends @Nullable Object, V extends @Nullable Object> void forward(K key, V value, To to);

    /** Asks for the task's transaction to be committed soon: after the record at work, not before this call returns. */
    void commit();

    /** Returns the topic of the record at work; null if it is none of a topic, as in a punctuation or when a join looks up a row. */
    @Nullable
    String topic();

    /** Returns the partition of the record at work; -1 if it is none of a topic. */
    int partition();

    /** Returns the offset of the record at work; -1 if it is none of a topic. */
    long offset();

    /** Returns the headers of the record at work; those that are added go on with it. Empty if it has none. */
    Headers headers();

    /**
     * Returns the timestamp of the record at work, or of the row that a join looks up, in milliseconds since the epoch. It is the time of
     * the punctuation in one, -1 for a row that is missing, and 0 while nothing is at work.
     */
    long timestamp();

    /** Returns the application's settings by name, those of the program's own included. */
    Map<String, Object> appConfigs();

    /** Returns the settings whose names start with the prefix, without it. */
    Map<String, Object> appConfigsWithPrefix(String prefix);

    /** Returns the wall-clock time, in milliseconds since the epoch; what a test sets in a test. */
    long currentSystemTimeMs();

    /** Returns the highest timestamp that the task has processed, in milliseconds since the epoch; -1 before the first record. */
    long currentStreamTimeMs();
}
