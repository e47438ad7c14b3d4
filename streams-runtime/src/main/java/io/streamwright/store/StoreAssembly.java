package io.streamwright.store;

import io.streamwright.loop.Owner;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.BufferStoreSpec;
import io.streamwright.state.BuiltInLruStore;
import io.streamwright.state.BuiltInSessionStore;
import io.streamwright.state.BuiltInVersionedStore;
import io.streamwright.state.BuiltInWindowStore;
import io.streamwright.state.KeyValueStoreSpec;
import io.streamwright.state.RecordBufferSpec;
import io.streamwright.state.SessionStoreSpec;
import io.streamwright.state.SpecifiedStoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.StoreSpec;
import io.streamwright.state.StoreSupplier;
import io.streamwright.state.VersionedStoreSpec;
import io.streamwright.state.WindowStoreSpec;
import io.streamwright.store.committed.CommittedStorage;
import io.streamwright.store.committed.CommittedStore;
import io.streamwright.store.committed.InMemoryStorage;
import io.streamwright.store.committed.PersistentStorageProvider;
import io.streamwright.store.committed.StoreLayout;
import io.streamwright.store.committed.SuppliedStorage;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.store.expiry.RowTime;
import io.streamwright.store.records.RecordKeys;
import io.streamwright.store.records.WaitingRecords;
import io.streamwright.store.versioned.VersionedKeys;
import io.streamwright.store.versioned.VersionedStore;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.view.TaskView;
import io.streamwright.store.view.ViewedStore;
import io.streamwright.store.window.WindowsSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Puts the stores of a task together from what is asked of them.
 *
 * <p>Owner: the worker that owns the task.
 */
final class StoreAssembly {
    private final TaskStoresOptions options;
    private final Owner owner;
    private final List<CommittedStorage> storages;
    private final TaskView view;
    private final @Nullable CommittedCache cache;
    private @Nullable CommittedStorage persistent;
    private @Nullable CommittedStorage inMemory;

    private StoreAssembly(TaskStoresOptions options, Owner owner, List<CommittedStorage> storages, TaskView view) {
        this.view = view;
        this.options = options;
        this.owner = owner;
        this.storages = storages;
        this.cache = options.cacheMaxBytes() > 0 ? new CommittedCache(options.cacheMaxBytes()) : null;
    }

    /**
     * Opens all storages and stores.
     *
     * @param options what is asked for
     * @param owner who may use the stores
     * @param storages takes each storage as soon as it is open, so that the caller can close it whatever happens next
     * @param stores takes each store by name
     * @param view takes each store, for other threads to ask
     */
    static void assemble(
            TaskStoresOptions options,
            Owner owner,
            List<CommittedStorage> storages,
            Map<String, OpenStore> stores,
            TaskView view) {
        StoreAssembly assembly = new StoreAssembly(options, owner, storages, view);
        for (TaskStore definition : options.stores()) {
            if (stores.put(definition.name(), assembly.open(definition)) != null) {
                throw new ConfigException(
                        "task " + options.taskId() + " has two stores named " + definition.name() + ": rename one");
            }
        }
    }

    private OpenStore open(TaskStore definition) {
        return spec(definition).match(new StoreSpec.Cases<>() {
            @Override
            public <K, V> OpenStore keyValue(KeyValueStoreSpec<K, V> spec) {
                CommittedStorage storage = spec.custom().isPresent()
                        ? opened(SuppliedStorage.open(spec.custom().get(), layout(definition), options.context()))
                        : storage(spec.location().orElseThrow());
                return open(
                        definition,
                        StoreKeys.PLAIN,
                        storage,
                        rows(spec, layout(definition).valueLayout(), storage),
                        TypedKeyValueStore.of(spec));
            }

            @Override
            public <K, V> OpenStore window(WindowStoreSpec<K, V> spec) {
                CommittedStorage storage = storage(builtIn(spec).location());
                TransactionalStore bytes = bytes(spec.name(), storage);
                WindowKeys keys = WindowKeys.in(bytes, WindowsSpec.of(builtIn(spec)));
                return open(definition, keys, storage, bytes, TypedWindowStore.of(spec));
            }

            @Override
            public <K, V> OpenStore session(SessionStoreSpec<K, V> spec) {
                CommittedStorage storage = storage(builtIn(spec).location());
                TransactionalStore bytes = bytes(spec.name(), storage);
                WindowKeys keys = WindowKeys.in(bytes, WindowsSpec.of(builtIn(spec)));
                return open(definition, keys, storage, bytes, TypedSessionStore.of(spec));
            }

            @Override
            public <K, V> OpenStore buffer(BufferStoreSpec<K, V> spec) {
                CommittedStorage storage = inMemory();
                TransactionalStore bytes = bytes(spec.name(), storage);
                StoreKeys keys = new SuppressionBuffer.Keys(spec.name());
                return open(definition, keys, storage, bytes, new SuppressionBuffer<>(spec));
            }

            @Override
            public <K, V> OpenStore versioned(VersionedStoreSpec<K, V> spec) {
                BuiltInVersionedStore supplier =
                        spec.builtIn().orElseThrow(() -> foreign(spec, spec.supplier(), "versioned stores"));
                CommittedStorage storage = storage(supplier.location());
                TransactionalStore bytes = bytes(spec.name(), storage);
                return open(definition, VersionedKeys.in(bytes, supplier), storage, bytes, new VersionedStore<>(spec));
            }

            @Override
            public <K, V> OpenStore recordBuffer(RecordBufferSpec<K, V> spec) {
                CommittedStorage storage = storage(StoreLocation.PERSISTENT);
                TransactionalStore bytes = bytes(spec.name(), storage);
                RecordKeys keys = RecordKeys.in(bytes, spec.name());
                return open(definition, keys, storage, bytes, new WaitingRecords<>(spec));
            }
        });
    }

    private BuiltInWindowStore builtIn(WindowStoreSpec<?, ?> spec) {
        return spec.builtIn().orElseThrow(() -> foreign(spec, spec.supplier(), "window stores"));
    }

    private BuiltInSessionStore builtIn(SessionStoreSpec<?, ?> spec) {
        return spec.builtIn().orElseThrow(() -> foreign(spec, spec.supplier(), "session stores"));
    }

    private ConfigException foreign(StoreSpec<?> spec, StoreSupplier<?> supplier, String kind) {
        return new ConfigException("store " + spec.name() + " of task " + options.taskId() + " is made by "
                + supplier.getClass().getName()
                + ", which would keep what an aborted transaction wrote. Take a supplier of "
                + kind + " from Stores");
    }

    private TransactionalStore bytes(String name, CommittedStorage storage) {
        CommittedStore committed = storage.store(name);
        return new TransactionalStore(name, owner, committed, cacheOf(committed), options.current(), view::consumed);
    }

    private TransactionalStore rows(KeyValueStoreSpec<?, ?> spec, ValueLayout values, CommittedStorage storage) {
        if (spec.supplier() instanceof BuiltInLruStore bounded) {
            return new TransactionalStore.Bounded(
                    spec.name(),
                    owner,
                    storage.store(spec.name()),
                    bounded.maxEntries(),
                    options.current(),
                    view::consumed);
        }
        return spec.rowsByTime() ? timedRows(spec.name(), values, storage) : bytes(spec.name(), storage);
    }

    private TransactionalStore timedRows(String name, ValueLayout values, CommittedStorage storage) {
        return TimedRows.open(
                name, values, owner, storage, cacheOf(storage.store(name)), options.current(), view::consumed);
    }

    private CommittedCache.@Nullable Part cacheOf(CommittedStore committed) {
        return cache != null && committed.isWorthCaching() ? cache.part() : null;
    }

    private OpenStore open(
            TaskStore definition,
            StoreKeys keys,
            CommittedStorage storage,
            TransactionalStore bytes,
            TypedStore<?, ?> store) {
        store.open(bytes, serdeTopic(definition, options.context()), options.context());
        view.add(new ViewedStore(
                definition.name(), definition.changelog(), storage.store(definition.name()), store.likewise()));
        return new OpenStore(definition, layout(definition), keys, storage, bytes, store);
    }

    /**
     * Makes a store like another, for who reads what is committed there.
     *
     * @param store the other
     * @param bytes the entries that it shows
     * @param reader default serdes come from it
     */
    static StateStore likewise(OpenStore store, StoreBytes bytes, StateStoreContext reader) {
        TypedStore<?, ?> other = store.typed().again();
        other.open(bytes, serdeTopic(store.definition(), reader), reader);
        return other;
    }

    private StoreSpec<?> spec(TaskStore definition) {
        if (definition.builder() instanceof SpecifiedStoreBuilder<?> specified) {
            return specified.spec();
        }
        throw new ConfigException("store " + definition.name() + " of task " + options.taskId() + " is built by "
                + definition.builder().getClass().getName() + ", which makes a store of its own: it would keep what an "
                + "aborted transaction wrote. Build it with Stores.keyValueStoreBuilder(...), which also takes a supplier "
                + "of your own for the bytes inside");
    }

    private StoreLayout layout(TaskStore definition) {
        StoreSpec<?> spec = spec(definition);
        ValueLayout values = switch (spec.format()) {
            case PLAIN -> ValueLayout.PLAIN;
            case TIMESTAMPED -> ValueLayout.TIMESTAMPED;
            case HEADERS ->
                spec instanceof SessionStoreSpec<?, ?> ? ValueLayout.HEADERS : ValueLayout.HEADERS_AND_TIMESTAMP;
        };
        return new StoreLayout(definition.name(), values, definition.changelog());
    }

    private CommittedStorage storage(StoreLocation location) {
        return switch (location) {
            case PERSISTENT -> persistent();
            case IN_MEMORY -> inMemory();
        };
    }

    private CommittedStorage persistent() {
        CommittedStorage storage = persistent;
        if (storage == null) {
            List<StoreLayout> layouts = new ArrayList<>();
            for (TaskStore store : options.stores()) {
                if (spec(store)
                        .location()
                        .filter(StoreLocation.PERSISTENT::equals)
                        .isPresent()) {
                    layouts.add(layout(store));
                    if (spec(store) instanceof KeyValueStoreSpec<?, ?> rows && rows.rowsByTime()) {
                        layouts.add(
                                new StoreLayout(RowTime.indexOf(store.name()), ValueLayout.PLAIN, Optional.empty()));
                    }
                }
            }
            storage = opened(PersistentStorageProvider.installed()
                    .open(
                            options.taskId(),
                            options.directory(),
                            layouts,
                            options.flushLimits(),
                            options.context().appConfigs()));
            persistent = storage;
        }
        return storage;
    }

    private CommittedStorage inMemory() {
        CommittedStorage storage = inMemory;
        if (storage == null) {
            storage = opened(new InMemoryStorage());
            inMemory = storage;
        }
        return storage;
    }

    private CommittedStorage opened(CommittedStorage storage) {
        storages.add(storage);
        return storage;
    }

    private static String serdeTopic(TaskStore definition, StateStoreContext context) {
        return definition
                .changelog()
                .map(TopicPartition::topic)
                .orElseGet(() -> context.applicationId() + "-" + definition.name() + "-changelog");
    }
}
