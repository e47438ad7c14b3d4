package io.streamwright.transaction;

import io.streamwright.errors.ErrorClassifier;
import org.jspecify.annotations.Nullable;

/**
 * A call of the log failed, or code of the program says that its transaction has; the cause is what was thrown. Tells such failures
 * from those of single records. Immutable.
 */
public final class LogCallFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Causes may form a circle. */
    private static final int MAX_DEPTH = 50;

    private final LogCall call;
    private final RuntimeException failure;

    LogCallFailedException(LogCall call, RuntimeException failure) {
        super(failure);
        this.call = call;
        this.failure = failure;
    }

    /** Makes the failure of what has to be asked before a record can be written: its transaction fails with it, as by a write. */
    public static LogCallFailedException beforeWriting(RuntimeException failure) {
        return new LogCallFailedException(LogCall.APPEND, failure);
    }

    /** Makes the failure of what has to be asked before a task can read: the task is not open yet. */
    public static LogCallFailedException beforeReading(RuntimeException failure) {
        return new LogCallFailedException(LogCall.OPEN, failure);
    }

    /** Makes the failure that code of the program reports: in its own words, an error of the transaction (see {@link ErrorClassifier#ownCategory}). */
    public static LogCallFailedException byTheProgram(RuntimeException failure) {
        return new LogCallFailedException(LogCall.PROCESS, failure);
    }

    /** Returns whether code of the program reported it, while it processed something. */
    public boolean isByTheProgram() {
        return call == LogCall.PROCESS;
    }

    /** Returns the failed call among the causes of an error, as code of the program may have wrapped it; null if there is none. */
    public static @Nullable LogCallFailedException in(Throwable error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (cause instanceof LogCallFailedException call) {
                return call;
            }
            cause = cause.getCause();
        }
        return null;
    }

    /** Returns which call it was. */
    LogCall call() {
        return call;
    }

    /** Returns what the log threw. */
    public RuntimeException failure() {
        return failure;
    }
}
