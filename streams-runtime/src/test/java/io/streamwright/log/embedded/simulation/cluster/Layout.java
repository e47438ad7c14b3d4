package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the cluster consists of, and which state machines share a disk. Immutable.
 *
 * @param nodes how many nodes there are
 * @param shards how many disks
 * @param shardOf the disk of each partition and group; the coordinator is on disk 0
 * @param settlesAtOnce whether a transaction is decided, told and completed in one write; then all share one disk, as in the
 *     embedded log
 */
public record Layout(int nodes, int shards, Map<Participant, Integer> shardOf, boolean settlesAtOnce) {
    /** The shard of the coordinator; others may be there, too. */
    public static final int COORDINATOR_SHARD = 0;

    /** Partitions that stay. */
    public static final List<PartitionId> PARTITIONS =
            IntStream.range(0, 3).mapToObj(i -> new PartitionId(1, i)).toList();
    /** A partition that may be deleted at any time. */
    public static final PartitionId DELETABLE = new PartitionId(2, 0);

    public static final List<GroupId> GROUPS = List.of(new GroupId("group-0"), new GroupId("group-1"));

    /** One node with one disk: the embedded log. */
    public static Layout oneDisk(boolean settlesAtOnce) {
        return new Layout(1, 1, spread(1), settlesAtOnce);
    }

    /** Several nodes; each state machine has a disk of its own. */
    public static Layout manyDisks(int nodes) {
        return new Layout(nodes, 1 + PARTITIONS.size() + 1 + GROUPS.size(), spread(7), false);
    }

    static Layout drawn(Scheduler time) {
        int shards = time.between(1, 7);
        boolean settlesAtOnce = shards == 1 && time.random().nextBoolean();
        return new Layout(time.between(1, 4), shards, spread(shards), settlesAtOnce);
    }

    private static Map<Participant, Integer> spread(int shards) {
        Map<Participant, Integer> spread = new LinkedHashMap<>();
        int next = 1;
        for (PartitionId partition : PARTITIONS) {
            spread.put(partition, next++ % shards);
        }
        spread.put(DELETABLE, next++ % shards);
        for (GroupId group : GROUPS) {
            spread.put(group, next++ % shards);
        }
        return spread;
    }

    List<PartitionId> partitionsOf(int shard) {
        return Stream.concat(PARTITIONS.stream(), Stream.of(DELETABLE))
                .filter(partition -> shardOf(partition) == shard)
                .toList();
    }

    List<GroupId> groupsOf(int shard) {
        return GROUPS.stream().filter(group -> shardOf(group) == shard).toList();
    }

    int shardOf(Participant participant) {
        return shardOf.get(participant);
    }
}
