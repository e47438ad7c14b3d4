package io.streamwright.errors;

import io.streamwright.processor.TaskId;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Anything that goes wrong while a topology is built or runs.
 *
 * <p>Owner: the worker thread that throws it; later readers see what it set before.
 */
public class StreamsException extends KafkaException {

    private static final long serialVersionUID = 1L;

    private transient @Nullable TaskId taskId;

    /** Says what happened. */
    public StreamsException(String message) {
        this(message, (TaskId) null);
    }

    /** Says what happened, and to which task. */
    public StreamsException(String message, @Nullable TaskId taskId) {
        super(message);
        this.taskId = taskId;
    }

    /** Says what happened, and what caused it. */
    public StreamsException(String message, Throwable cause) {
        this(message, cause, null);
    }

    /** Says what happened, to which task, and what caused it. */
    public StreamsException(String message, Throwable cause, @Nullable TaskId taskId) {
        super(message, cause);
        this.taskId = taskId;
    }

    /** Says what caused it. */
    public StreamsException(Throwable cause) {
        this(cause, null);
    }

    /** Says what caused it, and in which task. */
    public StreamsException(Throwable cause, @Nullable TaskId taskId) {
        super(cause);
        this.taskId = taskId;
    }

    /** Returns the task that failed; empty if it was none, or is not known. */
    public Optional<TaskId> taskId() {
        return Optional.ofNullable(taskId);
    }

    /** Notes the task that failed. */
    public void setTaskId(@Nullable TaskId taskId) {
        this.taskId = taskId;
    }
}
