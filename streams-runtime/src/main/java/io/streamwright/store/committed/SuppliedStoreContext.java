package io.streamwright.store.committed;

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
 * What a bytes store of the program is told of its task. It may register itself to be restored, as it would have to elsewhere;
 * here it is restored through its {@code put}.
 *
 * <p>Immutable.
 *
 * @param task the task's own context
 */
record SuppliedStoreContext(StateStoreContext task) implements StateStoreContext {

    @Override
    public String applicationId() {
        return task.applicationId();
    }

    @Override
    public TaskId taskId() {
        return task.taskId();
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return task.recordMetadata();
    }

    @Override
    public Serde<?> keySerde() {
        return task.keySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return task.valueSerde();
    }

    @Override
    public StreamsMetrics metrics() {
        return task.metrics();
    }

    @Override
    public File stateDir() {
        return task.stateDir();
    }

    @Override
    public void register(StateStore store, StateRestoreCallback restoreCallback) {
        // Restored through put, like every write of a commit.
    }

    @Override
    public void register(StateStore store, StateRestoreCallback restoreCallback, CommitCallback commitCallback) {
        // As above; it holds committed entries only, so that a commit needs no call.
    }

    @Override
    public Map<String, Object> appConfigs() {
        return task.appConfigs();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return task.appConfigsWithPrefix(prefix);
    }
}
