package io.streamwright.transaction;

import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** A call of the log failed; its cause is what the log threw. Tells such failures from those of the program's own code. Immutable. */
public final class LogCallFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Causes may form a circle. */
    private static final int MAX_DEPTH = 50;

    private final KafkaException failure;

    public LogCallFailedException(KafkaException failure) {
        super(failure);
        this.failure = failure;
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

    /** Returns what the log threw. */
    public KafkaException failure() {
        return failure;
    }
}
