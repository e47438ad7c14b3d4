package io.streamwright.task.input;

/**
 * Event time as a task has seen it: the highest timestamp of all its partitions.
 *
 * <p>Belongs to the transaction: a rewind begins it anew from what was committed.
 *
 * <p>Owner: the task.
 */
public final class TaskTime {
    /** No record was seen. */
    public static final long UNKNOWN = -1;

    private long streamTime = UNKNOWN;

    /** Returns the highest timestamp seen by the task, in milliseconds since the epoch; {@link #UNKNOWN} before the first. */
    public long streamTime() {
        return streamTime;
    }

    public void advance(long timestamp) {
        if (timestamp > streamTime) {
            streamTime = timestamp;
        }
    }

    /** Forgets everything; {@link #advance} it by the committed partition times. */
    public void restart() {
        streamTime = UNKNOWN;
    }
}
