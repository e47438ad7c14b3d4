package io.streamwright.state;

import io.streamwright.processor.StateStore;

/**
 * The kinds of stores that can be looked into from outside of the topology.
 *
 * <p>Thread-safe: holds nothing.
 */
public final class QueryableStoreTypes {

    private QueryableStoreTypes() {}

    /** Returns that of key-value stores. Those with timestamps or headers are seen without them. */
    public static <K, V> QueryableStoreType<ReadOnlyKeyValueStore<K, V>> keyValueStore() {
        return new KeyValueStoreType<>();
    }

    /** Returns that of key-value stores with timestamps. Those with headers are seen without them. */
    public static <K, V> QueryableStoreType<ReadOnlyKeyValueStore<K, ValueAndTimestamp<V>>> timestampedKeyValueStore() {
        return new TimestampedKeyValueStoreType<>();
    }

    /** Returns that of key-value stores with timestamps and headers (KIP-1271). */
    public static <K, V>
            QueryableStoreType<ReadOnlyKeyValueStore<K, ValueTimestampHeaders<V>>>
                    timestampedKeyValueStoreWithHeaders() {
        return new TimestampedKeyValueStoreWithHeadersType<>();
    }

    /** Returns that of window stores. Those with timestamps or headers are seen without them. */
    public static <K, V> QueryableStoreType<ReadOnlyWindowStore<K, V>> windowStore() {
        return new WindowStoreType<>();
    }

    /** Returns that of window stores with timestamps. Those with headers are seen without them. */
    public static <K, V> QueryableStoreType<ReadOnlyWindowStore<K, ValueAndTimestamp<V>>> timestampedWindowStore() {
        return new TimestampedWindowStoreType<>();
    }

    /** Returns that of window stores with timestamps and headers (KIP-1271). */
    public static <K, V>
            QueryableStoreType<ReadOnlyWindowStore<K, ValueTimestampHeaders<V>>> timestampedWindowStoreWithHeaders() {
        return new TimestampedWindowStoreWithHeadersType<>();
    }

    /** Returns that of session stores. Those with headers are seen without them. */
    public static <K, V> QueryableStoreType<ReadOnlySessionStore<K, V>> sessionStore() {
        return new SessionStoreType<>();
    }

    /** Returns that of session stores with headers (KIP-1271). */
    public static <K, V>
            QueryableStoreType<ReadOnlySessionStore<K, AggregationWithHeaders<V>>> sessionStoreWithHeaders() {
        return new SessionStoreWithHeadersType<>();
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
        public boolean accepts(StateStore stateStore) {
            return super.accepts(stateStore) || stateStore instanceof TimestampedKeyValueStoreWithHeaders<?, ?>;
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
        public boolean accepts(StateStore stateStore) {
            return super.accepts(stateStore) || stateStore instanceof TimestampedWindowStoreWithHeaders<?, ?>;
        }

        @Override
        public ReadOnlyWindowStore<K, ValueAndTimestamp<V>> create(StateStoreProvider storeProvider, String storeName) {
            return new CompositeWindowStore<>(() -> storeProvider.stores(storeName, this));
        }
    }

    /**
     * Of key-value stores with timestamps and headers. Immutable.
     *
     * @param <K> the keys
     * @param <V> the values, without what is kept beside them
     */
    public static class TimestampedKeyValueStoreWithHeadersType<K, V>
            extends Matcher<ReadOnlyKeyValueStore<K, ValueTimestampHeaders<V>>> {

        TimestampedKeyValueStoreWithHeadersType() {
            super(TimestampedKeyValueStoreWithHeaders.class);
        }

        @Override
        public ReadOnlyKeyValueStore<K, ValueTimestampHeaders<V>> create(
                StateStoreProvider storeProvider, String storeName) {
            return new CompositeKeyValueStore<>(() -> storeProvider.stores(storeName, this));
        }
    }

    /**
     * Of window stores with timestamps and headers. Immutable.
     *
     * @param <K> the keys
     * @param <V> the values, without what is kept beside them
     */
    public static class TimestampedWindowStoreWithHeadersType<K, V>
            extends Matcher<ReadOnlyWindowStore<K, ValueTimestampHeaders<V>>> {

        TimestampedWindowStoreWithHeadersType() {
            super(TimestampedWindowStoreWithHeaders.class);
        }

        @Override
        public ReadOnlyWindowStore<K, ValueTimestampHeaders<V>> create(
                StateStoreProvider storeProvider, String storeName) {
            return new CompositeWindowStore<>(() -> storeProvider.stores(storeName, this));
        }
    }

    /**
     * Of session stores with headers. Immutable.
     *
     * @param <K> the keys
     * @param <V> the values, without what is kept beside them
     */
    public static class SessionStoreWithHeadersType<K, V>
            extends Matcher<ReadOnlySessionStore<K, AggregationWithHeaders<V>>> {

        SessionStoreWithHeadersType() {
            super(SessionStoreWithHeaders.class);
        }

        @Override
        public ReadOnlySessionStore<K, AggregationWithHeaders<V>> create(
                StateStoreProvider storeProvider, String storeName) {
            return new CompositeSessionStore<>(() -> storeProvider.stores(storeName, this));
        }
    }
}
