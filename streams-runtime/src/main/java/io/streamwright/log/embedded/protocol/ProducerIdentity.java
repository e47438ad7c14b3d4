package io.streamwright.log.embedded.protocol;

/**
 * Identity under which one owner of a transactional id writes (KIP-98). Immutable.
 *
 * <p>Epochs have 64 bits, so they never run out and a producer id lives as long as its transactional id.
 *
 * @param producerId assigned by the coordinator; never assigned again
 * @param epoch raised by one at every end of a transaction and at every change of owner; a lower epoch is fenced
 */
public record ProducerIdentity(long producerId, long epoch) {
    public ProducerIdentity {
        if (producerId < 0 || epoch < 0) {
            throw new IllegalArgumentException("negative identity: producerId=" + producerId + " epoch=" + epoch);
        }
    }

    /** Returns the transaction whose data carries this identity. */
    public TransactionKey transaction() {
        return new TransactionKey(producerId, epoch);
    }

    /** Returns the identity that follows. */
    public ProducerIdentity next() {
        return new ProducerIdentity(producerId, epoch + 1);
    }
}
