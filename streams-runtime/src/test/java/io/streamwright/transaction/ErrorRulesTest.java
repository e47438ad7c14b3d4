package io.streamwright.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.streamwright.errors.CategoryTransactionErrorHandler;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.loop.Jitter;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ErrorRulesTest {
    @Test
    void aBackoffDoublesWithEachFailureUpToASecond() {
        ErrorRules rules = rulesWithBackoff(100, Jitter.NONE);

        assertEquals(
                List.of(100L, 100L, 200L, 400L, 800L, 1000L, 1000L),
                IntStream.rangeClosed(0, 6).mapToObj(rules::backoffMs).toList());
        assertEquals(1000, rules.backoffMs(Integer.MAX_VALUE));
    }

    @Test
    void theLongestConfigurableBackoffIsASecondFromTheFirstFailureOn() {
        ErrorRules rules = rulesWithBackoff(Long.MAX_VALUE, Jitter.NONE);

        assertEquals(1000, rules.backoffMs(1));
        assertEquals(1000, rules.backoffMs(2));
        assertEquals(1000, rules.backoffMs(11));
    }

    @Test
    void theJitterSpreadsABackoff() {
        assertEquals(207, rulesWithBackoff(100, waitMs -> waitMs + 7).backoffMs(2));
    }

    private static ErrorRules rulesWithBackoff(long retryBackoffMs, Jitter jitter) {
        return new ErrorRules(
                ErrorClassifier.standard(),
                new CategoryTransactionErrorHandler(),
                300_000,
                60_000,
                retryBackoffMs,
                jitter);
    }
}
