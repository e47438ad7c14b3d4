package io.streamwright.dsl.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.dsl.operator.stateless.PassRecords;
import io.streamwright.dsl.settings.Consumption;
import io.streamwright.dsl.settings.SerdePair;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A plan is complete, and its nodes have an order. */
final class PlanTest {

    private static StreamSource source(int id) {
        return new StreamSource(
                id,
                "source" + id,
                List.of("topic" + id),
                Optional.empty(),
                new Consumption(new SerdePair<>(null, null), null, null));
    }

    private static StreamStep step(int id, Integer... parents) {
        return new StreamStep(
                id, "step" + id, List.of(parents), Effect.NONE, new StepWork.FreeKey(PassRecords.all()), List.of());
    }

    private static Repartition repartition(int id, int turn, int parent) {
        return new Repartition(
                id,
                turn,
                List.of(parent),
                RepartitionRoute.namedAfter("topic" + id),
                Repartition.Payload.STREAM,
                new SerdePair<>(null, null),
                null,
                OptionalInt.empty());
    }

    @Test
    void nodes_comeInTheOrderInWhichTheyWereRecorded() {
        // given
        Plan plan = Plan.of(List.of(step(3, 1, 2), source(1), source(2), step(4, 1)));
        // when, then
        assertThat(plan.inTurn()).extracting(PlanNode::id).containsExactly(1, 2, 3, 4);
    }

    @Test
    void nodeThatIsUsedAgain_comesLater_andItsChildrenBehindIt() {
        // given
        Plan plan = Plan.of(List.of(source(0), repartition(1, 4, 0), step(2, 1), step(3, 0), step(5, 1)));
        // when, then
        assertThat(plan.inTurn()).extracting(PlanNode::id).containsExactly(0, 3, 1, 2, 5);
    }

    @Test
    void nodeWithUnknownParent_isRefused() {
        // when, then
        assertThatThrownBy(() -> Plan.of(List.of(step(1, 0))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("step1");
    }

    @Test
    void nodesOfOneIdentity_areRefused() {
        // when, then
        assertThatThrownBy(() -> Plan.of(List.of(source(1), source(1)))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void planWithACycle_hasNoOrder() {
        // given
        Plan plan = Plan.of(List.of(source(0), step(1, 0, 2), step(2, 1)));
        // when, then
        assertThatThrownBy(plan::inTurn)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cycle");
    }
}
