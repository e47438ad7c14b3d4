package io.streamwright.runtime;

import io.streamwright.processor.TaskId;
import io.streamwright.transaction.TransactionEvent;

/** What reaches a worker from other threads. Immutable. */
sealed interface WorkerMessage {

    /**
     * The log answered a task's transaction.
     *
     * @param task the task
     * @param event the answer
     */
    record Answered(TaskId task, TransactionEvent event) implements WorkerMessage {}

    /** Commit and close all tasks, then end. */
    record Close() implements WorkerMessage {}

    /**
     * Stop taking input, or go on.
     *
     * @param paused which of the two
     */
    record Pause(boolean paused) implements WorkerMessage {}
}
