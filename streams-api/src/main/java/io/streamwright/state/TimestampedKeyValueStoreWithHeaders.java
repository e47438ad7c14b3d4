package io.streamwright.state;

/**
 * A key-value store that keeps the timestamp and the headers of each value (KIP-1271).
 *
 * @param <K> the keys
 * @param <V> the values, without timestamps and headers
 */
public interface TimestampedKeyValueStoreWithHeaders<K, V> extends KeyValueStore<K, ValueTimestampHeaders<V>> {}
