package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionSnapshot;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.PartitionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record of one of a shard's state machines. Immutable. */
public sealed interface StoredRecord {

    /** Calls the method for the kind that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /** A record of the coordinator. */
    record OfCoordinator(CoordinatorRecord record) implements StoredRecord {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.ofCoordinator(this);
        }
    }

    /** A record of a group. */
    record OfGroup(GroupId group, GroupRecord record) implements StoredRecord {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.ofGroup(this);
        }
    }

    /**
     * A record of a partition.
     *
     * @param values the contents if it is a batch of data
     */
    record OfPartition(PartitionId partition, PartitionRecord record, List<Long> values) implements StoredRecord {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.ofPartition(this);
        }
    }

    /** The whole state of a partition, from which recovery goes on. */
    record SnapshotOf(PartitionId partition, PartitionSnapshot snapshot) implements StoredRecord {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.snapshotOf(this);
        }
    }

    /**
     * One method for each kind.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R ofCoordinator(OfCoordinator stored);

        R ofGroup(OfGroup stored);

        R ofPartition(OfPartition stored);

        R snapshotOf(SnapshotOf stored);
    }
}
