package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.coordinator.AddOutcome;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.coordinator.InitOutcome;
import io.streamwright.log.embedded.coordinator.InitRequest;
import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.protocol.WriteMarkers;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.OfCoordinator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The coordinator at work in the leader of its shard: carries out what it decides.
 *
 * <p>Owner: one simulation.
 */
final class Coordination {
    private final World world;
    private final ShardLeader leader;
    private final TransactionCoordinator coordinator;
    private final MarkerDelivery delivery;

    Coordination(World world, ShardLeader leader) {
        this.world = world;
        this.leader = leader;
        this.coordinator = leader.machines().coordinator();
        this.delivery = new MarkerDelivery(world, leader, this);
    }

    void start() {
        coordinate(coordinator.decideStart(), epoch -> {});
        delivery.start();
        leader.every(150, 450, this::housekeep);
    }

    MarkerDelivery delivery() {
        return delivery;
    }

    // ---- requests

    void init(InitRequest request, Consumer<InitOutcome> reply) {
        coordinate(world.protocol().init(coordinator, request, nowMs()), reply);
    }

    void add(ProducerIdentity producer, Participant added, Consumer<AddOutcome> reply) {
        coordinate(world.protocol().add(coordinator, producer, Set.of(added), nowMs()), reply);
    }

    void end(ProducerIdentity producer, TransactionEnd end, Consumer<EndOutcome> reply) {
        coordinate(world.protocol().end(coordinator, producer, end, nowMs()), reply);
    }

    // ---- what falls due by itself

    private void housekeep() {
        coordinate(coordinator.decideTimeouts(nowMs()), aborted -> {});
        coordinate(coordinator.decideExpireIds(nowMs()), expired -> {});
    }

    void acknowledged(TransactionKey transaction, Participant participant) {
        coordinate(coordinator.decideAcknowledged(transaction, List.of(participant), nowMs()), outcome -> {});
    }

    void deleted(Participant participant) {
        coordinate(coordinator.decideDeleted(participant, nowMs()), completed -> {});
    }

    private long nowMs() {
        return leader.node().nowMs();
    }

    // ---- carrying out

    private <O> void coordinate(Decision<CoordinatorRecord, O> decision, Consumer<O> reply) {
        List<StoredRecord> records = new ArrayList<>(apply(decision.records()));
        boolean settles = world.layout().settlesAtOnce();
        if (settles) {
            decision.effects().forEach(markers -> records.addAll(settle(markers)));
        } else if (!world.protocol().syncsBeforeMarkers()) {
            decision.effects().forEach(delivery::deliver);
        }
        leader.write(records, () -> {
            if (!settles) {
                decision.effects().forEach(delivery::deliver);
            }
            reply.accept(decision.outcome());
        });
    }

    private List<StoredRecord> apply(List<CoordinatorRecord> decided) {
        List<StoredRecord> records =
                decided.stream().<StoredRecord>map(OfCoordinator::new).toList();
        records.forEach(leader.machines()::apply);
        return records;
    }

    /** Delivers markers and completes their transaction as part of the write that decides it. */
    private List<StoredRecord> settle(WriteMarkers markers) {
        List<StoredRecord> records = new ArrayList<>();
        for (Participant participant : markers.participants()) {
            if (world.directory().isDeleted(participant)) {
                records.addAll(
                        apply(coordinator.decideDeleted(participant, nowMs()).records()));
                continue;
            }
            records.addAll(
                    leader.participation().mark(markers.marker(), participant).records());
        }
        records.addAll(apply(coordinator
                .decideAcknowledged(markers.marker().transaction(), markers.participants(), nowMs())
                .records()));
        return records;
    }

    /** Calls back with what the coordinator knows now, once all of it is durable. */
    <O> void whenDurable(Function<TransactionCoordinator, O> question, Consumer<O> reply) {
        O answer = question.apply(coordinator);
        leader.write(List.of(), () -> reply.accept(answer));
    }

    TransactionCoordinator coordinator() {
        return coordinator;
    }
}
