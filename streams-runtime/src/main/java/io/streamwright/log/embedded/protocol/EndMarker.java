package io.streamwright.log.embedded.protocol;

/**
 * Tells a participant how one transaction ended. Immutable.
 *
 * <p>It names the transaction itself, not merely a higher epoch, so it can end that one and no other, however late it arrives.
 *
 * @param transaction the transaction that it ends
 * @param end how it ends
 * @param coordinatorEpoch of the coordinator that sends it; participants refuse a lower one than they have seen
 */
public record EndMarker(TransactionKey transaction, TransactionEnd end, int coordinatorEpoch) {
    public EndMarker {
        if (coordinatorEpoch < 0) {
            throw new IllegalArgumentException(
                    "negative coordinator epoch " + coordinatorEpoch + " for " + transaction);
        }
    }

    public boolean isCommit() {
        return end == TransactionEnd.COMMIT;
    }
}
