package io.streamwright.state;

/**
 * A window store that keeps with each value the timestamp of the record that it came from.
 *
 * <p>Owner: the worker thread of its task.
 *
 * @param <K> the keys
 * @param <V> the values, without their timestamps
 */
public interface TimestampedWindowStore<K, V> extends WindowStore<K, ValueAndTimestamp<V>> {}
