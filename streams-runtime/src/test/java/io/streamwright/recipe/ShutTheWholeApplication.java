package io.streamwright.recipe;

import static io.streamwright.errors.TransactionErrorResponse.shutdownApplication;

import io.streamwright.errors.CategoryTransactionErrorHandler;
import io.streamwright.errors.CategoryTransactionErrorHandler.Rule;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.runtime.StreamsApp;

/** Stops every instance where one cannot go on. Immutable. */
final class ShutTheWholeApplication {
    private ShutTheWholeApplication() {}

    static void addTo(StreamsApp app) {
        // recipe: begin
        app.setTransactionErrorHandler(CategoryTransactionErrorHandler.builder()
                .on(ErrorCategory.INVALID_CONFIGURATION, Rule.answer(shutdownApplication()))
                .build());
        app.setUncaughtExceptionHandler(error -> StreamThreadExceptionResponse.SHUTDOWN_APPLICATION);
        // recipe: end
    }
}
