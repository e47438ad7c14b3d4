package io.streamwright.state;

import io.streamwright.DslStoreFormat;
import io.streamwright.kstream.EmitStrategy;

/**
 * The kinds of stores of the house, for {@code dsl.store.suppliers.class} (KIP-954). Thread-safe: holds nothing.
 *
 * <p>A store of an operator is of the kind that its {@link io.streamwright.kstream.Materialized} or
 * {@link io.streamwright.kstream.StreamJoined} chooses, by a supplier or by a kind; otherwise of the kind that the settings of the
 * topology name; otherwise of the kind that the settings of the application name; otherwise it is on disk.
 */
public class BuiltInDslStoreSuppliers {
    /** Stores on disk. */
    public static final DslStoreSuppliers ROCKS_DB = new RocksDBDslStoreSuppliers();

    /** Stores in memory. */
    public static final DslStoreSuppliers IN_MEMORY = new InMemoryDslStoreSuppliers();

    /** There is nothing to make one for: see the constants and the classes inside. */
    public BuiltInDslStoreSuppliers() {}

    private static BuiltInWindowStore windows(StoreLocation location, DslWindowParams params) {
        boolean timeOrdered = isOnClose(params.emitStrategy());
        return new BuiltInWindowStore(
                params.name(),
                location,
                StoreTimes.ms(params.retentionPeriod(), "retentionPeriod"),
                StoreTimes.ms(params.windowSize(), "windowSize"),
                params.retainDuplicates(),
                timeOrdered,
                !timeOrdered || params.isSlidingWindow());
    }

    private static BuiltInSessionStore sessions(StoreLocation location, DslSessionParams params) {
        return new BuiltInSessionStore(
                params.name(),
                location,
                StoreTimes.ms(params.retentionPeriod(), "retentionPeriod"),
                isOnClose(params.emitStrategy()));
    }

    private static boolean isOnClose(EmitStrategy strategy) {
        return strategy.type() == EmitStrategy.StrategyType.ON_WINDOW_CLOSE;
    }

    /** On disk, in RocksDB. Thread-safe: holds nothing. */
    public static class RocksDBDslStoreSuppliers implements DslStoreSuppliers {

        /** For settings that name the class. */
        public RocksDBDslStoreSuppliers() {}

        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return switch (params.dslStoreFormat()) {
                case PLAIN -> Stores.persistentKeyValueStore(params.name());
                case TIMESTAMPED -> Stores.persistentTimestampedKeyValueStore(params.name());
                case HEADERS -> Stores.persistentTimestampedKeyValueStoreWithHeaders(params.name());
            };
        }

        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            BuiltInWindowStore store = windows(StoreLocation.PERSISTENT, params);
            return params.dslStoreFormat() == DslStoreFormat.HEADERS ? new BuiltInHeadersStore.Window(store) : store;
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            BuiltInSessionStore store = sessions(StoreLocation.PERSISTENT, params);
            return params.storeFormat() == DslStoreFormat.HEADERS ? new BuiltInHeadersStore.Session(store) : store;
        }
    }

    /** In memory; restored from the changelog when a task starts. Keeps no headers, whatever the format. Thread-safe: holds nothing. */
    public static class InMemoryDslStoreSuppliers implements DslStoreSuppliers {

        /** For settings that name the class. */
        public InMemoryDslStoreSuppliers() {}

        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return Stores.inMemoryKeyValueStore(params.name());
        }

        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            return windows(StoreLocation.IN_MEMORY, params);
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            return sessions(StoreLocation.IN_MEMORY, params);
        }
    }
}
