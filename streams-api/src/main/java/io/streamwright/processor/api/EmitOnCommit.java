package io.streamwright.processor.api;

/**
 * A processor that holds results back until its task's transaction commits.
 *
 * <p>A {@link Processor} or {@link FixedKeyProcessor} implements it as well, to forward one result for many records, such as the
 * last value of each key. If the transaction is aborted, the processor is closed and made anew, so what it held vanishes with the
 * transaction and comes again from the records that are read again.
 *
 * <p>Owner: the worker thread of the task.
 */
public interface EmitOnCommit {

    /**
     * Forwards everything held back; whatever is forwarded belongs to the transaction that is being prepared.
     *
     * <p>Called once for each transaction, upstream processors first, before changelogs and offsets are written. Records may
     * still come in after the call, from the {@code emitPending()} of a processor that is not upstream of this one; they wait for
     * the next transaction.
     */
    void emitPending();
}
