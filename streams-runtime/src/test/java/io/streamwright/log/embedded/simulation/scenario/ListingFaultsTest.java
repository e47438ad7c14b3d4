package io.streamwright.log.embedded.simulation.scenario;

import static io.streamwright.log.embedded.simulation.cluster.Scenario.P0;
import static io.streamwright.log.embedded.simulation.cluster.Scenario.P1;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.simulation.cluster.Actor;
import io.streamwright.log.embedded.simulation.cluster.Mail.Subject;
import io.streamwright.log.embedded.simulation.cluster.Network;
import io.streamwright.log.embedded.simulation.cluster.Scenario;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that were met elsewhere with batches that come too late, or out of order, while their partition is being listed. */
class ListingFaultsTest {

    /** KAFKA-12671: the partition holds nothing of the transaction, and a batch comes behind its end. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void firstBatchArrives_behindTheEnd_andOpensNothing(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.onOneNode(seed);
        Actor client = scenario.client("id").open().writes(P1, 20);
        Network.Held batch = scenario.hold(Subject.APPEND, P0);
        client.send(P0, 10);
        scenario.runUntilHeld(batch, 1);
        client.ends(end);
        scenario.comesToRest();
        // when
        assertIsNotTaken(scenario, batch);
        // then
        assertThat(scenario.partition(P0).endOffset()).isZero();
        client.writes(P0, 11).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).containsExactly(11L);
    }

    /** KAFKA-12671: the end is recorded in the partition, and the batch comes behind the marker. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void furtherBatchArrives_behindTheMarker_andOpensNothing(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.onOneNode(seed);
        Actor client = scenario.client("id").open().writes(P0, 10);
        Network.Held batch = scenario.hold(Subject.APPEND, P0);
        client.send(P0, 11);
        scenario.runUntilHeld(batch, 1);
        client.ends(end);
        scenario.comesToRest();
        scenario.failOver(P0);
        // when
        assertIsNotTaken(scenario, batch);
        // then
        assertThat(scenario.partition(P0).endOffset())
                .as("one record, one marker")
                .isEqualTo(2);
        assertThat(scenario.partition(P0).lastStableOffset()).isEqualTo(2);
        assertThat(scenario.read(P0)).isEqualTo(end == TransactionEnd.COMMIT ? List.of(10L) : List.of());
    }

    /** KAFKA-14053. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void batchOfAbortedTransaction_arrivesInTheNext_andDoesNotJoinIt(long seed) {
        // given
        Scenario scenario = Scenario.onOneNode(seed);
        Actor client = scenario.client("id").open();
        Network.Held batch = scenario.hold(Subject.APPEND, P0);
        client.send(P0, 10);
        scenario.runUntilHeld(batch, 1);
        scenario.lose(batch);
        client.aborts().writes(P0, 11);
        // when
        assertIsNotTaken(scenario, batch);
        // then
        client.writes(P0, 12).commits();
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset())
                .as("two records, one marker")
                .isEqualTo(3);
        assertThat(scenario.read(P0)).containsExactly(11L, 12L);
    }

    private static void assertIsNotTaken(Scenario scenario, Network.Held batch) {
        long endOffset = scenario.partition(P0).endOffset();
        Network.Held answers = scenario.holdReplies(Subject.APPEND);
        scenario.deliver(batch, 3);
        scenario.runUntilHeld(answers, 3);
        scenario.lose(answers);
        assertThat(scenario.partition(P0).endOffset()).isEqualTo(endOffset);
    }

    /** KAFKA-12671: the marker comes between the question whether the partition is listed and the append. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void markerArrives_beforeTheAnswerThatThePartitionIsListed_andTheBatchIsRefused(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.onOneNode(seed);
        Actor client = scenario.client("id").open();
        Network.Held listed = scenario.holdReplies(Subject.ADD);
        client.send(P0, 10);
        scenario.runUntilHeld(listed, 1);
        client.ends(end);
        scenario.comesToRest();
        // when
        Network.Held answers = scenario.holdReplies(Subject.APPEND);
        scenario.deliver(listed, 1);
        scenario.runUntilHeld(answers, 1);
        // then
        assertThat(scenario.partition(P0).endOffset()).as("the marker").isEqualTo(1);
        assertThat(scenario.partition(P0).openTransactions()).isEmpty();
    }

    /** KAFKA-18575. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void transactionCompletes_whileTheFirstBatchOfTheNextIsListed_andTheBatchIsSentAgain(
            TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.onOneNode(seed);
        Actor client = scenario.client("id").open().writes(P0, 10);
        Network.Held marker = scenario.hold(Subject.MARKER);
        client.ends(end);
        scenario.runUntilHeld(marker, 1);
        assertThat(client.isRefused(P0, 11)).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
        Network.Held tryLater = scenario.holdReplies(Subject.ADD);
        client.send(P0, 11);
        scenario.runUntilHeld(tryLater, 1);
        // when
        scenario.deliver(marker, 1);
        scenario.comesToRest();
        scenario.deliver(tryLater, 1);
        client.writesAgain(0);
        // then
        client.writes(P0, 12).commits();
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset())
                .as("three records, two markers")
                .isEqualTo(5);
        assertThat(scenario.read(P0))
                .isEqualTo(end == TransactionEnd.COMMIT ? List.of(10L, 11L, 12L) : List.of(11L, 12L));
    }

    /** KAFKA-14904: the answer that the partition is listed is lost for the first batch, and arrives for the second. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void secondBatchIsListedFirst_andWaitsForTheFirst(long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open();
        Network.Held listed = scenario.holdReplies(Subject.ADD);
        client.send(P0, 10);
        scenario.runUntilHeld(listed, 1);
        client.send(P0, 11);
        scenario.runUntilHeld(listed, 2);
        scenario.lose(listed);
        // when
        assertThat(client.isRefusedAgain(1)).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
        assertThat(client.isRefusedAgain(1)).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
        client.writesAgain(0);
        client.writesAgain(1);
        // then
        client.commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).containsExactly(10L, 11L);
    }

    /** KAFKA-14920. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void coordinatorIsAway_whileTheFirstBatchIsListed_andTheSecondWaits(long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open();
        scenario.deposeCoordinator();
        client.send(P0, 10);
        client.send(P0, 11);
        scenario.pass(2_000);
        // when
        scenario.appointLeaders();
        assertThat(client.isRefusedAgain(1)).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
        client.writesAgain(0);
        client.writesAgain(1);
        // then
        client.commits();
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset()).isEqualTo(3);
        assertThat(scenario.read(P0)).containsExactly(10L, 11L);
    }

    /** KAFKA-14920: batches whose answers were lost are repeated to a partition that has been restored since. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void batchesAreRepeated_afterTheirAnswersWereLost_andStoredOnce(long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open();
        Network.Held answers = scenario.holdReplies(Subject.APPEND);
        client.send(P0, 10);
        scenario.runUntilHeld(answers, 1);
        client.send(P0, 11, 12);
        scenario.runUntilHeld(answers, 2);
        // when
        scenario.crash(P0);
        scenario.lose(answers);
        client.writesAgain(1);
        client.writesAgain(0);
        // then
        client.commits();
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset())
                .as("three records, one marker")
                .isEqualTo(4);
        assertThat(scenario.read(P0)).containsExactly(10L, 11L, 12L);
    }
}
