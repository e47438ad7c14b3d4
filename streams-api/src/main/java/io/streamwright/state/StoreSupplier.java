package io.streamwright.state;

import io.streamwright.processor.StateStore;

/**
 * Makes the innermost part of a store.
 *
 * <p>Called by any worker: it must be thread-safe.
 *
 * @param <T> the store's type
 */
public interface StoreSupplier<T extends StateStore> {

    /** Returns the store's name. */
    String name();

    /** Returns a new store at each call. */
    T get();

    /** Returns the word that names this kind of store in metrics. */
    String metricsScope();
}
