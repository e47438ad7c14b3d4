package io.streamwright.state;

/**
 * A window store that keeps the timestamp and the headers of each value (KIP-1271).
 *
 * @param <K> the keys
 * @param <V> the values, without timestamps and headers
 */
public interface TimestampedWindowStoreWithHeaders<K, V> extends WindowStore<K, ValueTimestampHeaders<V>> {}
