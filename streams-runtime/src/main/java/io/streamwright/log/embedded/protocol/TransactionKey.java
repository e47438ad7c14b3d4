package io.streamwright.log.embedded.protocol;

/**
 * Names one transaction for ever: the producer and the epoch that all its data carries. Immutable.
 *
 * <p>Every end raises the epoch (KIP-890), so no two transactions share a key, and whether a marker means an open transaction is a
 * question of equality.
 *
 * @param producerId who wrote it
 * @param dataEpoch the epoch of its data; its end raises the producer to the next
 */
public record TransactionKey(long producerId, long dataEpoch) {
    public TransactionKey {
        if (producerId < 0 || dataEpoch < 0) {
            throw new IllegalArgumentException(
                    "negative transaction: producerId=" + producerId + " dataEpoch=" + dataEpoch);
        }
    }

    /** Returns the identity that data of this transaction carries. */
    public ProducerIdentity identity() {
        return new ProducerIdentity(producerId, dataEpoch);
    }

    /** Returns the lowest epoch that may write once this transaction has ended. */
    public long nextEpoch() {
        return dataEpoch + 1;
    }

    /** Returns the identity under which the owner goes on once this transaction has ended. */
    public ProducerIdentity nextIdentity() {
        return new ProducerIdentity(producerId, nextEpoch());
    }
}
