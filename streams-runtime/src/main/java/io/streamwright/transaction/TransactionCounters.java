package io.streamwright.transaction;

/**
 * What became of a task's transactions so far. Immutable.
 *
 * @param commits committed ones
 * @param aborts aborted ones
 * @param reinitializations how often the transactional id was opened
 */
public record TransactionCounters(long commits, long aborts, long reinitializations) {

    /** Nothing happened yet. */
    public static final TransactionCounters NONE = new TransactionCounters(0, 0, 0);

    TransactionCounters committed() {
        return new TransactionCounters(commits + 1, aborts, reinitializations);
    }

    TransactionCounters aborted() {
        return new TransactionCounters(commits, aborts + 1, reinitializations);
    }

    TransactionCounters reinitialized() {
        return new TransactionCounters(commits, aborts, reinitializations + 1);
    }
}
