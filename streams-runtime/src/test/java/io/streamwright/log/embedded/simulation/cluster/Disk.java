package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.group.GroupState;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.check.Checks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that is durable in the cluster, and what read-committed readers have seen of it.
 *
 * <p>Owner: one simulation.
 */
public final class Disk {
    private final World world;
    private final Checks checks;
    private final Machines machines = new Machines();
    private final Map<PartitionId, Contents> contents = new LinkedHashMap<>();

    private record Batch(long baseOffset, TransactionKey transaction, List<Long> values) {}

    private static final class Contents {
        private final List<Batch> batches = new ArrayList<>();
        private final List<Long> read = new ArrayList<>();
        private int next;
    }

    Disk(World world, Checks checks) {
        this.world = world;
        this.checks = checks;
    }

    /** Returns every state machine as it is stored. */
    public Machines machines() {
        return machines;
    }

    /** Returns what read-committed readers have seen of a partition up to now, in order. */
    public List<Long> read(PartitionId partition) {
        Contents known = contents.get(partition);
        return known == null ? List.of() : List.copyOf(known.read);
    }

    void wrote(int leaderEpoch, List<StoredRecord> records) {
        for (StoredRecord stored : records) {
            world.trace("disk", () -> "" + stored);
            stored.match(new StoredRecord.Cases<@Nullable Void>() {
                @Override
                public @Nullable Void ofCoordinator(StoredRecord.OfCoordinator of) {
                    checks.coordinatorWrites(of.record(), leaderEpoch);
                    machines.apply(of);
                    return null;
                }

                @Override
                public @Nullable Void ofGroup(StoredRecord.OfGroup of) {
                    checks.groupWrites(of.group(), of.record());
                    machines.apply(of);
                    return null;
                }

                @Override
                public @Nullable Void ofPartition(StoredRecord.OfPartition of) {
                    checks.partitionWrites(of.partition(), of.record());
                    machines.apply(of);
                    if (of.record() instanceof PartitionRecord.DataBatch batch) {
                        contentsOf(of.partition())
                                .batches
                                .add(new Batch(
                                        batch.baseOffset(), batch.producer().transaction(), of.values()));
                    }
                    checks.partitionWrote(of.partition());
                    return null;
                }

                @Override
                public @Nullable Void snapshotOf(StoredRecord.SnapshotOf of) {
                    return null; // says what is known already
                }
            });
        }
        contents.forEach(this::read);
    }

    /** Checks that the state machines of a shard, built anew from its frames, are what their records made of them one by one. */
    void checkRecovered(Machines recovered, int shard) {
        if (shard == Layout.COORDINATOR_SHARD) {
            TransactionCoordinator coordinator = recovered.coordinator();
            same(
                    List.copyOf(coordinator.all()),
                    List.copyOf(machines.coordinator().all()));
            same(coordinator.coordinatorEpoch(), machines.coordinator().coordinatorEpoch());
            same(coordinator.nextProducerId(), machines.coordinator().nextProducerId());
        }
        for (PartitionId id : world.layout().partitionsOf(shard)) {
            if (!world.directory().isDeleted(id)) {
                same(recovered.partition(id).snapshot(), machines.partition(id).snapshot());
            }
        }
        for (GroupId id : world.layout().groupsOf(shard)) {
            GroupState group = recovered.group(id);
            same(group.producers(), machines.group(id).producers());
            same(group.committed(), machines.group(id).committed());
            same(group.memberId(), machines.group(id).memberId());
            same(group.generation(), machines.group(id).generation());
            same(group.coordinatorEpoch(), machines.group(id).coordinatorEpoch());
        }
    }

    private static void same(Object recovered, Object written) {
        if (!recovered.equals(written)) {
            throw new AssertionError("recovery gives\n" + recovered + "\nand written was\n" + written);
        }
    }

    private Contents contentsOf(PartitionId partition) {
        return contents.computeIfAbsent(partition, id -> new Contents());
    }

    private void read(PartitionId id, Contents known) {
        PartitionState partition = machines.partition(id);
        long stableOffset = world.protocol().stableOffset(partition);
        while (known.next < known.batches.size()) {
            Batch batch = known.batches.get(known.next);
            if (batch.baseOffset >= stableOffset) {
                return;
            }
            known.next++;
            if (!partition.aborted().contains(batch.transaction)) {
                checks.read(id, batch.transaction);
                known.read.addAll(batch.values);
            }
        }
    }
}
