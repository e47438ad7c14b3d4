package io.streamwright.store;

import io.streamwright.DslStoreFormat;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.BufferStoreSpec;
import io.streamwright.state.BuiltInLruStore;
import io.streamwright.state.BuiltInSessionStore;
import io.streamwright.state.BuiltInVersionedStore;
import io.streamwright.state.BuiltInWindowStore;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.KeyValueStoreSpec;
import io.streamwright.state.RecordBufferSpec;
import io.streamwright.state.SessionStore;
import io.streamwright.state.SessionStoreSpec;
import io.streamwright.state.SessionStoreWithHeaders;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.StoreProvider;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.TimestampedKeyValueStoreWithHeaders;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.TimestampedWindowStoreWithHeaders;
import io.streamwright.state.VersionedBytesStore;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.VersionedStoreSpec;
import io.streamwright.state.WindowStore;
import io.streamwright.state.WindowStoreSpec;
import io.streamwright.store.records.WaitingRecords;
import io.streamwright.store.versioned.VersionedBytes;
import io.streamwright.store.versioned.VersionedStore;
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
        return new TypedKeyValueStore.Plain<>(spec);
    }

    @Override
    public <K, V> TimestampedKeyValueStore<K, V> timestampedKeyValueStore(KeyValueStoreSpec<K, V> spec) {
        return new TimestampedStore<>(spec);
    }

    @Override
    public <K, V> TimestampedKeyValueStoreWithHeaders<K, V> timestampedKeyValueStoreWithHeaders(
            KeyValueStoreSpec<K, V> spec) {
        return new TypedKeyValueStore.WithHeaders<>(spec);
    }

    @Override
    public KeyValueStore<Bytes, byte[]> bytesStore(String name, StoreLocation location) {
        KeyValueBytesStoreSupplier supplier = location == StoreLocation.PERSISTENT
                ? Stores.persistentKeyValueStore(name)
                : Stores.inMemoryKeyValueStore(name);
        return new TypedKeyValueStore.Plain<>(
                KeyValueStoreSpec.of(supplier, Serdes.Bytes(), Serdes.ByteArray(), DslStoreFormat.PLAIN));
    }

    @Override
    public KeyValueStore<Bytes, byte[]> lruBytesStore(BuiltInLruStore supplier) {
        return new TypedKeyValueStore.Plain<>(
                KeyValueStoreSpec.of(supplier, Serdes.Bytes(), Serdes.ByteArray(), DslStoreFormat.PLAIN));
    }

    @Override
    public <K, V> WindowStore<K, V> windowStore(WindowStoreSpec<K, V> spec) {
        return new TypedWindowStore.Plain<>(spec);
    }

    @Override
    public <K, V> TimestampedWindowStore<K, V> timestampedWindowStore(WindowStoreSpec<K, V> spec) {
        return new TypedWindowStore.Dated<>(spec);
    }

    @Override
    public <K, V> TimestampedWindowStoreWithHeaders<K, V> timestampedWindowStoreWithHeaders(
            WindowStoreSpec<K, V> spec) {
        return new TypedWindowStore.WithHeaders<>(spec);
    }

    @Override
    public WindowStore<Bytes, byte[]> windowBytesStore(BuiltInWindowStore supplier) {
        return new TypedWindowStore.Plain<>(
                WindowStoreSpec.of(supplier, Serdes.Bytes(), Serdes.ByteArray(), DslStoreFormat.PLAIN));
    }

    @Override
    public <K, V> SessionStore<K, V> sessionStore(SessionStoreSpec<K, V> spec) {
        return new TypedSessionStore.Plain<>(spec);
    }

    @Override
    public <K, V> SessionStoreWithHeaders<K, V> sessionStoreWithHeaders(SessionStoreSpec<K, V> spec) {
        return new TypedSessionStore.WithHeaders<>(spec);
    }

    @Override
    public SessionStore<Bytes, byte[]> sessionBytesStore(BuiltInSessionStore supplier) {
        return new TypedSessionStore.Plain<>(
                SessionStoreSpec.of(supplier, Serdes.Bytes(), Serdes.ByteArray(), DslStoreFormat.PLAIN));
    }

    @Override
    public <K, V> StateStore buffer(BufferStoreSpec<K, V> spec) {
        return new SuppressionBuffer<>(spec);
    }

    @Override
    public <K, V> VersionedKeyValueStore<K, V> versionedStore(VersionedStoreSpec<K, V> spec) {
        return new VersionedStore<>(spec);
    }

    @Override
    public VersionedBytesStore versionedBytesStore(BuiltInVersionedStore supplier) {
        return new VersionedBytes(supplier);
    }

    @Override
    public StateStore recordBuffer(RecordBufferSpec<?, ?> spec) {
        return new WaitingRecords<>(spec);
    }

    /** Opens a store by itself, in a directory of its own. */
    static TaskStores open(TypedStore<?, ?> store, StateStoreContext context) {
        Path directory = context.stateDir().toPath().resolve(store.name());
        TaskStores stores = TaskStores.openAlone(new TaskStoresOptions(
                context.taskId(),
                directory,
                List.of(new TaskStore(store.unlogged(), Optional.empty(), false)),
                () -> UNKNOWN_TIMESTAMP,
                context,
                CACHE_MAX_BYTES));
        store.open(stores.bytes(store.name()), context.applicationId() + "-" + store.name() + "-changelog", context);
        return stores;
    }

    /** Makes what was written the committed content. */
    static void commit(TaskStores stores) {
        stores.writeChanges((changelog, timestamp, key, value, headers) -> {});
        stores.seal();
        stores.commit(Map.of());
    }
}
