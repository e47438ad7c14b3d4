package io.streamwright.log.embedded.simulation.scenario;

import static io.streamwright.log.embedded.simulation.cluster.Scenario.P0;
import static io.streamwright.log.embedded.simulation.cluster.Scenario.P1;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.simulation.cluster.Actor;
import io.streamwright.log.embedded.simulation.cluster.Mail.Subject;
import io.streamwright.log.embedded.simulation.cluster.Network;
import io.streamwright.log.embedded.simulation.cluster.Scenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that were met elsewhere while markers were on their way. */
class MarkerFaultsTest {

    /** KAFKA-19999, first case. */
    @ParameterizedTest
    @EnumSource(TransactionEnd.class)
    void coordinatorFailsOver_whenOnlyOnePartitionWasTold_andTheTransactionEnds(TransactionEnd end) {
        // given
        Scenario scenario = Scenario.of(1);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        Network.Held toP1 = scenario.hold(Subject.MARKER, P1);
        client.askToEnd(end);
        scenario.runUntil(() -> scenario.partition(P0).openTransactions().isEmpty());
        // when
        scenario.failOverCoordinator();
        scenario.lose(toP1);
        // then
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset())
                .as("one record, one marker")
                .isEqualTo(2);
        assertThat(scenario.read(P1)).hasSize(end == TransactionEnd.COMMIT ? 1 : 0);
        client.openAgain().writes(P0, 11).commits();
    }

    /** KAFKA-19999, second case. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 50})
    void markerIsRepeated_afterItsAnswerWasLost_andChangesNothing(int times) {
        // given
        Scenario scenario = Scenario.of(2);
        Actor client = scenario.client("id").open().writes(P0, 10);
        Network.Held answers = scenario.holdReplies(Subject.MARKER);
        client.askToEnd(TransactionEnd.COMMIT);
        scenario.runUntil(() -> answers.count() > 0);
        scenario.lose(answers);
        Network.Held markers = scenario.hold(Subject.MARKER);
        scenario.runUntil(() -> markers.count() > 0);
        // when
        scenario.failOver(P0);
        scenario.deliver(markers, times);
        // then
        scenario.runUntil("id", TransactionState.COMPLETE_COMMIT);
        assertThat(scenario.partition(P0).endOffset())
                .as("one record, one marker")
                .isEqualTo(2);
    }

    /** KAFKA-20734. */
    @ParameterizedTest
    @EnumSource(TransactionEnd.class)
    void partitionWithoutLeader_isWaitedFor(TransactionEnd end) {
        // given
        Scenario scenario = Scenario.of(3);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        // when
        scenario.depose(P1);
        client.askToEnd(end);
        scenario.pass(20_000);
        // then
        assertThat(scenario.known("id").state().isPrepared()).isTrue();
        scenario.appointLeaders();
        scenario.comesToRest();
        assertThat(scenario.partition(P1).endOffset()).isEqualTo(2);
    }
}
