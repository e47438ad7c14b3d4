package io.streamwright.state;

import io.streamwright.KeyValue;
import io.streamwright.processor.StateStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store with one value for each key.
 *
 * <p>Owner: the worker thread of its task. What is written belongs to the task's transaction; the task's own reads see it at
 * once.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface KeyValueStore<K, V> extends StateStore, ReadOnlyKeyValueStore<K, V> {

    /**
     * Sets the value of a key.
     *
     * @param value null deletes the key
     * @throws NullPointerException if the key is null
     */
    void put(K key, @Nullable V value);

    /**
     * Sets the value of a key that has none.
     *
     * @return the value that the key had and keeps; null if it had none
     * @throws NullPointerException if the key is null
     */
    @Nullable
    V putIfAbsent(K key, @Nullable V value);

    /**
     * Sets the values of several keys, in the order of the list.
     *
     * @throws NullPointerException if a key is null; entries before it are set
     */
    void putAll(List<KeyValue<K, V>> entries);

    /**
     * Deletes a key.
     *
     * @return the value that it had; null if it had none
     * @throws NullPointerException if the key is null
     */
    @Nullable
    V delete(K key);
}
