package io.streamwright.state;

import io.streamwright.processor.StateStore;

/**
 * A kind of store, as programs look into it from outside of the topology; {@link QueryableStoreTypes} has those of the house.
 *
 * @param <T> how the store is seen
 */
public interface QueryableStoreType<T> {

    /** Returns whether a store is of this kind. */
    boolean accepts(StateStore stateStore);

    /**
     * Makes one store out of those of the instance's partitions.
     *
     * @param storeProvider finds them; asked again for each look, as they may come and go
     * @param storeName their name
     */
    T create(StateStoreProvider storeProvider, String storeName);
}
