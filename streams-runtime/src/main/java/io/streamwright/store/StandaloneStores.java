package io.streamwright.store;

import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.KeyValueStoreSpec;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.StoreProvider;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Makes stores outside of a task, as a program's own tests do: opened by {@code init}, committed by {@code commit} and {@code
 * close}.
 *
 * <p>Thread-safe: holds nothing.
 */
public final class StandaloneStores implements StoreProvider {
    private static final long CACHE_MAX_BYTES = 1 << 20;
    /** Only changelog records are dated, and there are none. */
    private static final long UNKNOWN_TIMESTAMP = -1;

    /** For {@link java.util.ServiceLoader}. */
    public StandaloneStores() {}

    @Override
    public <K, V> KeyValueStore<K, V> keyValueStore(KeyValueStoreSpec<K, V> spec) {
        return new PlainKeyValueStore<>(spec);
    }

    @Override
    public <K, V> TimestampedKeyValueStore<K, V> timestampedKeyValueStore(KeyValueStoreSpec<K, V> spec) {
        return new TimestampedStore<>(spec);
    }

    @Override
    public KeyValueStore<Bytes, byte[]> bytesStore(String name, StoreLocation location) {
        KeyValueBytesStoreSupplier supplier = location == StoreLocation.PERSISTENT
                ? Stores.persistentKeyValueStore(name)
                : Stores.inMemoryKeyValueStore(name);
        return new PlainKeyValueStore<>(KeyValueStoreSpec.plain(supplier, Serdes.Bytes(), Serdes.ByteArray()));
    }

    /** Opens a store by itself, in a directory of its own. */
    static <K, V> TaskStores open(
            TypedKeyValueStore<K, V, ?> store, KeyValueStoreSpec<K, V> spec, StateStoreContext context) {
        Path directory = context.stateDir().toPath().resolve(spec.name());
        TaskStores stores = TaskStores.open(new TaskStoresOptions(
                context.taskId(),
                directory,
                List.of(new TaskStore(unlogged(spec), Optional.empty(), false)),
                () -> UNKNOWN_TIMESTAMP,
                context,
                CACHE_MAX_BYTES));
        store.open(stores.bytes(spec.name()), context.applicationId() + "-" + spec.name() + "-changelog", context);
        return stores;
    }

    private static <K, V> StoreBuilder<?> unlogged(KeyValueStoreSpec<K, V> spec) {
        StoreBuilder<?> builder = spec.timestamped()
                ? Stores.timestampedKeyValueStoreBuilder(spec.supplier(), spec.keySerde(), spec.valueSerde())
                : Stores.keyValueStoreBuilder(spec.supplier(), spec.keySerde(), spec.valueSerde());
        return builder.withLoggingDisabled();
    }

    /** Makes what was written the committed content. */
    static void commit(TaskStores stores) {
        stores.writeChanges((changelog, timestamp, key, value, headers) -> {});
        stores.seal();
        stores.commit(Map.of());
    }
}
