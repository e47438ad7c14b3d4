package io.streamwright.topology;

/**
 * A context that counts the records that operators leave aside.
 *
 * <p>Owner: the task.
 */
public interface DropCounter {

    /** An operator leaves a record aside: it is late, or lacks what the operator needs. */
    void countDropped();
}
