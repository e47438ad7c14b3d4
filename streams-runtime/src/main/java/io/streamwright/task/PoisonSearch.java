package io.streamwright.task;

import io.streamwright.errors.StreamsException;
import io.streamwright.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the record that makes its transaction abort again and again: each transaction that is done again takes half as many records,
 * until one stands alone. Its neighbours are committed on the way.
 *
 * <p>Owner: the task.
 */
final class PoisonSearch {
    /** So many aborts in a row may be chance. */
    private static final int ABORTS_BEFORE_SEARCH = 1;

    private static final long UNLIMITED = Long.MAX_VALUE;
    private static final Logger LOG = LoggerFactory.getLogger(PoisonSearch.class);

    private final TaskId task;
    private long taken;
    private int abortsInARow;
    /** How many records from the last commit on may hide the one; 0 if none is searched. */
    private long suspects;

    private long limit = UNLIMITED;
    private @Nullable Exception condemnedBy;

    PoisonSearch(TaskId task) {
        this.task = task;
    }

    /** A record is taken into the transaction. */
    void taken() {
        taken++;
    }

    /** Returns whether the transaction is to take no more records. */
    boolean isFull() {
        return taken >= limit;
    }

    /** Returns why the next record is not to be processed: with it alone the transaction aborted; null if it is. Once. */
    @Nullable
    Exception takeVerdict() {
        Exception verdict = condemnedBy;
        condemnedBy = null;
        return verdict;
    }

    /**
     * The log refused the transaction.
     *
     * @return whether the next one will be smaller, or leave the one record out
     */
    boolean refused(Throwable cause) {
        abortsInARow++;
        boolean isSearching = suspects > 0;
        if (taken == 0 || (!isSearching && abortsInARow <= ABORTS_BEFORE_SEARCH)) {
            return false;
        }
        if (taken == 1) {
            boolean wasAloneBefore = isSearching && limit == 1 && suspects == 1;
            suspects = 1;
            limit = 1;
            condemnedBy = cause instanceof Exception exception ? exception : new StreamsException(cause);
            LOG.warn(
                    "task {} aborts with this one record alone, which is given to the processing handler: {}",
                    task,
                    cause);
            return !wasAloneBefore;
        }
        LOG.warn("task {} aborts again, taken={}: it is done again with half as many records", task, taken);
        suspects = taken;
        limit = taken / 2;
        return true;
    }

    /** The transaction is committed. */
    void committed() {
        abortsInARow = 0;
        condemnedBy = null;
        if (suspects > 0) {
            suspects = Math.max(0, suspects - taken);
            limit = suspects == 0 ? UNLIMITED : Math.max(1, suspects / 2);
        }
        taken = 0;
    }

    /** The transaction is taken back; what it took will be taken again. */
    void rewound() {
        taken = 0;
    }
}
