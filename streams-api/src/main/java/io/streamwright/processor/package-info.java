/**
 * What a processor works with: stores, punctuation, partitioners, timestamp extractors.
 *
 * <p>The engine calls what programs implement here on the worker thread that owns the task, one call at a time for each task.
 * May use {@code processor.api}, {@code state} and {@code errors}.
 */
@NullMarked
package io.streamwright.processor;

import org.jspecify.annotations.NullMarked;
