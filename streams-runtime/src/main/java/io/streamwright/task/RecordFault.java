package io.streamwright.task;

import org.jspecify.annotations.Nullable;

/** A record that a serde or the topology cannot take. Its message says what and why; where is added by the task. Immutable. */
final class RecordFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RecordFault(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
