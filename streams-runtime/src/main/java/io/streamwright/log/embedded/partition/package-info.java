/**
 * The protocol of one partition: which batches and markers it takes, where read-committed readers stop, which transactions were
 * aborted.
 *
 * <p>Decides and applies, and does nothing else: no thread, clock, disk or randomness. One loop owns each partition. Uses {@code
 * log.embedded.protocol}.
 */
@NullMarked
package io.streamwright.log.embedded.partition;

import org.jspecify.annotations.NullMarked;
