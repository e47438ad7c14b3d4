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

import io.streamwright.errors.CategoryTransactionErrorHandler.Rule;
import io.streamwright.processor.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class CategoryTransactionErrorHandlerTest {

    static Stream<Arguments> defaults() {
        return Stream.of(
                Arguments.of(PRODUCER_RETRIABLE, 1, retry()),
                Arguments.of(PRODUCER_RETRIABLE, Integer.MAX_VALUE, retry()),
                Arguments.of(PRODUCER_REFRESH_RETRIABLE, 1, retry()),
                Arguments.of(PRODUCER_REFRESH_RETRIABLE, Integer.MAX_VALUE, retry()),
                Arguments.of(ABORTABLE, 1, abortAndRewind()),
                Arguments.of(ABORTABLE, 10, abortAndRewind()),
                Arguments.of(ABORTABLE, 11, shutdownClient()),
                Arguments.of(APPLICATION_RECOVERABLE, 1, reinitialize()),
                Arguments.of(APPLICATION_RECOVERABLE, 10, reinitialize()),
                Arguments.of(APPLICATION_RECOVERABLE, 11, shutdownClient()),
                Arguments.of(INVALID_CONFIGURATION, 1, shutdownClient()));
    }

    @ParameterizedTest(name = "{0}, attempt {1}: {2}")
    @MethodSource("defaults")
    void withoutRulesOfTheProgram_theDefaultsDecide(
            ErrorCategory category, int attempt, TransactionErrorResponse expected) {
        assertThat(answer(new CategoryTransactionErrorHandler(), category, attempt))
                .isEqualTo(expected);
        assertThat(answer(CategoryTransactionErrorHandler.builder().build(), category, attempt))
                .isEqualTo(expected);
    }

    @Test
    void ruleOfTheProgram_replacesTheDefaultOfItsCategoryAlone() {
        // given
        var handler = CategoryTransactionErrorHandler.builder()
                .on(INVALID_CONFIGURATION, Rule.answer(reinitialize()).atMost(2).then(shutdownApplication()))
                .build();
        // then
        assertThat(answers(handler, INVALID_CONFIGURATION, 4))
                .containsExactly(reinitialize(), reinitialize(), shutdownApplication(), shutdownApplication());
        assertThat(answer(handler, APPLICATION_RECOVERABLE, 11)).isEqualTo(shutdownClient());
    }

    @Test
    void lastRuleOfACategory_wins() {
        // given
        var handler = CategoryTransactionErrorHandler.builder()
                .on(ABORTABLE, Rule.answer(shutdownApplication()))
                .on(ABORTABLE, Rule.answer(reinitialize()))
                .build();
        // then
        assertThat(answer(handler, ABORTABLE, 1)).isEqualTo(reinitialize());
    }

    @Test
    void ruleWithoutLimit_neverEnds() {
        // given
        var handler = CategoryTransactionErrorHandler.builder()
                .on(ABORTABLE, Rule.answer(abortAndRewind()).then(shutdownApplication()))
                .build();
        // then
        assertThat(answer(handler, ABORTABLE, Integer.MAX_VALUE)).isEqualTo(abortAndRewind());
    }

    @Test
    void limitWithoutThen_endsInAShutdownOfThisInstance() {
        // given
        var handler = CategoryTransactionErrorHandler.builder()
                .on(PRODUCER_RETRIABLE, Rule.answer(retry()).atMost(1))
                .build();
        // then
        assertThat(answers(handler, PRODUCER_RETRIABLE, 2)).containsExactly(retry(), shutdownClient());
    }

    @Test
    void backoff_isDoubledUpToTheLongest() {
        // given
        var handler = CategoryTransactionErrorHandler.builder()
                .on(
                        ABORTABLE,
                        Rule.answer(abortAndRewind().withBackoff(Duration.ofDays(1)))
                                .backoff(Duration.ofMillis(100), Duration.ofMillis(500))
                                .atMost(5)
                                .then(reinitialize()))
                .build();
        // then
        assertThat(answers(handler, ABORTABLE, 6))
                .containsExactly(
                        abortAndRewind().withBackoff(Duration.ofMillis(100)),
                        abortAndRewind().withBackoff(Duration.ofMillis(200)),
                        abortAndRewind().withBackoff(Duration.ofMillis(400)),
                        abortAndRewind().withBackoff(Duration.ofMillis(500)),
                        abortAndRewind().withBackoff(Duration.ofMillis(500)),
                        reinitialize());
    }

    @Test
    void backoffOfTheLastAttemptThereIs_isTheLongest() {
        // given
        var handler = CategoryTransactionErrorHandler.builder()
                .on(ABORTABLE, Rule.answer(abortAndRewind()).backoff(Duration.ofNanos(1), Duration.ofDays(365)))
                .on(PRODUCER_RETRIABLE, Rule.answer(retry()).backoff(Duration.ZERO, Duration.ofDays(365)))
                .build();
        // then
        assertThat(answer(handler, ABORTABLE, Integer.MAX_VALUE).backoff()).hasValue(Duration.ofDays(365));
        assertThat(answer(handler, PRODUCER_RETRIABLE, Integer.MAX_VALUE).backoff())
                .hasValue(Duration.ZERO);
    }

    @Test
    void backoffOfTheAnswer_staysWhereTheRuleHasNone() {
        // given
        var handler = CategoryTransactionErrorHandler.builder()
                .on(ABORTABLE, Rule.answer(abortAndRewind().withBackoff(Duration.ofSeconds(2))))
                .build();
        // then
        assertThat(answer(handler, ABORTABLE, 3).backoff()).hasValue(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @EnumSource(ErrorCategory.class)
    void illegalAnswer_isRefusedInBothPlacesOfARule(ErrorCategory category) {
        for (TransactionErrorResponse answer :
                List.of(retry(), abortAndRewind(), reinitialize(), shutdownClient(), shutdownApplication())) {
            CategoryTransactionErrorHandler.Builder builder = CategoryTransactionErrorHandler.builder();
            if (answer.isLegalFor(category)) {
                CategoryTransactionErrorHandler handler = builder.on(
                                category, Rule.answer(answer).atMost(1).then(answer))
                        .build();
                assertThat(answers(handler, category, 2)).containsExactly(answer, answer);
            } else {
                assertIsRefused(builder, category, Rule.answer(answer), answer);
                assertIsRefused(builder, category, Rule.answer(shutdownClient()).then(answer), answer);
                assertThat(answer(builder.build(), category, 1))
                        .isEqualTo(answer(new CategoryTransactionErrorHandler(), category, 1));
            }
        }
    }

    private static void assertIsRefused(
            CategoryTransactionErrorHandler.Builder builder,
            ErrorCategory category,
            Rule rule,
            TransactionErrorResponse answer) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.on(category, rule))
                .withMessageStartingWith(
                        answer.action() + " is no answer to an error of the category " + category + ". Legal answers: ")
                .withMessageContaining("REINITIALIZE, SHUTDOWN_CLIENT, SHUTDOWN_APPLICATION]");
    }

    @Test
    void impossibleRule_isRefused() {
        Rule rule = Rule.answer(reinitialize());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule.atMost(0))
                .withMessage("a rule answers at least 1 attempt, got at most 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule.backoff(Duration.ofMillis(-1), Duration.ofMillis(1)))
                .withMessageContaining("got PT-0.001S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule.backoff(Duration.ofMillis(1), Duration.ofDays(366)))
                .withMessageContaining("got PT8784H");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule.backoff(Duration.ofMillis(2), Duration.ofMillis(1)))
                .withMessage("the longest backoff, PT0.001S, is less than the first, PT0.002S");
    }

    @Test
    void builder_doesNotChangeWhatItHasBuilt() {
        // given
        CategoryTransactionErrorHandler.Builder builder = CategoryTransactionErrorHandler.builder();
        CategoryTransactionErrorHandler built = builder.build();
        // when
        builder.on(ABORTABLE, Rule.answer(shutdownApplication()));
        // then
        assertThat(answer(built, ABORTABLE, 1)).isEqualTo(abortAndRewind());
    }

    @Test
    void rule_readsAsItWasWritten() {
        assertThat(Rule.answer(reinitialize())
                        .backoff(Duration.ofSeconds(1), Duration.ofMinutes(1))
                        .atMost(60)
                        .then(shutdownApplication()))
                .hasToString("REINITIALIZE, backoff PT1S to PT1M, at most 60 times, then SHUTDOWN_APPLICATION");
        assertThat(Rule.answer(retry())).hasToString("RETRY");
    }

    private static List<TransactionErrorResponse> answers(
            TransactionErrorHandler handler, ErrorCategory category, int attempts) {
        return IntStream.rangeClosed(1, attempts)
                .mapToObj(attempt -> answer(handler, category, attempt))
                .toList();
    }

    private static TransactionErrorResponse answer(
            TransactionErrorHandler handler, ErrorCategory category, int attempt) {
        return handler.handle(new TransactionErrorContext(
                new TaskId(0, 1), category, TransactionApi.TRANSACTION, attempt, Map.of(), new RuntimeException("x")));
    }
}
