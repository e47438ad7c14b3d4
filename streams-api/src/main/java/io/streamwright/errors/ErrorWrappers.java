package io.streamwright.errors;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;

/** Takes off what an error is wrapped in on its way from where it was raised. Thread-safe: holds nothing. */
final class ErrorWrappers {

    /** Bounds the search through causes, which may form a ring. */
    private static final int MAX_WRAPPERS = 32;

    private ErrorWrappers() {}

    /** Returns the first of the error and its causes that is no wrapper, or the last that there is. */
    static Throwable takenOff(Throwable error) {
        Throwable current = error;
        for (int i = 0; i < MAX_WRAPPERS && isWrapper(current); i++) {
            Throwable cause = current.getCause();
            if (cause == null) {
                return current;
            }
            current = cause;
        }
        return current;
    }

    private static boolean isWrapper(Throwable error) {
        return error instanceof ExecutionException
                || error instanceof CompletionException
                || error.getClass() == KafkaException.class;
    }
}
