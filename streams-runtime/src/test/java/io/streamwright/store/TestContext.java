package io.streamwright.store;

import io.streamwright.StreamsMetrics;
import io.streamwright.processor.CommitCallback;
import io.streamwright.processor.StateRestoreCallback;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.api.RecordMetadata;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;

/** What stores are told of their task in tests. Immutable. */
record TestContext(Path directory, Serde<?> defaultKeySerde, Serde<?> defaultValueSerde, Map<String, Object> appConfigs)
        implements StateStoreContext {

    TestContext(Path directory, Serde<?> defaultKeySerde, Serde<?> defaultValueSerde) {
        this(directory, defaultKeySerde, defaultValueSerde, Map.of());
    }

    TestContext with(Map<String, Object> configs) {
        return new TestContext(directory, defaultKeySerde, defaultValueSerde, configs);
    }

    static TestContext in(Path directory) {
        return new TestContext(directory, null, null);
    }

    @Override
    public String applicationId() {
        return "app";
    }

    @Override
    public TaskId taskId() {
        return TaskSetup.TASK;
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return Optional.empty();
    }

    @Override
    public Serde<?> keySerde() {
        return configured(defaultKeySerde);
    }

    @Override
    public Serde<?> valueSerde() {
        return configured(defaultValueSerde);
    }

    private static Serde<?> configured(Serde<?> serde) {
        if (serde == null) {
            throw new ConfigException("no default serde is configured");
        }
        return serde;
    }

    @Override
    public StreamsMetrics metrics() {
        throw new UnsupportedOperationException("no store of the house measures anything");
    }

    @Override
    public File stateDir() {
        return directory.toFile();
    }

    @Override
    public void register(StateStore store, StateRestoreCallback restoreCallback) {
        throw new UnsupportedOperationException("the stores of a task do not restore themselves");
    }

    @Override
    public void register(StateStore store, StateRestoreCallback restoreCallback, CommitCallback commitCallback) {
        throw new UnsupportedOperationException("the stores of a task do not restore themselves");
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return Map.of();
    }
}
