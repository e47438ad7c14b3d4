package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionSnapshot;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.OfCoordinator;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.OfGroup;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.OfPartition;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.SnapshotOf;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Builds the state machines of a shard from what is stored: of coordinator and groups the latest record of each key, in any order;
 * of a partition the snapshot and the batches behind it.
 *
 * <p>Owner: one simulation.
 */
final class ShardRecovery {
    private final Map<String, StoredRecord> tables = new LinkedHashMap<>();
    private final Map<PartitionId, PartitionSnapshot> snapshots = new LinkedHashMap<>();
    private final List<OfPartition> batches = new ArrayList<>();

    void read(StoredRecord stored) {
        stored.match(new StoredRecord.Cases<@Nullable Void>() {
            @Override
            public @Nullable Void ofCoordinator(OfCoordinator of) {
                CoordinatorRecord record = of.record();
                return put("coordinator/" + record.key(), record.isTombstone(), of);
            }

            @Override
            public @Nullable Void ofGroup(OfGroup of) {
                GroupRecord record = of.record();
                return put("group/" + of.group().name() + "/" + record.key(), record.isTombstone(), of);
            }

            @Override
            public @Nullable Void ofPartition(OfPartition of) {
                batches.add(of);
                return null;
            }

            @Override
            public @Nullable Void snapshotOf(SnapshotOf of) {
                snapshots.put(of.partition(), of.snapshot());
                return null;
            }
        });
    }

    private @Nullable Void put(String key, boolean isTombstone, StoredRecord stored) {
        if (isTombstone) {
            tables.remove(key);
        } else {
            tables.put(key, stored);
        }
        return null;
    }

    Machines machines(Random order) {
        Machines machines = new Machines();
        List<StoredRecord> rows = new ArrayList<>(tables.values());
        Collections.shuffle(rows, order);
        rows.forEach(machines::apply);
        snapshots.forEach(machines::restore);
        for (OfPartition batch : batches) {
            PartitionState partition = machines.partition(batch.partition());
            if (offsetOf(batch.record()) >= partition.endOffset()) {
                partition.apply(batch.record());
            }
        }
        return machines;
    }

    private static long offsetOf(PartitionRecord record) {
        return record.match(new PartitionRecord.Cases<Long>() {
            @Override
            public Long dataBatch(PartitionRecord.DataBatch batch) {
                return batch.baseOffset();
            }

            @Override
            public Long controlMarker(PartitionRecord.ControlMarker marker) {
                return marker.offset();
            }

            @Override
            public Long startOffsetRaised(PartitionRecord.StartOffsetRaised raised) {
                throw new AssertionError("not a batch: " + raised);
            }

            @Override
            public Long producersExpired(PartitionRecord.ProducersExpired expired) {
                throw new AssertionError("not a batch: " + expired);
            }
        });
    }
}
