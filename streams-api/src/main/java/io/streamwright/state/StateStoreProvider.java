package io.streamwright.state;

import java.util.List;

/**
 * Finds the stores of a name that can be asked now: one for each partition on this instance.
 *
 * <p>For those who write a {@link QueryableStoreType} of their own. Thread-safe.
 */
public interface StateStoreProvider {

    /**
     * Returns the stores in the order of their partitions.
     *
     * @param storeName the store's name
     * @param queryableStoreType how they are to be seen
     * @throws io.streamwright.errors.InvalidStateStoreException if one of them is not ready, or there is none; its subclass says why
     */
    <T> List<T> stores(String storeName, QueryableStoreType<T> queryableStoreType);
}
