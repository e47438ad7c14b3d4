package io.streamwright.log.embedded.simulation.check;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.partition.AppendRequest;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.World;

/**
 * One rule that every run has to keep. It is told what happens; what breaks the rule it answers with a {@link Violation}.
 *
 * <p>{@code Durable} means that no crash can undo it: what a machine has decided and not yet written is told of separately.
 */
public interface Checker {

    /** Returns the short name, by which the documentation knows the rule. */
    default String name() {
        return getClass().getSimpleName();
    }

    // ---- what becomes durable; the world's disk is as it was before

    /**
     * A record of the coordinator becomes durable.
     *
     * @param leaderEpoch of the leader that wrote it
     */
    default void coordinatorWrites(World world, CoordinatorRecord record, int leaderEpoch) {}

    /** A record of a partition becomes durable. */
    default void partitionWrites(World world, PartitionId partition, PartitionRecord record) {}

    /** A record of a group becomes durable. */
    default void groupWrites(World world, GroupId group, GroupRecord record) {}

    /** A partition has taken a record, which is durable. */
    default void partitionWrote(World world, PartitionId partition) {}

    /** Read-committed readers were given a batch. */
    default void read(World world, PartitionId partition, TransactionKey transaction) {}

    // ---- what is said and decided

    /** A coordinator sends a marker. */
    default void markerSent(World world, EndMarker marker, Participant participant) {}

    /** A partition that is as it was before has decided about a marker. */
    default void markerDecided(
            World world, EndMarker marker, PartitionState before, Decision<PartitionRecord, MarkerOutcome> decision) {}

    /** A partition has decided about an append. */
    default void appendDecided(World world, AppendRequest request, Decision<PartitionRecord, AppendOutcome> decision) {}

    /** A client has got an identity: by opening its id or by ending a transaction. */
    default void identityGiven(World world, ProducerIdentity identity, String client) {}

    /** A client that waited for it has got the answer to its request to end a transaction. */
    default void endAnswered(World world, ProducerIdentity producer, TransactionEnd end, EndOutcome outcome) {}

    /** A client was told to try the same again, so many times in a row since faults have stopped. */
    default void toldToRetry(World world, String client, int times) {}

    // ---- time

    /** An event is over. */
    default void stepDone(World world) {}

    /** Faults have stopped, all work is done and nothing moves any more. */
    default void atRest(World world) {}
}
