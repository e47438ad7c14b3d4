/**
 * The protocol of one group: who its member is, which offsets it has committed, which are part of undecided transactions (KIP-447).
 *
 * <p>Decides and applies, and does nothing else: no thread, clock, disk or randomness. One loop owns each group. Uses {@code
 * log.embedded.protocol}.
 */
@NullMarked
package io.streamwright.log.embedded.group;

import org.jspecify.annotations.NullMarked;
