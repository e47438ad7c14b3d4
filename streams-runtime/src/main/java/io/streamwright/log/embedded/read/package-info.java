/**
 * What readers see of the embedded log: published bounds, recent batches, and the reader itself.
 *
 * <p>The log's loop publishes, readers' own threads read; they share nothing but the thread-safe views here. Uses {@code
 * log.embedded.batch}, {@code log.embedded.storage} and the index of aborted transactions of {@code log.embedded.partition}.
 */
@NullMarked
package io.streamwright.log.embedded.read;

import org.jspecify.annotations.NullMarked;
