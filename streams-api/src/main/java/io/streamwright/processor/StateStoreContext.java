package io.streamwright.processor;

import io.streamwright.StreamsMetrics;
import io.streamwright.processor.api.RecordMetadata;
import java.io.File;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

/**
 * What a store may know of its task, and where it registers itself to be restored.
 *
 * <p>Owner: the task's worker thread.
 */
public interface StateStoreContext {

    /** Returns the application's id. */
    String applicationId();

    /** Returns the id of the task that the store belongs to. */
    TaskId taskId();

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

    /** Returns the application's metrics, to which a store may add its own. */
    StreamsMetrics metrics();

    /** Returns the directory that belongs to the task. */
    File stateDir();

    /**
     * Registers a store to be restored from its changelog.
     *
     * @param store the store
     * @param restoreCallback takes the changelog's records, in order
     */
    void register(StateStore store, StateRestoreCallback restoreCallback);

    /**
     * Registers a store to be restored from its changelog, and to be told of commits.
     *
     * @param store the store
     * @param restoreCallback takes the changelog's records, in order
     * @param commitCallback called whenever the task's transaction was committed
     */
    void register(StateStore store, StateRestoreCallback restoreCallback, CommitCallback commitCallback);

    /** Returns the application's settings by name, those of the program's own included. */
    Map<String, Object> appConfigs();

    /** Returns the settings whose names start with the prefix, without it. */
    Map<String, Object> appConfigsWithPrefix(String prefix);
}
