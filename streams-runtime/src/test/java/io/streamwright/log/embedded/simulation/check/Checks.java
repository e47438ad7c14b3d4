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
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Tells every checker of a run what happens.
 *
 * <p>Owner: one simulation.
 */
public final class Checks {
    private final List<Checker> checkers;
    private World world;

    private Checks(List<Checker> checkers) {
        this.checkers = checkers;
    }

    /** Makes all there are: S1 to S12 and L1 to L5, and what readers see. */
    public static Checks all() {
        return new Checks(Stream.concat(safety(), liveness()).toList());
    }

    /** Makes those that see only what clients and readers see, or never see. */
    public static Checks ofWhatIsSeen() {
        return new Checks(List.of(new Convergence(), new SequentialModel(), new RetriesSucceed()));
    }

    private static Stream<Checker> safety() {
        return Stream.of(
                new S1DecisionIsDurableAndFinal(),
                new S2MarkerEndsTheTransactionItNames(),
                new S3RedeliveryChangesNothing(),
                new S4ForeignMarkerIsRefused(),
                new S5OneOpenTransactionForEachProducer(),
                new S6OldEpochIsRefused(),
                new S7CoordinatorEpochOnlyRises(),
                new S8CompleteWhenEverybodyWasTold(),
                new S9NextTransactionAfterComplete(),
                new S10ListedBeforeFirstByte(),
                new S11RetryOfEndGetsItsAnswer(),
                new S12IdentityIsGivenOnce(),
                new StableOffsetNeverMovesBack());
    }

    private static Stream<Checker> liveness() {
        return Stream.of(
                new L1PreparedIsOwned(),
                new L2MarkersAreSentAgain(),
                new L3OngoingEnds(),
                new L4FailedWriteRaisesNothing(),
                new L5NothingHangs(),
                new RetriesSucceed(),
                new Convergence(),
                new SequentialModel());
    }

    public List<Checker> checkers() {
        return checkers;
    }

    /** Says what world it is; once, before anything happens. */
    public void watch(World watched) {
        world = watched;
    }

    private void each(Consumer<Checker> told) {
        checkers.forEach(told);
    }

    public void coordinatorWrites(CoordinatorRecord record, int leaderEpoch) {
        each(checker -> checker.coordinatorWrites(world, record, leaderEpoch));
    }

    public void partitionWrites(PartitionId partition, PartitionRecord record) {
        each(checker -> checker.partitionWrites(world, partition, record));
    }

    public void groupWrites(GroupId group, GroupRecord record) {
        each(checker -> checker.groupWrites(world, group, record));
    }

    public void partitionWrote(PartitionId partition) {
        each(checker -> checker.partitionWrote(world, partition));
    }

    public void read(PartitionId partition, TransactionKey transaction) {
        each(checker -> checker.read(world, partition, transaction));
    }

    public void markerSent(EndMarker marker, Participant participant) {
        each(checker -> checker.markerSent(world, marker, participant));
    }

    public void markerDecided(
            EndMarker marker, PartitionState before, Decision<PartitionRecord, MarkerOutcome> decision) {
        each(checker -> checker.markerDecided(world, marker, before, decision));
    }

    public void appendDecided(AppendRequest request, Decision<PartitionRecord, AppendOutcome> decision) {
        each(checker -> checker.appendDecided(world, request, decision));
    }

    public void identityGiven(ProducerIdentity identity, String client) {
        each(checker -> checker.identityGiven(world, identity, client));
    }

    public void endAnswered(ProducerIdentity producer, TransactionEnd end, EndOutcome outcome) {
        each(checker -> checker.endAnswered(world, producer, end, outcome));
    }

    public void toldToRetry(String client, int times) {
        each(checker -> checker.toldToRetry(world, client, times));
    }

    public void stepDone() {
        each(checker -> checker.stepDone(world));
    }

    public void atRest() {
        each(checker -> checker.atRest(world));
    }
}
