package io.streamwright.log.embedded.simulation.scenario;

import static io.streamwright.log.embedded.simulation.cluster.Scenario.GROUP;
import static io.streamwright.log.embedded.simulation.cluster.Scenario.P0;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.group.FetchOutcome;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.simulation.cluster.Actor;
import io.streamwright.log.embedded.simulation.cluster.Mail.Subject;
import io.streamwright.log.embedded.simulation.cluster.Network;
import io.streamwright.log.embedded.simulation.cluster.Scenario;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that were met elsewhere with the offsets that a group commits in transactions. */
class OffsetFaultsTest {
    private static final FetchOutcome UNSTABLE = new FetchOutcome.Unstable(Set.of(Actor.SOURCE));
    private static final FetchOutcome NOTHING = new FetchOutcome.Offsets(Map.of());

    private static FetchOutcome offset(long offset) {
        return new FetchOutcome.Offsets(Map.of(Actor.SOURCE, new OffsetAndMetadata(offset)));
    }

    private static FetchOutcome fetch(Scenario scenario) {
        return scenario.client("reader").fetch();
    }

    /** KAFKA-17507. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void groupAnswersTheMarkerAndCrashes_andItsOffsetsAreThere(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().addsOffset(4).commits().addsOffset(5);
        Network.Held marker = scenario.hold(Subject.MARKER);
        Network.Held answers = scenario.holdReplies(Subject.MARKER);
        client.ends(end);
        scenario.runUntilHeld(marker, 1);
        assertThat(fetch(scenario)).as("decided, and the group does not know").isEqualTo(UNSTABLE);
        // when
        scenario.deliver(marker, 1);
        scenario.runUntilHeld(answers, 1);
        scenario.crash(GROUP);
        // then
        assertThat(fetch(scenario)).isEqualTo(offset(end == TransactionEnd.COMMIT ? 5 : 4));
        scenario.lose(answers);
        scenario.comesToRest();
        client.addsOffset(6).commits();
        scenario.comesToRest();
        assertThat(fetch(scenario)).isEqualTo(offset(6));
    }

    private static Stream<Named<BiConsumer<Scenario, Actor>>> changesOfMembership() {
        return Stream.of(
                Named.of("the member leaves", (scenario, member) -> member.leaves()),
                Named.of("the member joins again", (scenario, member) -> member.joins()),
                Named.of("another takes its place", (scenario, member) -> {
                    member.leaves();
                    scenario.client("next").joins();
                }));
    }

    /** KAFKA-15784. */
    @ParameterizedTest
    @MethodSource("changesOfMembership")
    void membershipChanges_whileTheGroupIsListed_andTheOffsetIsRefused(BiConsumer<Scenario, Actor> change) {
        // given
        Scenario scenario = Scenario.onOneNode(1);
        Actor client = scenario.client("id").open().joins();
        Network.Held listed = scenario.holdReplies(Subject.ADD);
        Network.Held answers = scenario.holdReplies(Subject.OFFSETS);
        client.sendOffset(5);
        scenario.runUntilHeld(listed, 1);
        change.accept(scenario, client);
        // when
        scenario.deliver(listed, 1);
        scenario.runUntilHeld(answers, 1);
        // then
        assertThat(scenario.group().producers()).as("nothing is pending").isEmpty();
        client.commits();
        scenario.comesToRest();
        assertThat(fetch(scenario)).isEqualTo(NOTHING);
    }

    /** KAFKA-15784: what the client is told, and that the next member goes on. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void formerMemberAddsItsOffset_andIsToldToStartAnew(long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor old = scenario.client("old").open().joins();
        old.leaves();
        Actor next = scenario.client("next").open().joins();
        // when
        ErrorCategory category = old.offsetIsRefused(5);
        // then
        assertThat(category).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        next.addsOffset(7).commits();
        old.commits();
        scenario.comesToRest();
        assertThat(fetch(scenario)).isEqualTo(offset(7));
    }

    /** KAFKA-5247. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void plainCommit_behindThatOfTheTransaction_winsWhateverBecomesOfIt(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor client = scenario.client("id").open().addsOffset(5);
        // when
        scenario.client("tool").commitPlainly(7);
        scenario.crash(GROUP);
        client.ends(end);
        scenario.comesToRest();
        // then
        assertThat(fetch(scenario)).isEqualTo(offset(7));
        scenario.crash(GROUP);
        assertThat(fetch(scenario)).isEqualTo(offset(7));
    }

    /** KAFKA-5247, the other way round. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void plainCommit_beforeThatOfTheTransaction_isReplacedByACommit(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        scenario.client("tool").commitPlainly(7);
        Actor client = scenario.client("id").open().addsOffset(5);
        // when
        scenario.crash(GROUP);
        client.ends(end);
        scenario.comesToRest();
        // then
        assertThat(fetch(scenario)).isEqualTo(offset(end == TransactionEnd.COMMIT ? 5 : 7));
    }

    /** KAFKA-5247: written first and decided last. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void twoTransactions_areDecidedInTheOtherOrder_andTheLaterWrittenOffsetWins(TransactionEnd endOfLater, long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        Actor earlier = scenario.client("a").open().addsOffset(5);
        Actor later = scenario.client("b").open().addsOffset(6);
        // when
        later.ends(endOfLater);
        scenario.runUntil(
                "b",
                endOfLater == TransactionEnd.COMMIT
                        ? TransactionState.COMPLETE_COMMIT
                        : TransactionState.COMPLETE_ABORT);
        assertThat(fetch(scenario)).as("one is still open").isEqualTo(UNSTABLE);
        scenario.crash(GROUP);
        earlier.commits();
        scenario.comesToRest();
        // then
        assertThat(fetch(scenario)).isEqualTo(offset(endOfLater == TransactionEnd.COMMIT ? 6 : 5));
    }

    /** KAFKA-19163, KAFKA-19164: the client is gone, and nothing but its pending offset is in the group. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void pendingOffsetOfDeadClient_isDroppedByTheTimeout(long seed) {
        // given
        Scenario scenario = Scenario.of(seed);
        scenario.client("id").open().addsOffset(5);
        assertThat(fetch(scenario)).isEqualTo(UNSTABLE);
        // when
        scenario.crash(GROUP);
        scenario.comesToRest();
        // then
        assertThat(scenario.known("id").state()).isEqualTo(TransactionState.COMPLETE_ABORT);
        assertThat(fetch(scenario)).isEqualTo(NOTHING);
    }

    /** KAFKA-12671, for offsets. */
    @ParameterizedTest
    @ArgumentsSource(EndsAndSeeds.class)
    void offsetArrives_behindTheEnd_andIsNotPending(TransactionEnd end, long seed) {
        // given
        Scenario scenario = Scenario.onOneNode(seed);
        Actor client = scenario.client("id").open().writes(P0, 10).addsOffset(5);
        Network.Held late = scenario.hold(Subject.OFFSETS);
        client.sendOffset(6);
        scenario.runUntilHeld(late, 1);
        scenario.lose(late);
        client.ends(end);
        scenario.comesToRest();
        // when
        Network.Held answers = scenario.holdReplies(Subject.OFFSETS);
        scenario.deliver(late, 3);
        scenario.runUntilHeld(answers, 3);
        // then
        OptionalLong kept = end == TransactionEnd.COMMIT ? OptionalLong.of(5) : OptionalLong.empty();
        assertThat(scenario.committedOffset()).isEqualTo(kept);
        assertThat(fetch(scenario)).isNotEqualTo(UNSTABLE);
    }

    /** KAFKA-5247, within a transaction: a copy of an earlier offset arrives behind a later one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void offsetIsRepeated_behindALaterOne_andDoesNotReplaceIt(long seed) {
        // given
        Scenario scenario = Scenario.onOneNode(seed);
        Actor client = scenario.client("id").open();
        Network.Held first = scenario.hold(Subject.OFFSETS);
        client.sendOffset(5);
        scenario.runUntilHeld(first, 1);
        scenario.deliver(first, 1);
        client.addsOffset(6);
        // when
        scenario.failOver(GROUP);
        Network.Held answers = scenario.holdReplies(Subject.OFFSETS);
        scenario.deliver(first, 3);
        scenario.runUntilHeld(answers, 3);
        client.commits();
        scenario.comesToRest();
        // then
        assertThat(fetch(scenario)).isEqualTo(offset(6));
    }
}
