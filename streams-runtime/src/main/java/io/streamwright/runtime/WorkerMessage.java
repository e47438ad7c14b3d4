package io.streamwright.runtime;

import io.streamwright.processor.TaskId;
import io.streamwright.transaction.TransactionEvent;

/**
 * The log's answer to a task's transaction, on its way to the worker that owns the task. Immutable.
 *
 * @param task the task
 * @param event the answer
 */
record WorkerMessage(TaskId task, TransactionEvent event) {}
