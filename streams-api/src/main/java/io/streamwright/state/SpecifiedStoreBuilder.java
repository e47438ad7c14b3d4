package io.streamwright.state;

import io.streamwright.processor.StateStore;

/**
 * A store builder that says in full what it would build, so that the engine can build it around a transaction. What
 * {@link Stores} returns.
 *
 * @param <T> the store's type
 */
public interface SpecifiedStoreBuilder<T extends StateStore> extends StoreBuilder<T> {

    /** Returns what is asked of the store. */
    StoreSpec<?> spec();
}
