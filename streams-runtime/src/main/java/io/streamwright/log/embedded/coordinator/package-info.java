/**
 * The transaction coordinator: who owns a transactional id, which transaction is open, how it ends, and that it does (KIP-98,
 * KIP-890).
 *
 * <p>Decides and applies, and does nothing else: no thread, clock, disk or randomness. One loop owns the coordinator. Uses {@code
 * log.embedded.protocol}.
 */
@NullMarked
package io.streamwright.log.embedded.coordinator;

import org.jspecify.annotations.NullMarked;
