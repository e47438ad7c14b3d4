package io.streamwright.state;

import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store to look into.
 *
 * <p>Entries are ordered by their serialized keys, byte by byte, unsigned.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface ReadOnlyKeyValueStore<K, V> {

    /**
     * Returns the value of a key.
     *
     * @return null if there is none
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is not open
     */
    @Nullable
    V get(K key);

    /**
     * Returns the entries between two keys, both included, in ascending order.
     *
     * @param from where to start; null: at the first key
     * @param to where to end; null: at the last key
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is not open
     */
    KeyValueIterator<K, V> range(@Nullable K from, @Nullable K to);

    /**
     * Returns the entries between two keys, both included, in descending order.
     *
     * @param from the lower end; null: the first key
     * @param to the upper end, where the iterator starts; null: the last key
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is not open
     * @throws UnsupportedOperationException if the store cannot walk backwards
     */
    default KeyValueIterator<K, V> reverseRange(@Nullable K from, @Nullable K to) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /**
     * Returns all entries in ascending order.
     *
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is not open
     */
    KeyValueIterator<K, V> all();

    /**
     * Returns all entries in descending order.
     *
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is not open
     * @throws UnsupportedOperationException if the store cannot walk backwards
     */
    default KeyValueIterator<K, V> reverseAll() {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /**
     * Returns the entries whose serialized keys start with the bytes of a prefix, in ascending order.
     *
     * @param prefix what the keys start with
     * @param prefixKeySerializer turns the prefix into bytes
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is not open
     * @throws UnsupportedOperationException if the store cannot look for prefixes
     */
    default <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot look for prefixes");
    }

    /**
     * Returns about how many entries there are.
     *
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is not open
     */
    long approximateNumEntries();

    /**
     * Returns this store as an isolation level sees it (KIP-892), which is this store: queries see committed data only, whatever level
     * they ask for, and processors see what they have written.
     */
    default ReadOnlyKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
        Objects.requireNonNull(isolationLevel, "isolationLevel cannot be null");
        return this;
    }
}
