package io.streamwright.log.embedded.simulation.scenario;

import static io.streamwright.log.embedded.simulation.cluster.Scenario.P0;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.InitOutcome;
import io.streamwright.log.embedded.coordinator.InitRequest;
import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.simulation.cluster.Actor;
import io.streamwright.log.embedded.simulation.cluster.Layout;
import io.streamwright.log.embedded.simulation.cluster.Protocol;
import io.streamwright.log.embedded.simulation.cluster.Scenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that were met elsewhere when the coordinator's log took no writes while ids were being opened. */
class UnavailableLogTest {
    private static final int A_DAY_MS = 86_400_000;

    /** KAFKA-19367: the write that fences fails first. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void writeOfTakeoverFails_andRaisesNothing(long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor old = scenario.client("id").open().writes(P0, 10);
        ProducerIdentity before = old.identity();
        // when
        scenario.coordinatorDiskFails(true);
        Actor next = scenario.client("id");
        assertThat(next.tryToOpen(null)).isEmpty();
        scenario.coordinatorDiskFails(false);
        // then
        assertThat(scenario.known("id").producer()).isEqualTo(before);
        next.open();
        assertThat(next.identity()).isEqualTo(before.next().next());
        assertThat(old.isRefused(P0, 11)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        next.writes(P0, 12).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).containsExactly(12L);
    }

    private static final class CountsInits extends Protocol {
        private int count;

        @Override
        protected Decision<CoordinatorRecord, InitOutcome> init(
                TransactionCoordinator coordinator, InitRequest request, long nowMs) {
            count++;
            return super.init(coordinator, request, nowMs);
        }
    }

    /** KAFKA-9666. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void logIsUnavailable_whileThousandsOfOpensAreDecided_andTheyRaiseNothing(long seed) {
        // given
        CountsInits inits = new CountsInits();
        Scenario scenario = Scenario.of(seed, Layout.manyDisks(3), inits);
        Actor client = scenario.client("id").open();
        ProducerIdentity before = client.identity();
        scenario.coordinatorDiskFails(true);
        // when
        while (inits.count < 5_000) {
            for (int i = 0; i < 50; i++) {
                client.askToOpen();
            }
            scenario.pass(10);
        }
        scenario.pass(1_000);
        // then
        assertThat(scenario.known("id").producer()).isEqualTo(before);
        scenario.coordinatorDiskFails(false);
        client.open();
        assertThat(client.identity()).isEqualTo(before.next());
        client.writes(P0, 10).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).containsExactly(10L);
    }

    /** KAFKA-14880. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void firstWriteOfNewIdFails_andLeavesNothingThatCannotExpire(long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        scenario.coordinatorDiskFails(true);
        Actor client = scenario.client("id");
        // when
        assertThat(client.tryToOpen(null)).isEmpty();
        scenario.coordinatorDiskFails(false);
        // then
        assertThat(scenario.isKnown("id")).isFalse();
        client.open();
        assertThat(client.identity()).isEqualTo(new ProducerIdentity(0, 0));
        scenario.setClocks(A_DAY_MS);
        scenario.runUntil(() -> !scenario.isKnown("id"));
        assertThat(client.isRefused(P0, 10)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        client.open().writes(P0, 11).commits();
        assertThat(client.identity()).isEqualTo(new ProducerIdentity(1, 1));
    }
}
