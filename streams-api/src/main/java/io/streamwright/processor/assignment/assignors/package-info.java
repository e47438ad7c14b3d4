/** The assignors of the house (KIP-924). They are asked by one thread at a time, and may use {@code placement}. */
@NullMarked
package io.streamwright.processor.assignment.assignors;

import org.jspecify.annotations.NullMarked;
