package io.streamwright.log.embedded.partition;

import io.streamwright.log.embedded.protocol.TransactionKey;

/**
 * A transaction that has data in a partition and no marker yet. Immutable.
 *
 * @param transaction which
 * @param firstOffset offset of its first record
 */
public record OpenTransaction(TransactionKey transaction, long firstOffset) {}
