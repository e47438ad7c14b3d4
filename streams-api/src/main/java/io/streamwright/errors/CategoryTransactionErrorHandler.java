package io.streamwright.errors;

import static io.streamwright.errors.TransactionErrorResponse.abortAndRewind;
import static io.streamwright.errors.TransactionErrorResponse.reinitialize;
import static io.streamwright.errors.TransactionErrorResponse.retry;
import static io.streamwright.errors.TransactionErrorResponse.shutdownClient;

import io.streamwright.errors.TransactionErrorResponse.Action;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides about an error of a transaction by its category alone. Immutable.
 *
 * <p>Without further words, as {@code transaction.error.handler} makes it unless that is set:
 *
 * <table>
 * <caption>Rules by default</caption>
 * <tr><th>category</th><th>answer</th><th>at most</th><th>then</th></tr>
 * <tr><td>{@link ErrorCategory#PRODUCER_RETRIABLE}, {@link ErrorCategory#PRODUCER_REFRESH_RETRIABLE}</td>
 *     <td>{@link Action#RETRY}</td><td>no limit; after {@code task.timeout.ms} the error counts as
 *     {@link ErrorCategory#APPLICATION_RECOVERABLE}</td><td></td></tr>
 * <tr><td>{@link ErrorCategory#ABORTABLE}</td>
 *     <td>{@link Action#ABORT_AND_REWIND}</td><td>10</td><td>{@link Action#SHUTDOWN_CLIENT}</td></tr>
 * <tr><td>{@link ErrorCategory#APPLICATION_RECOVERABLE}</td>
 *     <td>{@link Action#REINITIALIZE}</td><td>10</td><td>{@link Action#SHUTDOWN_CLIENT}</td></tr>
 * <tr><td>{@link ErrorCategory#INVALID_CONFIGURATION}</td>
 *     <td>{@link Action#SHUTDOWN_CLIENT}</td><td></td><td></td></tr>
 * </table>
 *
 * <p>A program changes single rules:
 *
 * <pre>{@code
 * CategoryTransactionErrorHandler.builder()
 *         .on(ErrorCategory.INVALID_CONFIGURATION, Rule.answer(reinitialize())
 *                 .backoff(Duration.ofSeconds(1), Duration.ofMinutes(1))
 *                 .atMost(60)
 *                 .then(shutdownApplication()))
 *         .build();
 * }</pre>
 */
public final class CategoryTransactionErrorHandler implements TransactionErrorHandler {

    private static final int ATTEMPTS_BY_DEFAULT = 10;

    private final Map<ErrorCategory, Rule> rules;

    /** Makes a handler with the rules by default. */
    public CategoryTransactionErrorHandler() {
        this(rulesByDefault());
    }

    private CategoryTransactionErrorHandler(Map<ErrorCategory, Rule> rules) {
        this.rules = rules;
    }

    private static Map<ErrorCategory, Rule> rulesByDefault() {
        Map<ErrorCategory, Rule> rules = new EnumMap<>(ErrorCategory.class);
        for (ErrorCategory category : ErrorCategory.values()) {
            rules.put(category, ruleByDefault(category));
        }
        return rules;
    }

    private static Rule ruleByDefault(ErrorCategory category) {
        return switch (category) {
            case PRODUCER_RETRIABLE, PRODUCER_REFRESH_RETRIABLE -> Rule.answer(retry());
            case ABORTABLE -> Rule.answer(abortAndRewind()).atMost(ATTEMPTS_BY_DEFAULT);
            case APPLICATION_RECOVERABLE -> Rule.answer(reinitialize()).atMost(ATTEMPTS_BY_DEFAULT);
            case INVALID_CONFIGURATION -> Rule.answer(shutdownClient());
        };
    }

    /** Begins a handler that has the rules by default, save those that are given. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public TransactionErrorResponse handle(TransactionErrorContext context) {
        return rules.getOrDefault(context.category(), Rule.answer(shutdownClient()))
                .responseTo(context.attempt());
    }

    /** Collects rules. Owner: the thread that makes it. */
    public static final class Builder {

        private final Map<ErrorCategory, Rule> rules = rulesByDefault();

        private Builder() {}

        /**
         * Sets the rule of a category, in place of the one it had.
         *
         * @throws IllegalArgumentException if an answer of the rule is not legal for the category; nothing was changed
         */
        public Builder on(ErrorCategory category, Rule rule) {
            checkLegal(category, rule.first);
            checkLegal(category, rule.afterwards);
            rules.put(category, rule);
            return this;
        }

        private static void checkLegal(ErrorCategory category, TransactionErrorResponse answer) {
            if (!answer.isLegalFor(category)) {
                throw new IllegalArgumentException(answer.action() + " is no answer to an error of the category "
                        + category + ". Legal answers: " + Action.legalFor(category));
            }
        }

        /** Makes the handler; rules that are set later do not change it. */
        public CategoryTransactionErrorHandler build() {
            return new CategoryTransactionErrorHandler(new EnumMap<>(rules));
        }
    }

    /**
     * What is done about the errors of one category: about the first attempts, how often, how long between, and what then.
     * Immutable.
     */
    public static final class Rule {

        private static final int UNLIMITED = Integer.MAX_VALUE;

        private final TransactionErrorResponse first;
        private final int attempts;
        private final @Nullable Backoff backoff;
        private final TransactionErrorResponse afterwards;

        private Rule(
                TransactionErrorResponse first,
                int attempts,
                @Nullable Backoff backoff,
                TransactionErrorResponse afterwards) {
            this.first = first;
            this.attempts = attempts;
            this.backoff = backoff;
            this.afterwards = afterwards;
        }

        /** Answers every failure alike, without limit, with the backoff that the response has. */
        public static Rule answer(TransactionErrorResponse response) {
            return new Rule(response, UNLIMITED, null, shutdownClient());
        }

        /**
         * Limits how often the answer is given while the task does not commit.
         *
         * @param attempts 1 or more; the next failure in a row is answered by {@link #then}
         * @throws IllegalArgumentException if it is less than 1
         */
        public Rule atMost(int attempts) {
            if (attempts < 1) {
                throw new IllegalArgumentException("a rule answers at least 1 attempt, got at most " + attempts);
            }
            return new Rule(first, attempts, backoff, afterwards);
        }

        /**
         * Sets how long the task waits before it goes on, in place of a backoff that the response has: a first time, doubled with
         * each attempt, without jitter. What {@link #then} answers is not meant.
         *
         * @param first of the first attempt, 0 to 365 days
         * @param longest what doubling ends at, not less than the first, at most 365 days
         * @throws IllegalArgumentException if one of them is outside of its range
         */
        public Rule backoff(Duration first, Duration longest) {
            return new Rule(this.first, attempts, new Backoff(first, longest), afterwards);
        }

        /**
         * Sets the answer to every failure behind those that {@link #atMost} counts; {@link Action#SHUTDOWN_CLIENT} unless set. Without
         * {@code atMost} it is never given.
         */
        public Rule then(TransactionErrorResponse response) {
            return new Rule(first, attempts, backoff, response);
        }

        private TransactionErrorResponse responseTo(int attempt) {
            if (attempt > attempts) {
                return afterwards;
            }
            return backoff == null ? first : first.withBackoff(backoff.of(attempt));
        }

        @Override
        public String toString() {
            String text = first + (backoff == null ? "" : ", " + backoff);
            return attempts == UNLIMITED ? text : text + ", at most " + attempts + " times, then " + afterwards;
        }
    }

    /** A wait that is doubled with each attempt, up to a longest one. */
    private record Backoff(Duration first, Duration longest) {
        Backoff {
            TransactionErrorResponse.checkBackoff(first);
            TransactionErrorResponse.checkBackoff(longest);
            if (longest.compareTo(first) < 0) {
                throw new IllegalArgumentException(
                        "the longest backoff, " + longest + ", is less than the first, " + first);
            }
        }

        Duration of(int attempt) {
            Duration backoff = first;
            for (int i = 1; i < attempt && backoff.compareTo(longest) < 0 && !backoff.isZero(); i++) {
                backoff = backoff.multipliedBy(2);
            }
            return backoff.compareTo(longest) < 0 ? backoff : longest;
        }

        @Override
        public String toString() {
            return "backoff " + first + " to " + longest;
        }
    }
}
