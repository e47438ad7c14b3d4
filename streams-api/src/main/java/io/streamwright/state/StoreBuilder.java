package io.streamwright.state;

import io.streamwright.processor.StateStore;
import java.util.Map;

/**
 * Says what a store is to be like, and makes it: one for each task.
 *
 * <p>Its settings change only while the program builds its topology, on one thread; later any worker may build.
 *
 * @param <T> the store's type
 */
public interface StoreBuilder<T extends StateStore> {

    /** Lets table operators pass on one update for each key and transaction. Returns this builder. */
    StoreBuilder<T> withCachingEnabled();

    /** Lets table operators pass on every update. Returns this builder. */
    StoreBuilder<T> withCachingDisabled();

    /**
     * Has the store's changes written to a changelog topic, from which it is restored. Returns this builder.
     *
     * @param config settings of the topic, by name
     */
    StoreBuilder<T> withLoggingEnabled(Map<String, String> config);

    /** Writes no changelog: the store cannot be restored on another machine. Returns this builder. */
    StoreBuilder<T> withLoggingDisabled();

    /**
     * Makes the store: a new one at each call.
     *
     * @throws IllegalStateException if no module that has stores is on the class path
     */
    T build();

    /** Returns the settings of the changelog topic, by name. */
    Map<String, String> logConfig();

    /** Returns whether a changelog is written. */
    boolean loggingEnabled();

    /** Returns the store's name. */
    String name();
}
