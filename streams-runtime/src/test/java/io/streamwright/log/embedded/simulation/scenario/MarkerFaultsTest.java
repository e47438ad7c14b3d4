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
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that were met elsewhere while markers were on their way: they come again, too late, or from the wrong coordinator. */
class MarkerFaultsTest {
    private static final int A_DAY_MS = 86_400_000;

    private static Stream<Arguments> repetitions() {
        return Arrays.stream(TransactionEnd.values())
                .flatMap(end -> Stream.of(1, 2, 50)
                        .flatMap(
                                times -> Stream.of(false, true).map(restarted -> Arguments.of(end, times, restarted))));
    }

    /** KAFKA-19999, second case. */
    @ParameterizedTest(name = "{0}, {1} times, partition restarted: {2}")
    @MethodSource("repetitions")
    void markerIsRepeated_afterItsAnswerWasLost_andChangesNothing(TransactionEnd end, int times, boolean restarted) {
        // given
        Scenario scenario = Scenario.onOneNode(1);
        Actor client = scenario.client("id").open().writes(P0, 10);
        Network.Held marker = scenario.hold(Subject.MARKER);
        Network.Held answers = scenario.holdReplies(Subject.MARKER);
        client.ends(end);
        scenario.runUntilHeld(marker, 1);
        scenario.deliver(marker, 1);
        scenario.runUntilHeld(answers, 1);
        if (restarted) {
            scenario.failOver(P0);
        }
        int answered = answers.count();
        // when
        scenario.deliver(marker, times);
        scenario.runUntilHeld(answers, answered + times);
        assertThat(scenario.known("id").state().isPrepared()).isTrue();
        scenario.lose(answers);
        // then
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset())
                .as("one record, one marker")
                .isEqualTo(2);
        client.writes(P0, 11).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).isEqualTo(end == TransactionEnd.COMMIT ? List.of(10L, 11L) : List.of(11L));
    }

    /** KAFKA-19446, and KAFKA-19999 in the client's next transaction. */
    @ParameterizedTest(name = "{0}, {1} times, partition restarted: {2}")
    @MethodSource("repetitions")
    void markerIsRepeated_inTheNextTransaction_andDoesNotEndIt(TransactionEnd end, int times, boolean restarted) {
        // given
        Scenario scenario = Scenario.onOneNode(2);
        Actor client = scenario.client("id").open().writes(P0, 10);
        Network.Held marker = scenario.hold(Subject.MARKER);
        client.ends(end);
        scenario.runUntilHeld(marker, 1);
        scenario.deliver(marker, 1);
        scenario.comesToRest();
        client.writes(P0, 11);
        if (restarted) {
            scenario.failOver(P0);
        }
        // when
        Network.Held answers = scenario.holdReplies(Subject.MARKER);
        scenario.deliver(marker, times);
        scenario.runUntilHeld(answers, times);
        scenario.lose(answers);
        // then
        assertThat(scenario.recovered(P0).isOpen(client.identity())).isTrue();
        assertThat(scenario.partition(P0).endOffset())
                .as("two records, one marker")
                .isEqualTo(3);
        client.commits();
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset()).isEqualTo(4);
        assertThat(scenario.read(P0)).isEqualTo(end == TransactionEnd.COMMIT ? List.of(10L, 11L) : List.of(11L));
    }

    /** KAFKA-9144. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void markerOfReplacedCoordinator_isRefused(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.onOneNode(seed);
        Actor client = scenario.client("id").open().writes(P0, 10);
        Network.Held old = scenario.hold(Subject.MARKER);
        client.ends(end);
        scenario.runUntilHeld(old, 1);
        scenario.lose(old);
        scenario.failOverCoordinator();
        scenario.comesToRest();
        client.writes(P0, 11);
        // when
        Network.Held answers = scenario.holdReplies(Subject.MARKER);
        scenario.deliver(old, 2);
        scenario.runUntilHeld(answers, 2);
        scenario.deliver(answers, 1);
        // then
        assertThat(scenario.partition(P0).endOffset())
                .as("two records, one marker")
                .isEqualTo(3);
        client.commits();
        scenario.comesToRest();
        assertThat(scenario.coordinatorEpoch()).as("the new one is not deposed").isEqualTo(2);
        assertThat(scenario.partition(P0).coordinatorEpoch()).isEqualTo(2);
    }

    /** KAFKA-9144: the partition has forgotten the producer, but not the coordinator. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void markerOfReplacedCoordinator_isRefused_whenItsProducerIsForgotten(long seed) {
        // given
        Scenario scenario = Scenario.onOneNode(seed);
        Actor client = scenario.client("id").open().writes(P0, 10);
        Network.Held old = scenario.hold(Subject.MARKER);
        client.commits();
        scenario.runUntilHeld(old, 1);
        scenario.lose(old);
        scenario.failOverCoordinator();
        scenario.comesToRest();
        scenario.setClocks(A_DAY_MS);
        scenario.runUntil(() -> scenario.recovered(P0).snapshot().producers().isEmpty());
        scenario.failOver(P0);
        // when
        Network.Held answers = scenario.holdReplies(Subject.MARKER);
        scenario.deliver(old, 2);
        scenario.runUntilHeld(answers, 2);
        // then
        assertThat(scenario.recovered(P0).endOffset())
                .as("one record, one marker")
                .isEqualTo(2);
        assertThat(scenario.recovered(P0).coordinatorEpoch()).isEqualTo(2);
        scenario.lose(answers);
        scenario.client("id").open().writes(P0, 11).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).containsExactly(10L, 11L);
    }

    /** KAFKA-17877: one of two markers is answered at once, the other not. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void answerComesTwice_andCountsForNobodyElse(long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor committing = scenario.client("a").open().writes(P0, 10).writes(P1, 20);
        Actor aborting = scenario.client("b").open().writes(P0, 11).writes(P1, 21);
        scenario.depose(P1);
        Network.Held answers = scenario.holdReplies(Subject.MARKER);
        committing.commits();
        aborting.aborts();
        scenario.runUntilHeld(answers, 2);
        // when
        scenario.deliver(answers, 2);
        scenario.pass(5_000);
        // then
        assertThat(scenario.known("a").state()).isEqualTo(TransactionState.PREPARE_COMMIT);
        assertThat(scenario.known("b").state()).isEqualTo(TransactionState.PREPARE_ABORT);
        assertThat(scenario.known("a").participants().unacknowledged()).containsExactly(P1);
        assertThat(scenario.known("b").participants().unacknowledged()).containsExactly(P1);
        scenario.appointLeaders();
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset()).isEqualTo(4);
        assertThat(scenario.partition(P1).endOffset()).isEqualTo(4);
        assertThat(scenario.read(P1)).containsExactly(20L);
    }
}
