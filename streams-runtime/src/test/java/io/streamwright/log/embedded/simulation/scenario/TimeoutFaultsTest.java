package io.streamwright.log.embedded.simulation.scenario;

import static io.streamwright.log.embedded.simulation.cluster.Scenario.P0;
import static io.streamwright.log.embedded.simulation.cluster.Scenario.P1;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.simulation.cluster.Actor;
import io.streamwright.log.embedded.simulation.cluster.Mail.Subject;
import io.streamwright.log.embedded.simulation.cluster.Network;
import io.streamwright.log.embedded.simulation.cluster.Scenario;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that were met elsewhere when a transaction was open for longer than its timeout. */
class TimeoutFaultsTest {
    private static final int TIMEOUT_MS = 5_000;
    private static final int A_DAY_MS = 86_400_000;

    /** What befalls a client in the middle of its transaction. */
    private interface Situation extends BiConsumer<Scenario, Actor> {}

    private static Named<Situation> situation(String name, Situation situation) {
        return Named.of(name, situation);
    }

    private static void timeOut(Scenario scenario) {
        scenario.runUntil("id", TransactionState.COMPLETE_ABORT);
    }

    private static Stream<Named<Situation>> abortsByTimeout() {
        return Stream.of(
                situation("under way", (scenario, client) -> {
                    scenario.depose(P1);
                    scenario.runUntil("id", TransactionState.PREPARE_ABORT);
                }),
                situation("complete", (scenario, client) -> timeOut(scenario)),
                situation("complete, coordinator replaced", (scenario, client) -> {
                    timeOut(scenario);
                    scenario.failOverCoordinator();
                }),
                situation("while there was no coordinator", (scenario, client) -> {
                    scenario.deposeCoordinator();
                    scenario.pass(3 * TIMEOUT_MS);
                    scenario.appointLeaders();
                    timeOut(scenario);
                }),
                situation("while the coordinator's disk failed", (scenario, client) -> {
                    scenario.coordinatorDiskFails(true);
                    scenario.pass(3 * TIMEOUT_MS);
                    scenario.coordinatorDiskFails(false);
                    timeOut(scenario);
                }));
    }

    /** KAFKA-20785. */
    @ParameterizedTest
    @MethodSource("abortsByTimeout")
    void commitComes_afterTheTimeoutAbort_andTheClientAbortsAndGoesOn(Situation aborted) {
        // given
        Scenario scenario = Scenario.of(1);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        ProducerIdentity before = client.identity();
        aborted.accept(scenario, client);
        // when
        EndOutcome outcome = client.answerToEnd(TransactionEnd.COMMIT);
        // then
        assertThat(outcome).isEqualTo(new EndOutcome.TimedOut(before.next()));
        assertThat(client.categoryOf(outcome)).isEqualTo(ErrorCategory.ABORTABLE);
        client.aborts();
        assertThat(client.identity()).as("the abort raised it once").isEqualTo(before.next());
        scenario.appointLeaders();
        client.writes(P0, 11).writes(P1, 21).commits();
        scenario.comesToRest();
        assertThat(scenario.partition(P0).endOffset())
                .as("two records, two markers")
                .isEqualTo(4);
        assertThat(scenario.read(P0)).containsExactly(11L);
        assertThat(scenario.read(P1)).containsExactly(21L);
    }

    private static IntStream momentsAroundTheTimeout() {
        return IntStream.range(0, 60).map(i -> TIMEOUT_MS - 200 + 12 * i);
    }

    /** KAFKA-20785: whichever comes first, the client is told what readers see. */
    @ParameterizedTest
    @MethodSource("momentsAroundTheTimeout")
    void commitRacesWithTheTimeout_andItsAnswerIsTrue(int afterMs) {
        // given
        Scenario scenario = Scenario.of(afterMs);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        scenario.pass(afterMs);
        // when
        EndOutcome outcome = client.tryToEnd(TransactionEnd.COMMIT).orElseThrow();
        scenario.comesToRest();
        // then
        boolean committed = outcome instanceof EndOutcome.Ended;
        assertThat(committed || outcome instanceof EndOutcome.TimedOut).isTrue();
        assertThat(scenario.read(P0)).isEqualTo(committed ? List.of(10L) : List.of());
        assertThat(scenario.read(P1)).isEqualTo(committed ? List.of(20L) : List.of());
        assertThat(scenario.partition(P0).endOffset())
                .as("one record, one marker")
                .isEqualTo(2);
    }

    /** KAFKA-6119, KAFKA-19690. */
    @ParameterizedTest
    @MethodSource("abortsByTimeout")
    void stalledClientGoesOn_afterTheTimeoutAbort_andAddsNothing(Situation aborted) {
        // given
        Scenario scenario = Scenario.of(2);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        aborted.accept(scenario, client);
        scenario.appointLeaders();
        scenario.comesToRest();
        // when and then
        assertThat(client.isRefused(P0, 11)).isEqualTo(ErrorCategory.ABORTABLE);
        assertThat(client.isRefused(P1, 21)).isEqualTo(ErrorCategory.ABORTABLE);
        assertThat(client.offsetIsRefused(5)).isEqualTo(ErrorCategory.ABORTABLE);
        assertThat(scenario.partition(P0).endOffset())
                .as("one record, one marker")
                .isEqualTo(2);
        assertThat(scenario.group().producers()).isEmpty();
        client.aborts().writes(P0, 12).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).containsExactly(12L);
    }

    /** KAFKA-19690: who was fenced is told so, and not that its transaction is in the wrong state. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void stalledClientGoesOn_afterATakeover_andIsToldThatItIsFenced(long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor stalled = scenario.client("id").open().writes(P0, 10);
        timeOut(scenario);
        Actor next = scenario.client("id").open();
        // when and then
        assertThat(stalled.isRefused(P0, 11)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(stalled.isRefused(P1, 21)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(stalled.offsetIsRefused(5)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(stalled.answerToEnd(TransactionEnd.COMMIT)).isEqualTo(new EndOutcome.Fenced(next.identity()));
        next.writes(P0, 12).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).containsExactly(12L);
    }

    private static Stream<Arguments> situationsBeforeAnAbort() {
        Class<?> granted = EndOutcome.Ended.class;
        Class<?> fenced = EndOutcome.Fenced.class;
        return Stream.concat(
                abortsByTimeout().map(situation -> Arguments.of(situation, granted)),
                Stream.of(
                        Arguments.of(situation("nothing", (scenario, client) -> {}), granted),
                        Arguments.of(
                                situation("an abort whose answer was lost", (scenario, client) -> {
                                    Network.Held answers = scenario.holdReplies(Subject.END);
                                    assertThat(client.tryToEnd(TransactionEnd.ABORT))
                                            .isEmpty();
                                    scenario.lose(answers);
                                }),
                                granted),
                        Arguments.of(
                                situation("a commit that is under way", (scenario, client) -> {
                                    scenario.depose(P1);
                                    client.askToEnd(TransactionEnd.COMMIT);
                                    scenario.runUntil("id", TransactionState.PREPARE_COMMIT);
                                }),
                                fenced),
                        Arguments.of(
                                situation("a commit", (scenario, client) -> {
                                    client.askToEnd(TransactionEnd.COMMIT);
                                    scenario.runUntil("id", TransactionState.COMPLETE_COMMIT);
                                }),
                                fenced),
                        Arguments.of(
                                situation("a takeover that is under way", (scenario, client) -> {
                                    scenario.depose(P1);
                                    scenario.client("id").askToOpen();
                                    scenario.runUntil("id", TransactionState.PREPARE_ABORT);
                                }),
                                fenced),
                        Arguments.of(
                                situation(
                                        "a takeover",
                                        (scenario, client) ->
                                                scenario.client("id").open()),
                                fenced),
                        Arguments.of(
                                situation("the end of its id", (scenario, client) -> {
                                    timeOut(scenario);
                                    scenario.setClocks(A_DAY_MS);
                                    scenario.runUntil(() -> !scenario.isKnown("id"));
                                }),
                                EndOutcome.UnknownIdentity.class)));
    }

    /** KAFKA-19250; librdkafka's issues 3297 and 4849. */
    @ParameterizedTest(name = "after {0}")
    @MethodSource("situationsBeforeAnAbort")
    void abort_isNeverAnsweredWithAbort(Situation situation, Class<? extends EndOutcome> expected) {
        // given
        Scenario scenario = Scenario.of(3);
        Actor client = scenario.client("id").open().writes(P0, 10).writes(P1, 20);
        ProducerIdentity identity = client.identity();
        situation.accept(scenario, client);
        // when
        for (int i = 0; i < 3; i++) {
            EndOutcome outcome = client.claims(identity).answerToEnd(TransactionEnd.ABORT);
            // then
            assertThat(outcome).isInstanceOf(expected);
            if (!(outcome instanceof EndOutcome.Ended)) {
                assertThat(client.categoryOf(outcome)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
            }
        }
        scenario.appointLeaders();
        scenario.client("id").open().writes(P0, 11).commits();
        scenario.comesToRest();
        assertThat(scenario.read(P0)).endsWith(11L);
    }
}
