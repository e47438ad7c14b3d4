package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.coordinator.AcknowledgeOutcome;
import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.ParticipantView;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.protocol.WriteMarkers;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the markers of decided transactions again and again until they are acknowledged.
 *
 * <p>Owner: one simulation.
 */
final class MarkerDelivery {
    private final World world;
    private final ShardLeader leader;
    private final Coordination coordination;
    private final Set<Target> underWay = new HashSet<>();
    private final Set<Target> givenUp = new HashSet<>();

    private record Target(TransactionKey transaction, Participant participant) {}

    MarkerDelivery(World world, ShardLeader leader, Coordination coordination) {
        this.world = world;
        this.leader = leader;
        this.coordination = coordination;
    }

    void start() {
        leader.every(
                200,
                600,
                () -> coordination.whenDurable(
                        TransactionCoordinator::undeliveredMarkers, markers -> markers.forEach(this::deliver)));
    }

    void deliver(WriteMarkers markers) {
        markers.participants().forEach(participant -> deliver(markers.marker(), participant));
    }

    private void deliver(EndMarker marker, Participant participant) {
        Target target = new Target(marker.transaction(), participant);
        if (givenUp.contains(target)) {
            return;
        }
        int shard = world.layout().shardOf(participant);
        boolean unavailable = world.directory().leaderOf(shard).isEmpty();
        boolean isTakenForDeleted = unavailable && !world.protocol().waitsForUnavailable();
        if (world.directory().isDeleted(participant) || isTakenForDeleted) {
            coordination.deleted(participant);
            return;
        }
        world.checks().markerSent(marker, participant);
        if (underWay.add(target)) {
            world.calls()
                    .<MarkerOutcome>call(
                            leader.node(),
                            new Mail(Mail.Subject.MARKER, false, shard),
                            () -> marker + " for " + participant,
                            (other, reply) -> other.participation().mark(marker, participant, reply),
                            answer -> answered(target, answer));
        }
    }

    private void answered(Target target, Optional<MarkerOutcome> answer) {
        underWay.remove(target);
        if (leader.isActive()) {
            answer.ifPresent(outcome -> outcome.match(new Reaction(target)));
        }
    }

    /** Returns whether this marker is either under way or will be sent with the next look. */
    boolean takesCareOf(TransactionKey transaction, Participant participant) {
        return !givenUp.contains(new Target(transaction, participant));
    }

    private final class Reaction implements MarkerOutcome.Cases<@Nullable Void> {
        private final Target target;

        Reaction(Target target) {
            this.target = target;
        }

        @Override
        public @Nullable Void ended(MarkerOutcome.Ended outcome) {
            coordination.acknowledged(target.transaction, target.participant);
            return null;
        }

        @Override
        public @Nullable Void alreadyEnded(MarkerOutcome.AlreadyEnded outcome) {
            coordination.acknowledged(target.transaction, target.participant);
            return null;
        }

        @Override
        public @Nullable Void otherTransactionOpen(MarkerOutcome.OtherTransactionOpen outcome) {
            return refused(outcome.view());
        }

        @Override
        public @Nullable Void staleCoordinator(MarkerOutcome.StaleCoordinator outcome) {
            return refused(outcome.view());
        }

        private @Nullable Void refused(ParticipantView view) {
            AcknowledgeOutcome reaction = coordination.coordinator().afterRefusal(target.transaction, view);
            world.trace(leader.node().name(), () -> target + " was refused: " + view + " " + reaction);
            if (reaction == AcknowledgeOutcome.STEP_DOWN) {
                leader.stepDown("a participant knows a newer coordinator");
            } else if (!world.protocol().deliversAfterRefusal()) {
                givenUp.add(target);
            }
            return null;
        }
    }
}
