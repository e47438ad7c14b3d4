package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.coordinator.CoordinatorLimits;
import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.group.GroupState;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.PartitionId;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * All state machines of the log.
 *
 * <p>Owner: the log's loop, which gives it up after a failed write and builds it anew from what is stored.
 */
final class LogState {
    private final TransactionCoordinator coordinator;
    private final Map<PartitionId, HostedPartition> partitions = new HashMap<>();
    private final Map<String, GroupState> groups = new HashMap<>();
    private final Set<String> topics = new HashSet<>();
    private int nextTopicId;

    LogState(CoordinatorLimits limits) {
        this.coordinator = new TransactionCoordinator(limits);
    }

    TransactionCoordinator coordinator() {
        return coordinator;
    }

    /** Returns a partition that exists: clients name it by its view, the coordinator by what was listed. */
    HostedPartition partition(PartitionId id) {
        HostedPartition partition = partitions.get(id);
        if (partition == null) {
            throw new IllegalStateException("partition " + id + " takes part in a transaction and is not on this log");
        }
        return partition;
    }

    Collection<HostedPartition> partitions() {
        return Collections.unmodifiableCollection(partitions.values());
    }

    void add(HostedPartition partition) {
        partitions.put(partition.state().id(), partition);
        topics.add(partition.key().topic());
        nextTopicId = Math.max(nextTopicId, partition.state().id().topicId() + 1);
    }

    boolean hasTopic(String name) {
        return topics.contains(name);
    }

    /** Returns the group; one that nobody has used before is empty. */
    GroupState group(String groupId) {
        return groups.computeIfAbsent(groupId, id -> new GroupState(new GroupId(id)));
    }

    Collection<GroupState> groups() {
        return Collections.unmodifiableCollection(groups.values());
    }

    int nextTopicId() {
        return nextTopicId;
    }
}
