/**
 * One task: its input queues, its time, its processors and its punctuations.
 *
 * <p>Runs on the thread of the worker that owns the task. May use {@code transaction}, {@code store}, {@code log}, {@code loop}
 * and the API; knows neither workers nor any particular log.
 */
@NullMarked
package io.streamwright.task;

import org.jspecify.annotations.NullMarked;
