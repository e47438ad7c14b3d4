package io.streamwright.log.embedded.read;

/**
 * How much one poll may still return.
 *
 * <p>Owner: the reader, for one poll.
 */
final class FetchBudget {
    private int records;
    private long bytes;

    FetchBudget(int records, long bytes) {
        this.records = records;
        this.bytes = bytes;
    }

    /** Takes off a batch, which is never split. */
    void spend(int batchRecords, int batchBytes) {
        records -= batchRecords;
        bytes -= batchBytes;
    }

    boolean isSpent() {
        return records <= 0 || bytes <= 0;
    }
}
