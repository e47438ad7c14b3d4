package io.streamwright.recipe;

import static io.streamwright.errors.TransactionErrorResponse.abortAndRewind;

import io.streamwright.errors.CategoryTransactionErrorHandler;
import io.streamwright.errors.CategoryTransactionErrorHandler.Rule;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.runtime.StreamsApp;
import java.time.Duration;
import java.util.function.Consumer;

/** Tells somebody of a transaction that does not get through, and goes on by rules of its own. Immutable. */
final class AlertOnTheThird {
    private AlertOnTheThird() {}

    static void addTo(StreamsApp app, Consumer<String> alert) {
        // recipe: begin
        TransactionErrorHandler rules = CategoryTransactionErrorHandler.builder()
                .on(
                        ErrorCategory.ABORTABLE,
                        Rule.answer(abortAndRewind()).atMost(20).backoff(Duration.ofMillis(10), Duration.ofSeconds(10)))
                .build();
        app.setTransactionErrorHandler(context -> {
            if (context.attempt() == 3) {
                alert.accept("task " + context.taskId() + " fails with " + context.category() + " since offsets "
                        + context.offsets() + ": " + context.cause());
            }
            return rules.handle(context);
        });
        // recipe: end
    }
}
