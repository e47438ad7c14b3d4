package io.streamwright.state;

import io.streamwright.processor.StateStore;

/**
 * A store that keeps headers, as operators of the DSL see it, whose rows have none (KIP-1285).
 *
 * <p>Owner: as the store.
 */
public interface KeepsHeaders {

    /**
     * Returns the same store as one without headers: it shows what was written with headers, and what it writes has those alone that a
     * serializer adds. Always the same one while the store is open.
     */
    StateStore withoutHeaders();
}
