/**
 * What waits to be processed: fetched records by partition, the order in which they are taken, and where a partition begins.
 *
 * <p>Runs on the thread of the worker that owns the task. May use {@code log} and the API; knows neither the task's graph nor its
 * transaction.
 */
@NullMarked
package io.streamwright.task.input;

import org.jspecify.annotations.NullMarked;
