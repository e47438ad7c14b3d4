/**
 * How a record leaves a task: the topics that it goes to, their partitions, and its way into the task's transaction.
 *
 * <p>Runs on the thread of the worker that owns the task. May use {@code transaction}, {@code log} and the API; knows neither the
 * task's graph nor what the program wants done about a record that is refused.
 */
@NullMarked
package io.streamwright.task.output;

import org.jspecify.annotations.NullMarked;
