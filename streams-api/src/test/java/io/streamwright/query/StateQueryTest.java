package io.streamwright.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Set;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Test;

class StateQueryTest {
    private final StateQueryRequest<Long> request =
            StateQueryRequest.inStore("store").withQuery(KeyQuery.<String, Long>withKey("a"));

    @Test
    void request_asksAllPartitionsWithoutConditions_unlessToldOtherwise() {
        assertThat(request.getStoreName()).isEqualTo("store");
        assertThat(request.isAllPartitions()).isTrue();
        assertThatThrownBy(request::getPartitions).isInstanceOf(IllegalStateException.class);
        assertThat(request.getPositionBound().isUnbounded()).isTrue();
        assertThat(request.isRequireActive()).isFalse();
        assertThat(request.executionInfoEnabled()).isFalse();
        assertThat(request.isolationLevel()).isEmpty();
    }

    @Test
    void eachCondition_isAddedToACopy() {
        PositionBound bound = PositionBound.at(Position.emptyPosition().withComponent("in", 0, 3));
        StateQueryRequest<Long> all = request.withPartitions(Set.of(1))
                .withPositionBound(bound)
                .requireActive()
                .enableExecutionInfo()
                .withIsolationLevel(IsolationLevel.READ_COMMITTED);
        assertThat(all.isAllPartitions()).isFalse();
        assertThat(all.getPartitions()).containsExactly(1);
        assertThat(all.getPositionBound()).isEqualTo(bound);
        assertThat(all.isRequireActive()).isTrue();
        assertThat(all.executionInfoEnabled()).isTrue();
        assertThat(all.isolationLevel()).contains(IsolationLevel.READ_COMMITTED);
        assertThat(all.getQuery()).isSameAs(request.getQuery());
        assertThat(all.withAllPartitions().isAllPartitions()).isTrue();
        assertThat(request.isAllPartitions()).isTrue();
    }

    @Test
    void onlyResult_isTheOneThatSaysSomething() {
        StateQueryResult<String> results = new StateQueryResult<>();
        assertThat(results.getOnlyPartitionResult()).isNull();
        results.addResult(0, QueryResult.forResult(null));
        results.addResult(1, QueryResult.forResult("a"));
        assertThat(results.getOnlyPartitionResult().getResult()).isEqualTo("a");
        results.addResult(2, QueryResult.forFailure(FailureReason.NOT_PRESENT, "gone"));
        assertThatThrownBy(results::getOnlyPartitionResult).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void positionOfTheResults_isThatOfAllTogether() {
        StateQueryResult<String> results = new StateQueryResult<>();
        QueryResult<String> first = QueryResult.forResult("a");
        first.setPosition(Position.emptyPosition().withComponent("in", 0, 3));
        QueryResult<String> second = QueryResult.forResult("b");
        second.setPosition(Position.emptyPosition().withComponent("in", 1, 4));
        results.addResult(0, first);
        results.addResult(1, second);
        results.addResult(2, QueryResult.forResult("c"));
        assertThat(results.getPosition())
                .isEqualTo(Position.emptyPosition().withComponent("in", 0, 3).withComponent("in", 1, 4));
    }

    @Test
    void answerAndRefusal_haveOnlyTheirOwnParts() {
        QueryResult<String> answer = QueryResult.forResult("a");
        assertThat(answer.isSuccess()).isTrue();
        assertThat(answer.isFailure()).isFalse();
        assertThatThrownBy(answer::getFailureReason).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(answer::getFailureMessage).isInstanceOf(IllegalArgumentException.class);
        answer.addExecutionInfo("did it");
        assertThat(answer.getExecutionInfo()).containsExactly("did it");
        QueryResult<String> refusal = QueryResult.notUpToBound(Position.emptyPosition(), PositionBound.unbounded(), 1);
        assertThat(refusal.isSuccess()).isFalse();
        assertThat(refusal.getFailureReason()).isEqualTo(FailureReason.NOT_UP_TO_BOUND);
        assertThat(refusal.getFailureMessage()).contains("partition 1");
        assertThatThrownBy(refusal::getResult)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partition 1");
    }

    @Test
    void missingParts_areRefusedAtTheCall() {
        assertThatThrownBy(() -> KeyQuery.withKey(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> TimestampedKeyQuery.withKey(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> RangeQuery.withUpperBound(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> TimestampedRangeQuery.withLowerBound(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> WindowRangeQuery.withKey(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> WindowKeyQuery.withKeyAndWindowStartRange("a", null, Instant.EPOCH))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> StateQueryRequest.inStore(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> request.withIsolationLevel(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void range_isUpwardsUnlessToldOtherwise() {
        RangeQuery<String, Long> range = RangeQuery.withRange(null, "b");
        assertThat(range.getLowerBound()).isEmpty();
        assertThat(range.getUpperBound()).contains("b");
        assertThat(range.resultOrder()).isEqualTo(ResultOrder.ANY);
        assertThat(range.withDescendingKeys().resultOrder()).isEqualTo(ResultOrder.DESCENDING);
        assertThat(range.withDescendingKeys().withAscendingKeys().resultOrder()).isEqualTo(ResultOrder.ASCENDING);
    }
}
