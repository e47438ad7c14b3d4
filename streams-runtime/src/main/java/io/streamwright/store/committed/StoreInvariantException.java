package io.streamwright.store.committed;

import io.streamwright.errors.ProcessorStateException;

/**
 * A local store contradicts its changelog, or holds what no transaction can have left there.
 *
 * <p>Trying again cannot help: the task must stop, as going on would give wrong results.
 */
public final class StoreInvariantException extends ProcessorStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Says what contradicts what.
     *
     * @param message names store, directory, the numbers on both sides and the remedy
     */
    public StoreInvariantException(String message) {
        super(message);
    }
}
