package io.streamwright.log.embedded.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.protocol.WriteMarkers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A started coordinator whose decisions are applied at once, with what storage would hold of it. Owner: one test. */
final class CoordinatorFixture {
    static final String ID = "app-0_0";
    static final long TIMEOUT_MS = 10_000;
    static final PartitionId P0 = new PartitionId(1, 0);
    static final PartitionId P1 = new PartitionId(1, 1);
    static final GroupId GROUP = new GroupId("app");

    final Map<String, byte[]> stored = new LinkedHashMap<>();
    final List<WriteMarkers> effects = new ArrayList<>();
    TransactionCoordinator coordinator = new TransactionCoordinator(CoordinatorLimits.DEFAULT);
    long nowMs = 1000;

    CoordinatorFixture() {
        take(coordinator.decideStart());
    }

    /** Applies and stores the records, keeps the effects, returns the reply. */
    <O> O take(Decision<CoordinatorRecord, O> decision) {
        for (CoordinatorRecord record : decision.records()) {
            coordinator.apply(record);
            byte[] bytes = CoordinatorRecordCodec.encode(record);
            assertThat(CoordinatorRecordCodec.decode(bytes)).isEqualTo(record);
            if (record.isTombstone()) {
                stored.remove(record.key());
            } else {
                stored.put(record.key(), bytes);
            }
        }
        effects.addAll(decision.effects());
        return decision.outcome();
    }

    /** Forgets the coordinator and starts a new one on what is stored; effects of the old one are lost. */
    void failOver() {
        effects.clear();
        coordinator = new TransactionCoordinator(CoordinatorLimits.DEFAULT);
        stored.values().forEach(bytes -> coordinator.apply(CoordinatorRecordCodec.decode(bytes)));
        take(coordinator.decideStart());
    }

    InitOutcome init() {
        return take(coordinator.decideInit(new InitRequest(ID, TIMEOUT_MS, null), nowMs));
    }

    InitOutcome init(ProducerIdentity known) {
        return take(coordinator.decideInit(new InitRequest(ID, TIMEOUT_MS, known), nowMs));
    }

    /** Opens the id and returns the identity, which must be given at once. */
    ProducerIdentity open() {
        return ((InitOutcome.Opened) init()).producer();
    }

    /** Opens the id and begins a transaction in the participants. */
    ProducerIdentity openWith(Participant... participants) {
        ProducerIdentity identity = open();
        assertThat(add(identity, participants)).isEqualTo(new AddOutcome.Listed());
        return identity;
    }

    AddOutcome add(ProducerIdentity identity, Participant... participants) {
        return take(coordinator.decideAdd(identity, Set.of(participants), nowMs));
    }

    EndOutcome commit(ProducerIdentity identity) {
        return take(coordinator.decideEnd(identity, TransactionEnd.COMMIT, nowMs));
    }

    EndOutcome abort(ProducerIdentity identity) {
        return take(coordinator.decideEnd(identity, TransactionEnd.ABORT, nowMs));
    }

    AcknowledgeOutcome acknowledge(TransactionKey transaction, Participant... participants) {
        return take(coordinator.decideAcknowledged(transaction, List.of(participants), nowMs));
    }

    List<TransactionKey> timeOut() {
        nowMs += TIMEOUT_MS;
        return take(coordinator.decideTimeouts(nowMs));
    }

    TransactionState state() {
        return coordinator.find(ID).orElseThrow().state();
    }

    ProducerIdentity current() {
        return coordinator.find(ID).orElseThrow().producer();
    }
}
