package io.streamwright.transaction;

import org.apache.kafka.common.KafkaException;

/** A call of the log failed; its cause is what the log threw. Tells such failures from those of the program's own code. Immutable. */
public final class LogCallFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final KafkaException failure;

    LogCallFailedException(KafkaException failure) {
        super(failure);
        this.failure = failure;
    }

    /** Returns what the log threw. */
    public KafkaException failure() {
        return failure;
    }
}
