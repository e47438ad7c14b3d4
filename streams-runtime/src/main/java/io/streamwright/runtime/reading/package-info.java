/**
 * How a loop reads the log: which partitions are paused, and what is done about reads that fail.
 *
 * <p>Run by the loop that reads. May use {@code task.input}, {@code transaction} and {@code log}.
 */
@NullMarked
package io.streamwright.runtime.reading;

import org.jspecify.annotations.NullMarked;
