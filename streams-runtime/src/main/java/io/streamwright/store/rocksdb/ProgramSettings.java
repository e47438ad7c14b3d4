package io.streamwright.store.rocksdb;

import io.streamwright.StreamsConfig;
import io.streamwright.errors.StreamsException;
import io.streamwright.state.RocksDBConfigSetter;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of stores that the program's {@link RocksDBConfigSetter} makes, with what it has to close afterwards.
 *
 * <p>Owner: the worker that owns the task.
 */
final class ProgramSettings implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramSettings.class);

    private final Map<String, Object> configs;
    private final Optional<Class<? extends RocksDBConfigSetter>> setterClass;
    private final List<Changed> changed = new ArrayList<>();

    /** What a setter has done to one store. Immutable, but for the options. */
    private record Changed(String store, RocksDBConfigSetter setter, StoreOptions options) {}

    /**
     * Reads which setter the program wants.
     *
     * @param configs the application's settings
     * @throws ConfigException if the class that they name is none
     */
    ProgramSettings(Map<String, Object> configs) {
        this.configs = configs;
        this.setterClass = Optional.ofNullable(configs.get(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG))
                .map(ProgramSettings::setterClass);
    }

    private static Class<? extends RocksDBConfigSetter> setterClass(Object named) {
        try {
            Class<?> type = named instanceof Class<?> given ? given : loaded(named.toString());
            return type.asSubclass(RocksDBConfigSetter.class);
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new ConfigException(
                    StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
                    named,
                    "it must be a class on the class path that implements " + RocksDBConfigSetter.class.getName());
        }
    }

    private static Class<?> loaded(String name) throws ClassNotFoundException {
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        return Class.forName(name, true, ofThread != null ? ofThread : ProgramSettings.class.getClassLoader());
    }

    /**
     * Returns the settings of a store's column family; the caller closes them.
     *
     * @param store the store's name
     * @param database the settings of the database, which the setter may look at
     * @param writeBufferBytes size of a write buffer, if the setter does not change it
     */
    ColumnFamilyOptions of(String store, DBOptions database, long writeBufferBytes) {
        if (setterClass.isEmpty()) {
            return RocksDbSettings.columnFamily(writeBufferBytes);
        }
        RocksDBConfigSetter setter = newSetter(setterClass.get());
        StoreOptions options;
        try (ColumnFamilyOptions house = RocksDbSettings.columnFamily(writeBufferBytes)) {
            options = new StoreOptions(database, house);
        }
        // Options do not show the table format of what they were made of.
        options.setTableFormatConfig(RocksDbSettings.tableFormat());
        changed.add(new Changed(store, setter, options));
        DatabaseSettings before = DatabaseSettings.in(options);
        setter.setConfig(store, options, configs);
        warn(store, setter, options.refused(), before.changedIn(DatabaseSettings.in(options)));
        return new ColumnFamilyOptions(options);
    }

    private static RocksDBConfigSetter newSetter(Class<? extends RocksDBConfigSetter> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            throw new StreamsException("the constructor of " + type.getName() + " failed", cause == null ? e : cause);
        } catch (ReflectiveOperationException e) {
            throw new ConfigException(
                    StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
                    type.getName(),
                    "it needs a public constructor without parameters (" + e + ")");
        }
    }

    private static void warn(String store, RocksDBConfigSetter setter, List<String> refused, List<String> ofDatabase) {
        if (!refused.isEmpty()) {
            LOG.warn(
                    "store={} setter={} leftAside={} as the store's content or the order of its keys would change; leave them out",
                    store,
                    setter.getClass().getName(),
                    refused);
        }
        if (!ofDatabase.isEmpty()) {
            LOG.warn(
                    "store={} setter={} leftAside={} as they are settings of the database that all stores of a task share; leave "
                            + "them out",
                    store,
                    setter.getClass().getName(),
                    ofDatabase);
        }
    }

    /** Lets the setters close what they have made; called once, when the database is closed. */
    @Override
    public void close() {
        RuntimeException failure = null;
        for (Changed one : changed) {
            try {
                one.setter().close(one.store(), one.options());
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            } finally {
                one.options().close();
            }
        }
        changed.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
