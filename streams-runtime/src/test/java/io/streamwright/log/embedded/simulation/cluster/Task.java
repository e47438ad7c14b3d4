package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.PartitionId;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * A program whose outcome is known beforehand: it reads the numbers 0, 1, 2 and so on, and copies each to certain partitions. Immutable.
 *
 * @param number which
 * @param hasMembers whether its clients join the group and their offsets are fenced by its generation (KIP-447)
 */
public record Task(int number, boolean hasMembers) {
    private static final long VALUES_PER_TASK = 1_000_000;

    String transactionalId() {
        return "task-" + number;
    }

    public GroupId group() {
        return Layout.GROUPS.get(number);
    }

    public TopicPartition source() {
        return new TopicPartition("in", number);
    }

    /** Returns where an input is copied to. */
    public List<PartitionId> targets(long input) {
        List<PartitionId> targets = new ArrayList<>();
        int first = (int) ((input * 7 + number) % Layout.PARTITIONS.size());
        targets.add(Layout.PARTITIONS.get(first));
        if (input % 3 == 0) {
            targets.add(Layout.PARTITIONS.get((first + 1) % Layout.PARTITIONS.size()));
        }
        return targets;
    }

    /** Returns what an input is copied as. */
    public long valueOf(long input) {
        return number * VALUES_PER_TASK + input;
    }

    /** Returns whether a value is a copy that this task made. */
    public boolean isOurs(long value) {
        return value / VALUES_PER_TASK == number;
    }
}
