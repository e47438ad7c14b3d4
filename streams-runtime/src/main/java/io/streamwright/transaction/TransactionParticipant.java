package io.streamwright.transaction;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The task, as its transaction sees it.
 *
 * <p>Owner: the task. Called by {@link TaskTransaction} on the worker's thread.
 */
public interface TransactionParticipant {

    /** Returns the input partitions. */
    Set<TopicPartition> inputs();

    /** Forwards what operators held back for the commit, upstream operators first. */
    void emitPending();

    /** Returns the offsets to commit, with time in their metadata, for all inputs. */
    Map<TopicPartition, OffsetAndMetadata> consumedOffsets();

    /**
     * The log refused what was done, which is taken back.
     *
     * @param cause what the log said
     * @return whether less will be done in the next transaction, so that the failure comes nearer to its cause
     */
    boolean narrow(Throwable cause);

    /** Returns whether a failure that comes out of restoring the stores is the task's own, and none of the log. */
    default boolean hasFailed(RuntimeException failure) {
        return false;
    }

    /** What was done is committed: it is what a rewind returns to from now on. */
    void committed();

    /** Closes the processors; they are made anew by {@link #rewind}. Without effect on those that are closed. */
    void closeProcessors();

    /**
     * Goes back to committed offsets: seeks, forgets what was fetched, restores time and makes the processors anew.
     *
     * @param committed by partition; partitions that were never committed are missing
     */
    void rewind(Map<TopicPartition, OffsetAndMetadata> committed);
}
