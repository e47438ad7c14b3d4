/**
 * What an application measures of itself: a registry around that of kafka-clients, and the numbers of each task.
 *
 * <p>Written by the workers, once for each batch of work; read by reporters and programs on any thread. May use the public packages and
 * {@code loop}.
 */
@NullMarked
package io.streamwright.metrics;

import org.jspecify.annotations.NullMarked;
