package io.streamwright.topology;

/**
 * A store that knows, inside of its task's transaction, up to which time its operator has taken records; so an operator that begins
 * anew after an abort or a crash takes the same records as late as it did before.
 *
 * <p>Owner: the worker thread of its task.
 */
public interface StreamTimeKeeper {

    /** Returns the highest timestamp of a record that is in the store, in ms since the epoch; -1 before the first. */
    long streamTimeMs();
}
