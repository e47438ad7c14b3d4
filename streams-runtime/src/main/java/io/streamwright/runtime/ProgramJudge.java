package io.streamwright.runtime;

import io.streamwright.errors.StreamsUncaughtExceptionHandler;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.transaction.TransactionFailedException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the program what to do about a failure; without an answer the application shuts down.
 *
 * <p>Thread-safe: holds nothing that changes.
 *
 * @param applicationId the application
 * @param handler returns the program's handler; null if it has none
 * @param end makes the application shut down because of a failure
 * @param endOthers makes all instances shut down, for a reason
 */
record ProgramJudge(
        String applicationId,
        Supplier<@Nullable StreamsUncaughtExceptionHandler> handler,
        Consumer<RuntimeException> end,
        Consumer<String> endOthers)
        implements FailureJudge {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramJudge.class);

    @Override
    public StreamThreadExceptionResponse judge(RuntimeException failure) {
        StreamThreadExceptionResponse response = ask(failure);
        if (response != StreamThreadExceptionResponse.REPLACE_THREAD) {
            shutDown(failure);
        }
        if (response == StreamThreadExceptionResponse.SHUTDOWN_APPLICATION) {
            endOthers.accept(String.valueOf(failure.getMessage()));
        }
        return response;
    }

    private StreamThreadExceptionResponse ask(RuntimeException failure) {
        StreamsUncaughtExceptionHandler asked = handler.get();
        if (asked == null) {
            return failure.getCause() instanceof TransactionFailedException failed && failed.isForApplication()
                    ? StreamThreadExceptionResponse.SHUTDOWN_APPLICATION
                    : StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        try {
            return asked.handle(failure);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            LOG.error("the uncaught exception handler failed itself; the application shuts down", e);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
    }

    @Override
    public void shutDown(RuntimeException cause) {
        LOG.error("application {} shuts down: {}", applicationId, cause.getMessage(), cause);
        end.accept(cause);
    }
}
