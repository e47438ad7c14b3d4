package io.streamwright.recipe;

import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.runtime.StreamsApp;
import java.util.concurrent.atomic.AtomicInteger;

/** Has a task that failed try again, a few times in the life of the application. Immutable. */
final class TryTheTaskAgain {
    private TryTheTaskAgain() {}

    static void addTo(StreamsApp app) {
        // recipe: begin
        AtomicInteger failures = new AtomicInteger();
        app.setUncaughtExceptionHandler(error -> failures.incrementAndGet() <= 5
                ? StreamThreadExceptionResponse.REPLACE_THREAD
                : StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
        // recipe: end
    }
}
