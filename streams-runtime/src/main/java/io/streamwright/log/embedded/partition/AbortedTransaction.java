package io.streamwright.log.embedded.partition;

import io.streamwright.log.embedded.protocol.TransactionKey;

/**
 * A transaction whose data in a partition read-committed readers pass over. Immutable.
 *
 * @param transaction which; its data carries this producer id and epoch, and no other data does
 * @param firstOffset offset of its first record
 * @param lastOffset offset of its marker
 */
public record AbortedTransaction(TransactionKey transaction, long firstOffset, long lastOffset) {}
