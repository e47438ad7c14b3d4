package io.streamwright.recipe;

import static io.streamwright.errors.TransactionErrorResponse.reinitialize;
import static io.streamwright.errors.TransactionErrorResponse.shutdownClient;

import io.streamwright.StreamsConfig;
import io.streamwright.errors.CategoryTransactionErrorHandler;
import io.streamwright.errors.CategoryTransactionErrorHandler.Rule;
import io.streamwright.errors.ErrorCategory;
import java.time.Duration;
import java.util.Properties;

/** Waits for somebody to give a right, or to create a topic, instead of stopping. Immutable. */
final class WaitForTheMissingRight {
    private WaitForTheMissingRight() {}

    static void addTo(Properties settings) {
        // recipe: begin
        settings.put(
                StreamsConfig.TRANSACTION_ERROR_HANDLER_CONFIG,
                CategoryTransactionErrorHandler.builder()
                        .on(
                                ErrorCategory.INVALID_CONFIGURATION,
                                Rule.answer(reinitialize())
                                        .backoff(Duration.ofMillis(50), Duration.ofMinutes(1))
                                        .atMost(60)
                                        .then(shutdownClient()))
                        .build());
        // recipe: end
    }
}
