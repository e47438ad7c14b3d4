/**
 * The words that the state machines of the embedded log share: who writes, which transaction is meant, who takes part in it, how
 * it ends, and what a decision consists of.
 *
 * <p>Pure data; no thread, clock, disk or randomness. Uses nothing of the product.
 */
@NullMarked
package io.streamwright.log.embedded.protocol;

import org.jspecify.annotations.NullMarked;
