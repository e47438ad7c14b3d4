package io.streamwright.processor;

import io.streamwright.errors.TaskIdFormatException;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Names a task: one sub-topology at work on one partition. Immutable. */
public class TaskId implements Comparable<TaskId> {

    private static final Comparator<TaskId> ORDER =
            Comparator.comparingInt(TaskId::subtopology).thenComparingInt(TaskId::partition);

    private final int subtopology;
    private final int partition;

    /**
     * Names the task of a sub-topology and a partition.
     *
     * @param subtopology the sub-topology's number, from 0
     * @param partition the partition's number, from 0
     */
    public TaskId(int subtopology, int partition) {
        this.subtopology = subtopology;
        this.partition = partition;
    }

    /** Returns the sub-topology's number. */
    public int subtopology() {
        return subtopology;
    }

    /** Returns the partition's number. */
    public int partition() {
        return partition;
    }

    /**
     * Reads what {@link #toString()} writes.
     *
     * @throws TaskIdFormatException if the text is not two numbers around an underscore
     */
    public static TaskId parse(String text) {
        int separator = text.indexOf('_');
        if (separator < 0) {
            throw new TaskIdFormatException(text);
        }
        try {
            return new TaskId(
                    Integer.parseInt(text.substring(0, separator)), Integer.parseInt(text.substring(separator + 1)));
        } catch (NumberFormatException e) {
            throw new TaskIdFormatException(text, e);
        }
    }

    /** Orders by sub-topology, then by partition. */
    @Override
    public int compareTo(TaskId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof TaskId that && subtopology == that.subtopology && partition == that.partition);
    }

    @Override
    public int hashCode() {
        return 31 * subtopology + partition;
    }

    /** Returns {@code <subtopology>_<partition>}, for example {@code 0_3}. */
    @Override
    public String toString() {
        return subtopology + "_" + partition;
    }
}
