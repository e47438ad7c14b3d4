package io.streamwright.task;

import io.streamwright.StreamsMetrics;
import io.streamwright.processor.CommitCallback;
import io.streamwright.processor.StateRestoreCallback;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.api.RecordMetadata;
import java.io.File;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

/**
 * What a store sees of its task.
 *
 * <p>Owner: the task.
 *
 * @param environment the application around the task
 * @param cursor what the task is working on
 */
record StoreContext(TaskEnvironment environment, Cursor cursor) implements StateStoreContext {
    @Override
    public String applicationId() {
        return environment.applicationId();
    }

    @Override
    public TaskId taskId() {
        return environment.taskId();
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return cursor.recordMetadata();
    }

    @Override
    public Serde<?> keySerde() {
        return environment.requiredKeySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return environment.requiredValueSerde();
    }

    @Override
    public StreamsMetrics metrics() {
        return environment.metrics();
    }

    @Override
    public File stateDir() {
        return environment.stateDirectory();
    }

    @Override
    public void register(StateStore store, StateRestoreCallback restoreCallback) {
        throw notTransactional(store);
    }

    @Override
    public void register(StateStore store, StateRestoreCallback restoreCallback, CommitCallback commitCallback) {
        throw notTransactional(store);
    }

    private static UnsupportedOperationException notTransactional(StateStore store) {
        return new UnsupportedOperationException(
                "store " + store.name()
                        + " restores itself, so that its writes could not be taken back with their transaction; build it with Stores");
    }

    @Override
    public Map<String, Object> appConfigs() {
        return environment.configs();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return environment.configsWithPrefix(prefix);
    }
}
