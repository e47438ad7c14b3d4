package io.streamwright.testing;

import io.streamwright.processor.StateStore;
import io.streamwright.state.KeepsHeaders;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.ReadOnlyKeyValueStore;
import io.streamwright.state.ReadOnlySessionStore;
import io.streamwright.state.ReadOnlyWindowStore;
import io.streamwright.state.SessionStore;
import io.streamwright.state.SessionStoreWithHeaders;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.TimestampedKeyValueStoreWithHeaders;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.TimestampedWindowStoreWithHeaders;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.WindowStore;
import io.streamwright.task.Task;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The stores of a driver's application.
 *
 * <p>Owner: the driver.
 */
final class DriverStores {
    private final Supplier<Collection<Task>> tasks;
    private final Supplier<Map<String, StateStore>> globals;

    /**
     * Makes the view of an application.
     *
     * @param tasks returns those that run
     * @param globals returns the global stores by name, which have one part for all partitions
     */
    DriverStores(Supplier<Collection<Task>> tasks, Supplier<Map<String, StateStore>> globals) {
        this.tasks = tasks;
        this.globals = globals;
    }

    /** Returns the stores of one partition, by name. */
    Map<String, StateStore> all(int partition) {
        Map<String, StateStore> all = new LinkedHashMap<>();
        tasks.get().stream()
                .filter(task -> task.id().partition() == partition)
                .forEach(task -> all.putAll(task.stores()));
        return all;
    }

    /** Returns all stores, by name. */
    Map<String, StateStore> all() {
        Map<String, StateStore> all = new LinkedHashMap<>();
        for (Task task : tasks.get()) {
            task.stores().keySet().forEach(name -> all.computeIfAbsent(name, this::only));
        }
        all.putAll(globals.get());
        return all;
    }

    @Nullable
    StateStore of(String name, int partition) {
        return partitions(name).get(partition);
    }

    /**
     * Returns a store that has one partition; null if there is no store of that name.
     *
     * @throws IllegalArgumentException if it has several
     */
    @Nullable
    StateStore only(String name) {
        StateStore global = globals.get().get(name);
        if (global != null) {
            return global;
        }
        Map<Integer, StateStore> partitions = partitions(name);
        if (partitions.size() > 1) {
            throw new IllegalArgumentException("store " + name + " has a part for each of the partitions "
                    + partitions.keySet() + ": name the partition as the second argument");
        }
        return partitions.values().stream().findFirst().orElse(null);
    }

    private Map<Integer, StateStore> partitions(String name) {
        Map<Integer, StateStore> partitions = new TreeMap<>();
        for (Task task : tasks.get()) {
            StateStore store = task.stores().get(name);
            if (store != null) {
                partitions.put(task.id().partition(), store);
            }
        }
        return partitions;
    }

    /** Refuses a store that has a method of its own. */
    static @Nullable StateStore ofNoKnownKind(@Nullable StateStore store) {
        if (store instanceof TimestampedKeyValueStore) {
            throw new IllegalArgumentException("Store " + store.name()
                    + " is a timestamped key-value store and should be accessed via `getTimestampedKeyValueStore()`");
        }
        if (store instanceof TimestampedWindowStore) {
            throw new IllegalArgumentException("Store " + store.name()
                    + " is a timestamped window store and should be accessed via `getTimestampedWindowStore()`");
        }
        if (store instanceof TimestampedKeyValueStoreWithHeaders) {
            throw new IllegalArgumentException("Store " + store.name()
                    + " is a key-value store with headers and should be accessed via"
                    + " `getTimestampedKeyValueStoreWithHeaders()`");
        }
        if (store instanceof TimestampedWindowStoreWithHeaders) {
            throw new IllegalArgumentException("Store " + store.name()
                    + " is a window store with headers and should be accessed via"
                    + " `getTimestampedWindowStoreWithHeaders()`");
        }
        if (store instanceof SessionStoreWithHeaders) {
            throw new IllegalArgumentException("Store " + store.name()
                    + " is a session store with headers and should be accessed via `getSessionStoreWithHeaders()`");
        }
        if (store instanceof VersionedKeyValueStore) {
            throw new IllegalArgumentException("Store " + store.name()
                    + " is a versioned key-value store and should be accessed via `getVersionedKeyValueStore()`");
        }
        if (store instanceof ReadOnlyWindowStore) {
            throw new IllegalArgumentException(
                    "Store " + store.name() + " is a window store and should be accessed via `getWindowStore()`");
        }
        if (store instanceof ReadOnlySessionStore) {
            throw new IllegalArgumentException(
                    "Store " + store.name() + " is a session store and should be accessed via `getSessionStore()`");
        }
        if (store instanceof ReadOnlyKeyValueStore) {
            throw new IllegalArgumentException(
                    "Store " + store.name() + " is a key-value store and should be accessed via `getKeyValueStore()`");
        }
        return store;
    }

    @SuppressWarnings("unchecked") // the caller says what it holds
    static <K, V> @Nullable KeyValueStore<K, V> keyValue(@Nullable StateStore store) {
        TimestampedKeyValueStore<K, V> timestamped = timestamped(store);
        if (timestamped != null) {
            return new ValuesOfTimestamped<>(timestamped);
        }
        return store instanceof KeyValueStore ? (KeyValueStore<K, V>) store : null;
    }

    @SuppressWarnings("unchecked") // the caller says what it holds
    static <K, V> @Nullable VersionedKeyValueStore<K, V> versioned(@Nullable StateStore store) {
        return store instanceof VersionedKeyValueStore ? (VersionedKeyValueStore<K, V>) store : null;
    }

    @SuppressWarnings("unchecked") // the caller says what it holds
    static <K, V> @Nullable WindowStore<K, V> windows(@Nullable StateStore store) {
        TimestampedWindowStore<K, V> timestamped = timestampedWindows(store);
        if (timestamped != null) {
            return new ValuesOfTimestampedWindows<>(timestamped);
        }
        return store instanceof WindowStore ? (WindowStore<K, V>) store : null;
    }

    @SuppressWarnings("unchecked") // the caller says what it holds
    static <K, V> @Nullable TimestampedWindowStore<K, V> timestampedWindows(@Nullable StateStore store) {
        StateStore face = withoutHeaders(store);
        return face instanceof TimestampedWindowStore ? (TimestampedWindowStore<K, V>) face : null;
    }

    @SuppressWarnings("unchecked") // the caller says what it holds
    static <K, V> @Nullable SessionStore<K, V> sessions(@Nullable StateStore store) {
        StateStore face = withoutHeaders(store);
        return face instanceof SessionStore ? (SessionStore<K, V>) face : null;
    }

    @SuppressWarnings("unchecked") // the caller says what it holds
    static <K, V> @Nullable TimestampedKeyValueStore<K, V> timestamped(@Nullable StateStore store) {
        StateStore face = withoutHeaders(store);
        return face instanceof TimestampedKeyValueStore ? (TimestampedKeyValueStore<K, V>) face : null;
    }

    @SuppressWarnings("unchecked") // the caller says what it holds
    static <K, V> @Nullable TimestampedKeyValueStoreWithHeaders<K, V> withHeaders(@Nullable StateStore store) {
        return store instanceof TimestampedKeyValueStoreWithHeaders
                ? (TimestampedKeyValueStoreWithHeaders<K, V>) store
                : null;
    }

    @SuppressWarnings("unchecked") // the caller says what it holds
    static <K, V> @Nullable TimestampedWindowStoreWithHeaders<K, V> windowsWithHeaders(@Nullable StateStore store) {
        return store instanceof TimestampedWindowStoreWithHeaders
                ? (TimestampedWindowStoreWithHeaders<K, V>) store
                : null;
    }

    @SuppressWarnings("unchecked") // the caller says what it holds
    static <K, V> @Nullable SessionStoreWithHeaders<K, V> sessionsWithHeaders(@Nullable StateStore store) {
        return store instanceof SessionStoreWithHeaders ? (SessionStoreWithHeaders<K, V>) store : null;
    }

    private static @Nullable StateStore withoutHeaders(@Nullable StateStore store) {
        return store instanceof KeepsHeaders keeping ? keeping.withoutHeaders() : store;
    }
}
