package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.coordinator.CoordinatorLimits;
import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.group.GroupState;
import io.streamwright.log.embedded.partition.PartitionSnapshot;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.PartitionId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State machines of the protocol side by side: those of a shard, or those of the whole cluster as they are on disk.
 *
 * <p>Owner: one simulation.
 */
public final class Machines {
    /** Short, so that a clock that jumps by a day makes ids and producers expire. */
    public static final CoordinatorLimits LIMITS = new CoordinatorLimits(60_000, 600_000);

    static final long PRODUCER_EXPIRY_MS = 600_000;

    private final TransactionCoordinator coordinator = new TransactionCoordinator(LIMITS);
    private final Map<PartitionId, PartitionState> partitions = new LinkedHashMap<>();
    private final Map<GroupId, GroupState> groups = new LinkedHashMap<>();

    public TransactionCoordinator coordinator() {
        return coordinator;
    }

    /** Returns a partition; one without records is empty. */
    public PartitionState partition(PartitionId id) {
        return partitions.computeIfAbsent(id, added -> new PartitionState(added, PartitionSnapshot.EMPTY));
    }

    public Map<PartitionId, PartitionState> partitions() {
        return partitions;
    }

    /** Returns a group; one without records is empty. */
    public GroupState group(GroupId id) {
        return groups.computeIfAbsent(id, GroupState::new);
    }

    public Map<GroupId, GroupState> groups() {
        return groups;
    }

    void remove(PartitionId deleted) {
        partitions.remove(deleted);
    }

    void restore(PartitionId id, PartitionSnapshot snapshot) {
        partitions.put(id, new PartitionState(id, snapshot));
    }

    /** Makes a record part of the state of its machine. */
    void apply(StoredRecord stored) {
        stored.match(new StoredRecord.Cases<@Nullable Void>() {
            @Override
            public @Nullable Void ofCoordinator(StoredRecord.OfCoordinator of) {
                coordinator.apply(of.record());
                return null;
            }

            @Override
            public @Nullable Void ofGroup(StoredRecord.OfGroup of) {
                group(of.group()).apply(of.record());
                return null;
            }

            @Override
            public @Nullable Void ofPartition(StoredRecord.OfPartition of) {
                partition(of.partition()).apply(of.record());
                return null;
            }

            @Override
            public @Nullable Void snapshotOf(StoredRecord.SnapshotOf of) {
                return null; // says what is known already
            }
        });
    }
}
