package io.streamwright.log.embedded.simulation.scenario;

import static io.streamwright.log.embedded.simulation.cluster.Scenario.P0;
import static io.streamwright.log.embedded.simulation.cluster.Scenario.P1;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.simulation.cluster.Actor;
import io.streamwright.log.embedded.simulation.cluster.Layout;
import io.streamwright.log.embedded.simulation.cluster.Mail.Subject;
import io.streamwright.log.embedded.simulation.cluster.Network;
import io.streamwright.log.embedded.simulation.cluster.Protocol;
import io.streamwright.log.embedded.simulation.cluster.Scenario;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults that were met elsewhere when the coordinator was replaced, or its disk failed, while a transaction was being ended. */
class FailOverFaultsTest {

    private static boolean isTold(Scenario scenario, PartitionId partition) {
        return scenario.partition(partition).openTransactions().isEmpty();
    }

    /** What must be so in the end, whatever happened: 10 is in P0 and 20 in P1, and the client goes on. */
    private static void assertEnded(Scenario scenario, TransactionEnd end, Actor client) {
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset())
                .as("one record, one marker")
                .isEqualTo(2);
        assertThat(scenario.partition(P1).endOffset())
                .as("one record, one marker")
                .isEqualTo(2);
        boolean committed = end == TransactionEnd.COMMIT;
        assertThat(scenario.known("id").state())
                .isEqualTo(committed ? TransactionState.COMPLETE_COMMIT : TransactionState.COMPLETE_ABORT);
        assertThat(scenario.read(P0)).isEqualTo(committed ? List.of(10L) : List.of());
        assertThat(scenario.read(P1)).isEqualTo(committed ? List.of(20L) : List.of());
        client.writes(P0, 11).writes(P1, 21).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).endsWith(11L);
        assertThat(scenario.read(P1)).endsWith(21L);
    }

    /** KAFKA-19999, first case. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void coordinatorFailsOver_whenOnlyOnePartitionWasTold_andTheTransactionEnds(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        Network.Held toP1 = scenario.hold(Subject.MARKER, P1);
        client.ends(end);
        scenario.runUntil(() -> isTold(scenario, P0));
        // when
        scenario.failOverCoordinator();
        scenario.lose(toP1);
        // then
        assertEnded(scenario, end, client);
    }

    /** KAFKA-19999, first case: everybody was told, and no acknowledgement is on disk. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void coordinatorCrashes_whenCompleteIsNotDurable_andTheTransactionEnds(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        Network.Held answers = scenario.holdReplies(Subject.MARKER);
        client.ends(end);
        scenario.runUntil(() -> isTold(scenario, P0) && isTold(scenario, P1));
        // when
        scenario.crashCoordinator();
        assertThat(scenario.known("id").participants().unacknowledged()).hasSize(2);
        scenario.lose(answers);
        // then
        assertEnded(scenario, end, client);
    }

    /** KAFKA-5416. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void writeOfCompleteFails_andIsDoneByTheNextCoordinator(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        Network.Held answers = scenario.holdReplies(Subject.MARKER);
        client.ends(end);
        scenario.runUntilHeld(answers, 2);
        // when
        scenario.coordinatorDiskFails(true);
        scenario.deliver(answers, 1);
        scenario.pass(10_000);
        // then
        assertThat(scenario.known("id").state().isPrepared()).isTrue();
        scenario.coordinatorDiskFails(false);
        assertEnded(scenario, end, client);
        assertThat(scenario.coordinatorEpoch()).isEqualTo(2);
    }

    /** KAFKA-16352. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void coordinatorLosesItsOfficeAndRegainsIt_andLosesNoMarker(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.onOneNode(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        Network.Held toP1 = scenario.hold(Subject.MARKER, P1);
        client.ends(end);
        scenario.runUntilHeld(toP1, 1);
        // when
        for (int i = 0; i < 3; i++) {
            scenario.failOverCoordinator();
        }
        assertThat(scenario.known("id").participants().unacknowledged()).contains(P1);
        scenario.deliver(toP1, 2);
        // then
        assertEnded(scenario, end, client);
        assertThat(scenario.coordinatorEpoch()).isEqualTo(4);
    }

    /** KAFKA-18957. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void endIsAnsweredAndTheCoordinatorDies_andMarkersAreDelivered(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        Network.Held markers = scenario.hold(Subject.MARKER);
        client.ends(end);
        // when
        scenario.crashCoordinator();
        scenario.pass(10_000);
        // then the client is told to wait, until everybody knows
        assertThat(client.isRefused(P0, 11)).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
        assertThat(scenario.read(P0)).isEmpty();
        scenario.lose(markers);
        assertEnded(scenario, end, client);
    }

    /** KAFKA-9274: whether it was committed is not known to the client. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void answerToTheEndIsLost_andTheNextCoordinatorGivesItAgain(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        ProducerIdentity before = client.identity();
        Network.Held answers = scenario.holdReplies(Subject.END);
        assertThat(client.tryToEnd(end)).isEmpty();
        assertThat(answers.count()).isEqualTo(1);
        // when
        scenario.failOverCoordinator();
        scenario.lose(answers);
        client.ends(end);
        // then
        assertThat(client.identity()).isEqualTo(before.next());
        assertEnded(scenario, end, client);
    }

    private static Stream<Arguments> momentsInEveryLayout() {
        return Stream.of(
                        Named.of("many disks", Layout.manyDisks(3)),
                        Named.of("one disk", Layout.oneDisk(false)),
                        Named.of("one disk, settled at once", Layout.oneDisk(true)))
                .flatMap(layout -> IntStream.range(0, 40).mapToObj(afterMs -> Arguments.of(layout, afterMs)));
    }

    /** KAFKA-19999 and KAFKA-5416, at every moment. */
    @ParameterizedTest(name = "{0}, after {1} ms")
    @MethodSource("momentsInEveryLayout")
    void coordinatorCrashes_inTheMiddleOfAcknowledgements_andEverybodyEndsAlike(Layout layout, int afterMs) {
        // given
        Scenario scenario = Scenario.of(afterMs, layout, Protocol.CORRECT);
        Actor client = scenario.client("id").open();
        Layout.PARTITIONS.forEach(partition -> client.writes(partition, 10));
        client.addsOffset(5);
        // when
        client.askToEnd(TransactionEnd.COMMIT);
        scenario.pass(afterMs);
        scenario.crashCoordinator();
        // then
        scenario.comesToRest();
        boolean committed = scenario.known("id").state() == TransactionState.COMPLETE_COMMIT;
        for (PartitionId partition : Layout.PARTITIONS) {
            assertThat(scenario.partition(partition).endOffset()).isEqualTo(2);
            assertThat(scenario.read(partition)).isEqualTo(committed ? List.of(10L) : List.of());
        }
        assertThat(scenario.committedOffset()).isEqualTo(committed ? OptionalLong.of(5) : OptionalLong.empty());
        client.openAgain().writes(P0, 11).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).endsWith(11L);
    }
}
