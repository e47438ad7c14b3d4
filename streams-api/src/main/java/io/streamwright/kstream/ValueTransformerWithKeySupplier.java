package io.streamwright.kstream;

import io.streamwright.processor.ConnectedStoreProvider;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes transformers, and may bring their stores along (KIP-401).
 *
 * <p>Called by any worker: it must be thread-safe.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VR> the new values
 */
@FunctionalInterface
public interface ValueTransformerWithKeySupplier<
                K extends @Nullable Object, V extends @Nullable Object, VR extends @Nullable Object>
        extends ConnectedStoreProvider, Supplier<ValueTransformerWithKey<K, V, VR>> {

    /**
     * Returns a new transformer: a different one at each call, as each task has its own, a new one after an abort, and each join that
     * looks up rows through it one more.
     */
    @Override
    ValueTransformerWithKey<K, V, VR> get();
}
