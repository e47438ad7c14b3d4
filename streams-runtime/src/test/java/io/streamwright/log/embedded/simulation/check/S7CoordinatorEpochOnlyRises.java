package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashMap;
import java.util.Map;

/**
 * The coordinator's epoch never falls, in its own log and in each partition; who was replaced decides nothing.
 *
 * <p>Owner: one simulation.
 */
final class S7CoordinatorEpochOnlyRises implements Checker {
    private final Map<PartitionId, Integer> seen = new HashMap<>();
    private int startedIn;
    private int latest;

    @Override
    public void coordinatorWrites(World world, CoordinatorRecord record, int leaderEpoch) {
        if (record instanceof CoordinatorRecord.CoordinatorStarted started) {
            unless(started.coordinatorEpoch() > latest, this, "%s follows epoch %s", started, latest);
            latest = started.coordinatorEpoch();
            startedIn = leaderEpoch;
        }
        unless(
                leaderEpoch == startedIn,
                this,
                "%s is written by the leader of epoch %s, who was replaced in epoch %s",
                record,
                leaderEpoch,
                startedIn);
    }

    @Override
    public void partitionWrites(World world, PartitionId partition, PartitionRecord record) {
        if (record instanceof PartitionRecord.ControlMarker control) {
            int epoch = control.marker().coordinatorEpoch();
            int before = seen.getOrDefault(partition, 0);
            unless(epoch >= before, this, "%s takes %s behind epoch %s", partition, control, before);
            seen.put(partition, epoch);
        }
    }
}
