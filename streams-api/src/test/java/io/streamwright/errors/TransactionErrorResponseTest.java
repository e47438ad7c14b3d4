package io.streamwright.errors;

import static io.streamwright.errors.ErrorCategory.ABORTABLE;
import static io.streamwright.errors.ErrorCategory.APPLICATION_RECOVERABLE;
import static io.streamwright.errors.ErrorCategory.INVALID_CONFIGURATION;
import static io.streamwright.errors.ErrorCategory.PRODUCER_REFRESH_RETRIABLE;
import static io.streamwright.errors.ErrorCategory.PRODUCER_RETRIABLE;
import static io.streamwright.errors.TransactionErrorResponse.abortAndRewind;
import static io.streamwright.errors.TransactionErrorResponse.reinitialize;
import static io.streamwright.errors.TransactionErrorResponse.retry;
import static io.streamwright.errors.TransactionErrorResponse.shutdownApplication;
import static io.streamwright.errors.TransactionErrorResponse.shutdownClient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.TransactionErrorResponse.Action;
import io.streamwright.processor.TaskId;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TransactionErrorResponseTest {

    static Stream<Arguments> responses() {
        return Stream.of(
                Arguments.of(retry(), Action.RETRY, EnumSet.of(PRODUCER_RETRIABLE, PRODUCER_REFRESH_RETRIABLE)),
                Arguments.of(
                        abortAndRewind(),
                        Action.ABORT_AND_REWIND,
                        EnumSet.of(PRODUCER_RETRIABLE, PRODUCER_REFRESH_RETRIABLE, ABORTABLE)),
                Arguments.of(reinitialize(), Action.REINITIALIZE, EnumSet.allOf(ErrorCategory.class)),
                Arguments.of(shutdownClient(), Action.SHUTDOWN_CLIENT, EnumSet.allOf(ErrorCategory.class)),
                Arguments.of(shutdownApplication(), Action.SHUTDOWN_APPLICATION, EnumSet.allOf(ErrorCategory.class)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("responses")
    void response_isLegalForTheCategoriesThatItCanHeal(
            TransactionErrorResponse response, Action action, Set<ErrorCategory> legal) {
        assertThat(response.action()).isEqualTo(action);
        assertThat(response.backoff()).isEmpty();
        for (ErrorCategory category : ErrorCategory.values()) {
            assertThat(response.isLegalFor(category)).as("%s", category).isEqualTo(legal.contains(category));
            assertThat(Action.legalFor(category).contains(action)).isEqualTo(response.isLegalFor(category));
        }
    }

    @Test
    void legalActions_cannotBeChanged() {
        Set<Action> legal = Action.legalFor(APPLICATION_RECOVERABLE);
        assertThatThrownBy(() -> legal.add(Action.RETRY)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(Action.legalFor(INVALID_CONFIGURATION))
                .containsExactly(Action.REINITIALIZE, Action.SHUTDOWN_CLIENT, Action.SHUTDOWN_APPLICATION);
    }

    @Test
    void backoff_isAddedToAnotherResponse() {
        // given
        TransactionErrorResponse plain = reinitialize();
        // when
        TransactionErrorResponse later = plain.withBackoff(Duration.ofSeconds(3));
        // then
        assertThat(later.action()).isEqualTo(Action.REINITIALIZE);
        assertThat(later.backoff()).hasValue(Duration.ofSeconds(3));
        assertThat(plain.backoff()).isEmpty();
        assertThat(plain.withBackoff(Duration.ZERO).backoff()).hasValue(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-0.001S", "P366D"})
    void impossibleBackoff_isRefused(Duration backoff) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retry().withBackoff(backoff))
                .withMessage("a backoff is 0 to 365 days long, got " + backoff);
    }

    @Test
    void responses_areEqualByActionAndBackoff() {
        assertThat(retry().withBackoff(Duration.ofMillis(5)))
                .isEqualTo(retry().withBackoff(Duration.ofMillis(5)))
                .hasSameHashCodeAs(retry().withBackoff(Duration.ofMillis(5)))
                .isNotEqualTo(retry())
                .isNotEqualTo(reinitialize().withBackoff(Duration.ofMillis(5)))
                .hasToString("RETRY after PT0.005S");
        assertThat(retry()).isEqualTo(retry()).hasToString("RETRY");
    }

    @Test
    void context_keepsItsOffsets() {
        // given
        Map<TopicPartition, Long> offsets = new HashMap<>(Map.of(new TopicPartition("orders", 1), 7L));
        // when
        TransactionErrorContext context = context(1, offsets);
        offsets.clear();
        // then
        assertThat(context.offsets()).isEqualTo(Map.of(new TopicPartition("orders", 1), 7L));
    }

    @Test
    void impossibleContext_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context(0, Map.of()))
                .withMessage("attempts count from 1, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context(1, Map.of(new TopicPartition("orders", 1), -1L)))
                .withMessage("negative offset: {orders-1=-1}");
    }

    private static TransactionErrorContext context(int attempt, Map<TopicPartition, Long> offsets) {
        return new TransactionErrorContext(
                new TaskId(0, 1), ABORTABLE, TransactionApi.PRODUCER, attempt, offsets, new RuntimeException("x"));
    }
}
