package io.streamwright.log.embedded.simulation.scenario;

import static io.streamwright.log.embedded.simulation.cluster.Scenario.P0;
import static io.streamwright.log.embedded.simulation.cluster.Scenario.P1;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.simulation.cluster.Actor;
import io.streamwright.log.embedded.simulation.cluster.Mail.Subject;
import io.streamwright.log.embedded.simulation.cluster.Network;
import io.streamwright.log.embedded.simulation.cluster.Scenario;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that were met elsewhere when a partition had no leader, was deleted, or came back from its snapshot. */
class PartitionFaultsTest {
    private static final int A_DAY_MS = 86_400_000;

    /** KAFKA-20734, with the loss that followed from it: the next transaction of the same producer is aborted. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void partitionWithoutLeader_isWaitedFor_andKeepsWhatIsCommitted(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        // when
        scenario.depose(P1);
        client.ends(end);
        scenario.pass(20_000);
        scenario.failOverCoordinator();
        scenario.pass(20_000);
        // then
        assertThat(scenario.known("id").state().isPrepared()).isTrue();
        assertThat(scenario.known("id").participants().unacknowledged()).containsExactly(P1);
        scenario.appointLeaders();
        scenario.comesToRest();
        assertThat(scenario.partition(P1).endOffset()).isEqualTo(2);
        client.writes(P1, 21).aborts();
        scenario.comesToRest();
        assertThat(scenario.read(P1)).isEqualTo(end == TransactionEnd.COMMIT ? List.of(20L) : List.of());
        assertThat(scenario.partition(P1).endOffset()).isEqualTo(4);
    }

    /** KAFKA-5202. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void partitionIsDeleted_whileItsMarkerIsMissing_andTheTransactionEnds(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        Network.Held toP1 = scenario.hold(Subject.MARKER, P1);
        client.ends(end);
        scenario.runUntilHeld(toP1, 1);
        // when
        scenario.delete(P1);
        scenario.failOverCoordinator();
        // then
        scenario.comesToRest();
        scenario.lose(toP1);
        assertGoesOnWithoutP1(scenario, end, client);
    }

    /** KAFKA-5202: the partition is gone before the decision. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void partitionIsDeleted_inTheMiddleOfTheTransaction_andTheTransactionEnds(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        // when
        scenario.delete(P1);
        client.ends(end);
        // then
        scenario.comesToRest();
        assertGoesOnWithoutP1(scenario, end, client);
    }

    private static void assertGoesOnWithoutP1(Scenario scenario, TransactionEnd end, Actor client) {
        assertThat(scenario.partition(P0).endOffset()).isEqualTo(2);
        assertThat(client.writes(P0, 11).isRefused(P1, 21)).isEqualTo(ErrorCategory.PRODUCER_REFRESH_RETRIABLE);
        client.commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).isEqualTo(end == TransactionEnd.COMMIT ? List.of(10L, 11L) : List.of(11L));
    }

    /** KAFKA-8351, KAFKA-13727: what is open, and what has been aborted, is known from the snapshots that expiry makes it write. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void abortedTransaction_staysAborted_afterRestartsFromSnapshotsInItsMiddleAndBehindIt(long seed) {
        // given a transaction that is open in the snapshot
        Scenario scenario = Scenario.of(seed);
        scenario.client("forgotten").open().writes(P0, 9).commits();
        scenario.comesToRest();
        scenario.setClocks(A_DAY_MS);
        Actor aborting = scenario.client("a").open().writes(P0, 10);
        ProducerIdentity aborted = aborting.identity();
        scenario.runUntil(() -> scenario.partition(P0).snapshot().producers().size() == 1);
        scenario.crash(P0);
        assertThat(scenario.recovered(P0).isOpen(aborted)).isTrue();
        // when it is aborted, and restored from the next snapshot
        aborting.writes(P0, 11);
        scenario.client("b").open().writes(P0, 20).commits();
        scenario.runUntil("b", TransactionState.COMPLETE_COMMIT);
        assertThat(scenario.read(P0)).as("in front of the open transaction").containsExactly(9L);
        aborting.aborts();
        scenario.comesToRest();
        scenario.setClocks(2 * A_DAY_MS);
        scenario.runUntil(() -> scenario.partition(P0).snapshot().producers().isEmpty());
        scenario.crash(P0);
        // then
        assertThat(scenario.recovered(P0).aborted().contains(aborted.transaction()))
                .isTrue();
        assertThat(scenario.recovered(P0).snapshot())
                .isEqualTo(scenario.partition(P0).snapshot());
        assertThat(scenario.recovered(P0).lastStableOffset()).isEqualTo(7);
        assertThat(scenario.read(P0)).containsExactly(9L, 20L);
    }
}
