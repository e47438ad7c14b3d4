package io.streamwright.log.embedded.simulation.scenario;

import static io.streamwright.log.embedded.simulation.cluster.Scenario.P0;
import static io.streamwright.log.embedded.simulation.cluster.Scenario.P1;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.coordinator.InitOutcome;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.simulation.cluster.Actor;
import io.streamwright.log.embedded.simulation.cluster.Mail.Subject;
import io.streamwright.log.embedded.simulation.cluster.Network;
import io.streamwright.log.embedded.simulation.cluster.Scenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that were met elsewhere with the epochs that clients get, lose and show. */
class EpochFaultsTest {
    /** KAFKA-16570, KAFKA-19367. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void takeoverIsRepeated_whileTheTransactionIsAborted_andIsToldToWait(long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor old = scenario.client("id").open().writes(P0, 10);
        ProducerIdentity before = old.identity();
        Network.Held markers = scenario.hold(Subject.MARKER);
        Actor next = scenario.client("id");
        // when
        for (int i = 0; i < 20; i++) {
            assertThat(next.tryToOpen(null)).contains(new InitOutcome.TryLater(TransactionState.PREPARE_ABORT));
        }
        // then the abort has raised the epoch, once, and the new owner's is another
        assertThat(scenario.known("id").producer()).isEqualTo(before.next());
        scenario.lose(markers);
        next.open();
        assertThat(next.identity()).isEqualTo(before.next().next());
        assertThat(old.isRefused(P0, 11)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(old.isRefused(P1, 21)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(old.answerToEnd(TransactionEnd.COMMIT)).isEqualTo(new EndOutcome.Fenced(next.identity()));
        next.writes(P0, 12).commits();
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset())
                .as("two records, two markers")
                .isEqualTo(4);
        assertThat(scenario.read(P0)).containsExactly(12L);
    }

    /** KAFKA-9600. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void epochThatWasNeverGiven_endsNothingAndWritesNothing(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10);
        ProducerIdentity higher = client.identity().next();
        Actor liar = scenario.client("id").claims(higher);
        // when
        EndOutcome outcome = liar.answerToEnd(end);
        // then
        assertThat(outcome).isEqualTo(new EndOutcome.UnknownIdentity(higher));
        assertThat(liar.categoryOf(outcome)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(liar.isRefused(P1, 20)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(liar.offsetIsRefused(5)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(scenario.known("id").state()).isEqualTo(TransactionState.ONGOING);
        client.commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).containsExactly(10L);
        assertThat(scenario.partition(P1).endOffset()).isZero();
    }

    /** KAFKA-18464. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void emptyAbort_whileTheLastEndIsUnderWay_waitsAndFencesNobody(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10);
        Network.Held markers = scenario.hold(Subject.MARKER);
        client.ends(end);
        ProducerIdentity second = client.identity();
        // when
        EndOutcome outcome = client.answerToEnd(TransactionEnd.ABORT);
        // then
        assertThat(outcome).isInstanceOf(EndOutcome.TryLater.class);
        assertThat(client.categoryOf(outcome)).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
        scenario.lose(markers);
        client.aborts();
        assertThat(client.identity()).isEqualTo(second.next());
        client.writes(P0, 11).commits();
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset())
                .as("two records, two markers")
                .isEqualTo(4);
        assertThat(scenario.read(P0))
                .hasSize(end == TransactionEnd.COMMIT ? 2 : 1)
                .endsWith(11L);
    }

    /** KAFKA-13319: a transaction that holds nothing. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void transactionWithoutRecords_endsAtOnce_andWritesNoMarker(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).commits();
        scenario.comesToRest();
        ProducerIdentity before = client.identity();
        // when
        client.ends(end).ends(end);
        // then
        assertThat(client.identity()).isEqualTo(before.next().next());
        assertThat(scenario.partition(P0).endOffset()).isEqualTo(2);
        client.writes(P0, 11).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).containsExactly(10L, 11L);
    }

    /** KIP-360: the answer that gave the next identity is lost, and its coordinator too. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void answerToOpenAgainIsLost_andTheNextCoordinatorDoesNotTakeItsOwnerForAnother(long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).commits();
        scenario.comesToRest();
        ProducerIdentity before = client.identity();
        Network.Held answers = scenario.holdReplies(Subject.INIT);
        assertThat(client.tryToOpen(before)).isEmpty();
        // when
        scenario.failOverCoordinator();
        scenario.lose(answers);
        client.openAgain();
        // then
        assertThat(client.identity()).isEqualTo(before.next());
        client.writes(P0, 11).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).containsExactly(10L, 11L);
    }

    /** KAFKA-19446, for the request instead of the marker: a late copy of it does not end the next transaction. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void requestToEndIsRepeated_inTheNextTransaction_andDoesNotEndIt(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.onOneNode(seed);
        Actor client = scenario.client("id").open().writes(P0, 10);
        Network.Held request = scenario.hold(Subject.END);
        client.askToEnd(end);
        scenario.runUntilHeld(request, 1);
        scenario.deliver(request, 1);
        client.ends(end).writes(P0, 11);
        // when
        Network.Held answers = scenario.holdReplies(Subject.END);
        scenario.deliver(request, 3);
        scenario.runUntilHeld(answers, 3);
        scenario.lose(answers);
        // then
        assertThat(scenario.known("id").state()).isEqualTo(TransactionState.ONGOING);
        assertThat(scenario.known("id").producer()).isEqualTo(client.identity());
        client.commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0))
                .hasSize(end == TransactionEnd.COMMIT ? 2 : 1)
                .endsWith(11L);
    }
}
