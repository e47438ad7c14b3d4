package io.streamwright.task;

/**
 * Event time as a task has seen it: the highest timestamp of all its partitions.
 *
 * <p>Belongs to the transaction: a rewind begins it anew from what was committed.
 *
 * <p>Owner: the task.
 */
final class TaskTime {
    /** No record was seen. */
    static final long UNKNOWN = -1;

    private long streamTime = UNKNOWN;

    /** Returns the highest timestamp seen by the task, in milliseconds since the epoch; {@link #UNKNOWN} before the first. */
    long streamTime() {
        return streamTime;
    }

    void advance(long timestamp) {
        if (timestamp > streamTime) {
            streamTime = timestamp;
        }
    }

    /** Forgets everything; {@link #advance} it by the committed partition times. */
    void restart() {
        streamTime = UNKNOWN;
    }
}
