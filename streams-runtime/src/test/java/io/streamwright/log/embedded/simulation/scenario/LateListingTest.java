package io.streamwright.log.embedded.simulation.scenario;

import static io.streamwright.log.embedded.simulation.cluster.Scenario.P0;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.simulation.broken.AnswersFromBeforeExpiry;
import io.streamwright.log.embedded.simulation.check.Violation;
import io.streamwright.log.embedded.simulation.cluster.Actor;
import io.streamwright.log.embedded.simulation.cluster.Layout;
import io.streamwright.log.embedded.simulation.cluster.Mail.Subject;
import io.streamwright.log.embedded.simulation.cluster.Network;
import io.streamwright.log.embedded.simulation.cluster.Protocol;
import io.streamwright.log.embedded.simulation.cluster.Scenario;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The coordinator has answered that a participant is listed. Before the answer arrives the transaction is aborted by its timeout, its
 * end is recorded by the participant and, as the clocks jump, forgotten there again: nothing in the participant speaks against the
 * data any more.
 *
 * <p>Who asked waits for the answer only for a short while. Which seeds let a participant forget in that time is seen from those with
 * which it goes wrong if the rule against it is broken.
 */
class LateListingTest {
    private static final long SEEDS = 500;
    private static final long TIMED_OUT_MS = 6_000;
    private static final long FORGOTTEN_MS = 1_000_000;

    @Test
    void listingFromBeforeThePartitionForgot_isNotUsed() {
        // given
        Consumer<Actor> write = client -> client.send(P0, 10);
        Predicate<Scenario> forgotten =
                scenario -> scenario.partition(P0).snapshot().producers().isEmpty();
        // when
        List<Long> inTime = seedsThatBreakTheRuleOfOldEpochs(write, forgotten);
        // then
        assertThat(inTime).isNotEmpty();
        for (long seed : inTime) {
            Scenario scenario = lateListing(seed, Protocol.CORRECT, write, forgotten);
            scenario.comesToRest();
            assertThat(scenario.partition(P0).endOffset()).as("the marker").isEqualTo(1);
            scenario.client("id").open().writes(P0, 11).commits();
            scenario.comesToRest();
            assertThat(scenario.read(P0)).containsExactly(11L);
        }
    }

    @Test
    void listingFromBeforeTheGroupForgot_isNotUsed() {
        // given
        Consumer<Actor> addOffset = client -> client.sendOffset(5);
        Predicate<Scenario> forgotten = scenario -> scenario.group().producers().isEmpty();
        // when
        List<Long> inTime = seedsThatBreakTheRuleOfOldEpochs(addOffset, forgotten);
        // then
        assertThat(inTime).isNotEmpty();
        for (long seed : inTime) {
            Scenario scenario = lateListing(seed, Protocol.CORRECT, addOffset, forgotten);
            scenario.comesToRest();
            assertThat(scenario.group().producers()).isEmpty();
            scenario.client("id").open().addsOffset(6).commits();
            scenario.comesToRest();
            assertThat(scenario.committedOffset()).hasValue(6);
        }
    }

    private static List<Long> seedsThatBreakTheRuleOfOldEpochs(Consumer<Actor> request, Predicate<Scenario> forgotten) {
        return LongStream.rangeClosed(1, SEEDS)
                .filter(seed -> isFoundWithoutTheRule(seed, request, forgotten))
                .boxed()
                .toList();
    }

    private static boolean isFoundWithoutTheRule(long seed, Consumer<Actor> request, Predicate<Scenario> forgotten) {
        try {
            lateListing(seed, new AnswersFromBeforeExpiry(), request, forgotten);
            return false;
        } catch (Violation found) {
            assertThat(found.rule()).isEqualTo("S6OldEpochIsRefused");
            return true;
        }
    }

    private static Scenario lateListing(
            long seed, Protocol protocol, Consumer<Actor> request, Predicate<Scenario> forgotten) {
        Scenario scenario = Scenario.of(seed, Layout.manyDisks(1), protocol);
        Actor client = scenario.client("id").open();
        Network.Held listed = scenario.holdReplies(Subject.ADD);
        request.accept(client);
        scenario.runUntilHeld(listed, 1);
        scenario.setClocks(TIMED_OUT_MS);
        scenario.runUntil("id", TransactionState.COMPLETE_ABORT);
        scenario.setClocks(FORGOTTEN_MS);
        scenario.runUntil(() -> forgotten.test(scenario));
        scenario.deliver(listed, 1);
        scenario.pass(1_000);
        return scenario;
    }
}
