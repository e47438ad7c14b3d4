package io.streamwright.runtime.reading;

import io.streamwright.log.LogReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Which partitions of a worker's reader are paused: those whose tasks have enough, or are not ready.
 *
 * <p>Owner: the worker.
 */
public final class PausedInputs {
    private final LogReader reader;
    private final Set<TopicPartition> paused = new HashSet<>();
    private final List<TopicPartition> toPause = new ArrayList<>();
    private final List<TopicPartition> toResume = new ArrayList<>();

    public PausedInputs(LogReader reader) {
        this.reader = reader;
    }

    /** Stops all of these at once. */
    public void pauseAll(Set<TopicPartition> partitions) {
        partitions.forEach(partition -> want(partition, false));
        apply();
    }

    /** Notes whether records of a partition are wanted; takes effect with {@link #apply}. */
    public void want(TopicPartition partition, boolean wanted) {
        if (wanted && paused.remove(partition)) {
            toResume.add(partition);
        } else if (!wanted && paused.add(partition)) {
            toPause.add(partition);
        }
    }

    /** Partitions that are read no longer. */
    public void forget(Set<TopicPartition> partitions) {
        paused.removeAll(partitions);
        toPause.removeAll(partitions);
        toResume.removeAll(partitions);
    }

    /** Pauses and resumes what {@link #want} has noted. */
    public void apply() {
        if (!toPause.isEmpty()) {
            reader.pause(toPause);
            toPause.clear();
        }
        if (!toResume.isEmpty()) {
            reader.resume(toResume);
            toResume.clear();
        }
    }
}
