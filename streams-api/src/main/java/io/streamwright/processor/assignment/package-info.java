/**
 * Which process of an application runs which task: what an assignor is told, and what it answers (KIP-924).
 *
 * <p>An assignor is asked on one process for all; nothing here is shared between threads. May use {@code placement}.
 */
@NullMarked
package io.streamwright.processor.assignment;

import org.jspecify.annotations.NullMarked;
