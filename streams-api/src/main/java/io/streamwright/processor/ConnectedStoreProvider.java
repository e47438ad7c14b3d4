package io.streamwright.processor;

import io.streamwright.state.StoreBuilder;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Brings the stores that a processor uses along with the processor's supplier (KIP-401). */
public interface ConnectedStoreProvider {

    /**
     * Returns the stores to add to the topology and to connect to the processor.
     *
     * @return null or empty if there are none
     */
    default @Nullable Set<StoreBuilder<?>> stores() {
        return null;
    }
}
