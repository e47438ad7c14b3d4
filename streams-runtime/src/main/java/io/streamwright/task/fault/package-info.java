/**
 * Records that cannot be read, processed or written: the program's handlers are asked, what they say is done, and it is counted.
 *
 * <p>Runs on the thread of the worker that owns the task. May use {@code task.output}, {@code transaction}, {@code log} and the
 * API; knows neither the task's graph nor what happens to a transaction whose task fails.
 */
@NullMarked
package io.streamwright.task.fault;

import org.jspecify.annotations.NullMarked;
