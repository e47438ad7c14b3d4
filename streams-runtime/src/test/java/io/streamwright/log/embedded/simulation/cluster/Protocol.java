package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.coordinator.AddOutcome;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.coordinator.InitOutcome;
import io.streamwright.log.embedded.coordinator.InitRequest;
import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.partition.AppendRequest;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.Set;

/**
 * The rules by which the cluster works: those of the product, unless a test overrides one to see that breaking it is found.
 *
 * <p>Immutable: holds nothing.
 */
public class Protocol {
    /** The product's rules. */
    public static final Protocol CORRECT = new Protocol();

    // ---- the state machines

    protected Decision<CoordinatorRecord, InitOutcome> init(
            TransactionCoordinator coordinator, InitRequest request, long nowMs) {
        return coordinator.decideInit(request, nowMs);
    }

    protected Decision<CoordinatorRecord, AddOutcome> add(
            TransactionCoordinator coordinator, ProducerIdentity producer, Set<Participant> added, long nowMs) {
        return coordinator.decideAdd(producer, added, nowMs);
    }

    protected Decision<CoordinatorRecord, EndOutcome> end(
            TransactionCoordinator coordinator, ProducerIdentity producer, TransactionEnd end, long nowMs) {
        return coordinator.decideEnd(producer, end, nowMs);
    }

    protected Decision<PartitionRecord, AppendOutcome> append(
            PartitionState partition, AppendRequest request, long nowMs) {
        return partition.decideAppend(request, nowMs);
    }

    protected Decision<PartitionRecord, MarkerOutcome> mark(PartitionState partition, EndMarker marker, long nowMs) {
        return partition.decideMarker(marker, nowMs);
    }

    protected long stableOffset(PartitionState partition) {
        return partition.lastStableOffset();
    }

    // ---- the executor

    /** Whether markers wait until the decision that they tell of is durable. */
    protected boolean syncsBeforeMarkers() {
        return true;
    }

    /** Whether only proof of its deletion makes a participant that cannot be reached count as told. */
    protected boolean waitsForUnavailable() {
        return true;
    }

    /** Whether a partition asks the coordinator to list it before the first batch of a transaction. */
    protected boolean asksBeforeFirstBatch() {
        return true;
    }

    /** Whether a decided transaction is delivered until it is acknowledged, whatever else is answered. */
    protected boolean deliversAfterRefusal() {
        return true;
    }

    /** Whether an answer that a participant was listed counts for nothing once producers were forgotten here. */
    protected boolean dropsAnswersFromBeforeExpiry() {
        return true;
    }

    /** Whether the log of a shard takes nothing from a leader that was replaced. */
    protected boolean logRefusesOldLeaders(int shard) {
        return true;
    }
}
