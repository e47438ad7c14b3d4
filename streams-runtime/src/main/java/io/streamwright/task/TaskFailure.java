package io.streamwright.task;

import io.streamwright.errors.StreamsException;
import io.streamwright.processor.TaskId;

/**
 * A task cannot go on by itself; its transaction was taken back. The message says which task, which record and which processor. Immutable.
 */
public final class TaskFailure extends StreamsException {
    private static final long serialVersionUID = 1L;

    TaskFailure(TaskId task, String where, Throwable cause) {
        super("task " + task + " failed" + (where.isEmpty() ? "" : " at " + where) + ": " + reason(cause), cause);
    }

    private static String reason(Throwable cause) {
        StringBuilder reason = new StringBuilder(cause instanceof RecordFault ? cause.getMessage() : cause.toString());
        if (cause instanceof RecordFault && cause.getCause() != null) {
            reason.append(" (").append(cause.getCause()).append(')');
        }
        return reason.toString();
    }
}
