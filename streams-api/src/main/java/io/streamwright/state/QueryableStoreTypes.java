package io.streamwright.state;

import io.streamwright.processor.StateStore;

/**
 * The kinds of stores that can be looked into from outside of the topology.
 *
 * <p>Thread-safe: holds nothing.
 */
public final class QueryableStoreTypes {

    private QueryableStoreTypes() {}

    /** Returns that of key-value stores. Those with timestamps are seen without them. */
    public static <K, V> QueryableStoreType<ReadOnlyKeyValueStore<K, V>> keyValueStore() {
        return new KeyValueStoreType<>();
    }

    /** Returns that of key-value stores with timestamps. */
    public static <K, V> QueryableStoreType<ReadOnlyKeyValueStore<K, ValueAndTimestamp<V>>> timestampedKeyValueStore() {
        return new TimestampedKeyValueStoreType<>();
    }

    /** Returns that of window stores. Those with timestamps are seen without them. */
    public static <K, V> QueryableStoreType<ReadOnlyWindowStore<K, V>> windowStore() {
        return new WindowStoreType<>();
    }

    /** Returns that of window stores with timestamps. */
    public static <K, V> QueryableStoreType<ReadOnlyWindowStore<K, ValueAndTimestamp<V>>> timestampedWindowStore() {
        return new TimestampedWindowStoreType<>();
    }

    /** Returns that of session stores. */
    public static <K, V> QueryableStoreType<ReadOnlySessionStore<K, V>> sessionStore() {
        return new SessionStoreType<>();
    }

    /**
     * A kind of store that is known by its interface. Immutable.
     *
     * @param <T> how the store is seen
     */
    private abstract static class Matcher<T> implements QueryableStoreType<T> {

        private final Class<?> accepted;

        Matcher(Class<?> accepted) {
            this.accepted = accepted;
        }

        @Override
        public boolean accepts(StateStore stateStore) {
            return accepted.isInstance(stateStore);
        }

        @Override
        public String toString() {
            return accepted.getSimpleName();
        }
    }

    /**
     * Of key-value stores. Immutable.
     *
     * @param <K> the keys
     * @param <V> the values
     */
    public static class KeyValueStoreType<K, V> extends Matcher<ReadOnlyKeyValueStore<K, V>> {

        KeyValueStoreType() {
            super(ReadOnlyKeyValueStore.class);
        }

        @Override
        public ReadOnlyKeyValueStore<K, V> create(StateStoreProvider storeProvider, String storeName) {
            return new CompositeKeyValueStore<>(() -> storeProvider.stores(storeName, this));
        }
    }

    /**
     * Of key-value stores with timestamps. Immutable.
     *
     * @param <K> the keys
     * @param <V> the values without timestamps
     */
    public static class TimestampedKeyValueStoreType<K, V>
            extends Matcher<ReadOnlyKeyValueStore<K, ValueAndTimestamp<V>>> {

        TimestampedKeyValueStoreType() {
            super(TimestampedKeyValueStore.class);
        }

        @Override
        public ReadOnlyKeyValueStore<K, ValueAndTimestamp<V>> create(
                StateStoreProvider storeProvider, String storeName) {
            return new CompositeKeyValueStore<>(() -> storeProvider.stores(storeName, this));
        }
    }

    /**
     * Of session stores. Immutable.
     *
     * @param <K> the keys
     * @param <V> the values
     */
    public static class SessionStoreType<K, V> extends Matcher<ReadOnlySessionStore<K, V>> {

        SessionStoreType() {
            super(ReadOnlySessionStore.class);
        }

        @Override
        public ReadOnlySessionStore<K, V> create(StateStoreProvider storeProvider, String storeName) {
            return new CompositeSessionStore<>(() -> storeProvider.stores(storeName, this));
        }
    }

    /**
     * Of window stores. Immutable.
     *
     * @param <K> the keys
     * @param <V> the values
     */
    public static class WindowStoreType<K, V> extends Matcher<ReadOnlyWindowStore<K, V>> {

        WindowStoreType() {
            super(ReadOnlyWindowStore.class);
        }

        @Override
        public ReadOnlyWindowStore<K, V> create(StateStoreProvider storeProvider, String storeName) {
            return new CompositeWindowStore<>(() -> storeProvider.stores(storeName, this));
        }
    }

    /**
     * Of window stores with timestamps. Immutable.
     *
     * @param <K> the keys
     * @param <V> the values without timestamps
     */
    public static class TimestampedWindowStoreType<K, V> extends Matcher<ReadOnlyWindowStore<K, ValueAndTimestamp<V>>> {

        TimestampedWindowStoreType() {
            super(TimestampedWindowStore.class);
        }

        @Override
        public ReadOnlyWindowStore<K, ValueAndTimestamp<V>> create(StateStoreProvider storeProvider, String storeName) {
            return new CompositeWindowStore<>(() -> storeProvider.stores(storeName, this));
        }
    }
}
