package io.streamwright.transaction;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionErrorResponse.Action;
import io.streamwright.log.CommitResult;
import io.streamwright.store.RestoreProcess;
import io.streamwright.store.TaskStores;
import io.streamwright.transaction.TransactionState.Aborting;
import io.streamwright.transaction.TransactionState.Closed;
import io.streamwright.transaction.TransactionState.Committing;
import io.streamwright.transaction.TransactionState.Ending;
import io.streamwright.transaction.TransactionState.EndingAgain;
import io.streamwright.transaction.TransactionState.Idle;
import io.streamwright.transaction.TransactionState.Open;
import io.streamwright.transaction.TransactionState.Preparing;
import io.streamwright.transaction.TransactionState.Reinitializing;
import io.streamwright.transaction.TransactionState.Restoring;
import io.streamwright.transaction.TransactionState.Rewinding;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction that wraps what one task consumes, stores and writes.
 *
 * <p>A state machine: one method for each event, all state in {@link TransactionState}. It never blocks but to open its
 * transactional id; answers of the log reach it as {@link TransactionEvent}s through its owner's mailbox.
 *
 * <p>Times are those of a clock that never goes back, in milliseconds.
 *
 * <p>Owner: the worker that owns the task.
 */
public final class TaskTransaction {
    private static final Logger LOG = LoggerFactory.getLogger(TaskTransaction.class);
    private static final long AT_ONCE = Long.MIN_VALUE;

    private final TransactionResources resources;
    private final TaskStores stores;
    private final TransactionParticipant participant;
    private final Consumer<TransactionEvent> events;
    private final RecoveryPolicy recovery;
    private final TransactionWriter writer;
    private TransactionState state;
    private Map<TopicPartition, OffsetAndMetadata> committed = Map.of();
    private TransactionCounters counters = TransactionCounters.NONE;
    private long lastCall;
    private long notBeforeMs = AT_ONCE;

    /**
     * Makes a transaction whose transactional id is not open yet: call {@link #step} until {@link #isReady}.
     *
     * @param resources what it works with
     * @param stores the task's stores
     * @param participant the task
     * @param events takes the log's answers to the owner's mailbox; called by threads of the log
     */
    public TaskTransaction(
            TransactionResources resources,
            TaskStores stores,
            TransactionParticipant participant,
            Consumer<TransactionEvent> events) {
        this.resources = resources;
        this.stores = stores;
        this.participant = participant;
        this.events = events;
        this.writer = new TransactionWriter(resources);
        this.recovery = new RecoveryPolicy(resources.task(), resources.writer().transactionalId(), resources.errors());
        this.state = new Reinitializing(Optional.empty(), 0, AT_ONCE);
    }

    /** Returns whether records may be processed: nothing is being opened, restored, ended or taken back. */
    public boolean isReady() {
        return state.isReady();
    }

    /** Returns when the next transaction may begin: later than now after a failure of the log. */
    public long notBeforeMs() {
        return notBeforeMs;
    }

    /** Returns whether everything done is committed. */
    public boolean isIdle() {
        return state instanceof Idle;
    }

    /** Returns whether the log was asked to end the transaction and has not answered, or will be asked again by a time. */
    public boolean isEndingBy(long latestMs) {
        return state.isEndingBy(latestMs);
    }

    /** Returns the state's name, for logs and metrics. */
    public String stateName() {
        return state.label();
    }

    /** Returns the input offsets of the last commit. */
    public Map<TopicPartition, OffsetAndMetadata> committed() {
        return committed;
    }

    public TransactionCounters counters() {
        return counters;
    }

    /** Returns for how long the transaction is open, in milliseconds; 0 if it is not. */
    public long openForMs(long nowMs) {
        return state instanceof Open open ? nowMs - open.sinceMs() : 0;
    }

    /** Returns when {@link #step} has something to do; {@link Long#MAX_VALUE} if it waits for a record. */
    public long nextStepMs() {
        return state.nextStepMs();
    }

    /**
     * Goes on with opening, restoring or ending, if that is what is to be done.
     *
     * @return whether anything was done
     * @throws TransactionFailedException if the error handler stops the task
     */
    public boolean step(long nowMs) {
        if (nowMs < nextStepMs()) {
            return false;
        }
        if (state instanceof Reinitializing opening) {
            reinitialize(opening, nowMs);
        } else if (state instanceof Restoring restoring) {
            restore(restoring, nowMs);
        } else if (state instanceof EndingAgain again) {
            endAgain(again.ending(), nowMs);
        } else if (state instanceof Ending ending) {
            giveUpAnswer(ending, nowMs);
        } else {
            return false;
        }
        return true;
    }

    /**
     * A record is about to be processed, or a punctuation to run: opens the transaction if none is open.
     *
     * @throws LogCallFailedException if the log refused it: nothing was changed, call {@link #failed}
     */
    public void open(long nowMs) {
        if (state instanceof Open) {
            return;
        }
        state.expect(Idle.class, "open", describe());
        writer.begin();
        state = new Open(nowMs);
    }

    /**
     * Adds an output record. Arguments: as {@link TransactionalWriter#append}.
     *
     * @throws LogCallFailedException if the log refused it
     */
    public void append(
            TopicPartition partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers) {
        if (!(state instanceof Open) && !(state instanceof Preparing)) {
            throw new IllegalStateException(describe() + " takes no output in state " + state.label());
        }
        writer.append(partition, timestamp, key, value, headers);
    }

    /**
     * Commits what was done. Without effect unless a transaction is open.
     *
     * @throws LogCallFailedException if the log refused something: call {@link #failed}
     * @throws RuntimeException what an operator threw that emitted for the commit: call {@link #abort}
     */
    public void commit(long nowMs) {
        if (!(state instanceof Open open)) {
            return;
        }
        state = new Preparing(open.sinceMs());
        participant.emitPending();
        stores.writeChanges(this::append);
        Map<TopicPartition, OffsetAndMetadata> offsets = Map.copyOf(participant.consumedOffsets());
        if (!offsets.equals(committed)) { // otherwise an idle task leaves no trace on the log
            writer.addOffsets(offsets);
        }
        stores.seal();
        askToCommit(offsets, false, nowMs);
    }

    /**
     * Commits a transaction that consists of some writes alone: no input, no store and no operator takes part.
     *
     * @param writes calls {@link #append}
     * @throws LogCallFailedException if the log refused something: call {@link #failed}
     */
    public void commitAside(Runnable writes, long nowMs) {
        open(nowMs);
        writes.run();
        askToCommit(committed, true, nowMs);
    }

    private void askToCommit(Map<TopicPartition, OffsetAndMetadata> offsets, boolean isAside, long nowMs) {
        state = new Committing(offsets, isAside, nowMs + resources.errors().answerTimeoutMs());
        long call = ++lastCall;
        var unused = writer.commit()
                .whenComplete(
                        (result, error) -> events.accept(new TransactionEvent.CommitAnswered(call, result, error)));
    }

    /**
     * Takes back what was done since the last commit, because of something that is no failure of the log.
     *
     * @param cause why, for the log line
     */
    public void abort(Throwable cause, long nowMs) {
        if (state instanceof Open || state instanceof Preparing) {
            counters = counters.aborted();
            askToAbort(cause, nowMs);
        } else if (state instanceof Idle) {
            rewind(Map.copyOf(committed), nowMs);
        }
    }

    private void askToAbort(Throwable cause, long nowMs) {
        state = new Aborting(cause, nowMs + resources.errors().answerTimeoutMs());
        long call = ++lastCall;
        var unused = writer.abort()
                .whenComplete((nothing, error) -> events.accept(new TransactionEvent.AbortAnswered(call, error)));
    }

    private void endAgain(Ending ending, long nowMs) {
        if (ending instanceof Committing committing) {
            askToCommit(committing.offsets(), committing.isAside(), nowMs);
        } else if (ending instanceof Aborting aborting) {
            askToAbort(aborting.cause(), nowMs);
        }
    }

    /** The log has not answered for long: as if it had answered that it cannot say. */
    private void giveUpAnswer(Ending ending, long nowMs) {
        lastCall++;
        TimeoutException silent = new TimeoutException(
                "no answer within request.timeout.ms=" + resources.errors().answerTimeoutMs());
        // A call that may still be under way cannot be made again with the same producer.
        recover(silent, ending instanceof Committing ? LogCall.COMMIT : LogCall.ABORT, nowMs);
        if (state instanceof EndingAgain) {
            giveUpWriter(ending.undecided(), nowMs);
        }
    }

    /**
     * A call of the log failed.
     *
     * @throws TransactionFailedException if the error handler stops the task; the transaction is being aborted
     */
    public void failed(LogCallFailedException failed, long nowMs) {
        recover(failed.failure(), failed.call(), nowMs);
    }

    /**
     * The open transaction is older than the log allows.
     *
     * @throws TransactionFailedException as {@link #failed}
     */
    public void tooOld(TimeoutException error, long nowMs) {
        recover(error, LogCall.TIME_OUT, nowMs);
    }

    /** Handles an answer of the log. What is thrown: as {@link #failed}. */
    public void on(TransactionEvent event, long nowMs) {
        if (event.call() != lastCall) {
            return; // the call was given up meanwhile
        }
        if (event instanceof TransactionEvent.CommitAnswered answer) {
            commitAnswered(answer.result(), answer.error(), nowMs);
        } else if (event instanceof TransactionEvent.AbortAnswered answer) {
            abortAnswered(answer.error(), nowMs);
        }
    }

    private void commitAnswered(@Nullable CommitResult result, @Nullable Throwable error, long nowMs) {
        Committing committing = state.expect(Committing.class, "the answer to a commit", describe());
        if (result == null) {
            recover(error == null ? new IllegalStateException("no answer") : error, LogCall.COMMIT, nowMs);
            return;
        }
        if (committing.isAside()) {
            counters = counters.committed();
            state = new Idle();
            return;
        }
        Map<TopicPartition, Long> positions = Positions.of(committing.offsets());
        positions.putAll(result.nextOffsets());
        if (!result.nextOffsets().isEmpty() || !committing.offsets().equals(committed)) {
            counters = counters.committed();
        }
        try {
            takeOver(committing.offsets(), positions);
        } catch (RuntimeException e) {
            // it is committed on the log whatever the stores say: they are brought up to it from their changelogs
            giveUpWriter(Optional.empty(), nowMs + recovery.backoffMs());
            throw e;
        }
        state = new Idle();
    }

    /** Stores and inputs take over what is committed. */
    private void takeOver(Map<TopicPartition, OffsetAndMetadata> offsets, Map<TopicPartition, Long> positions) {
        stores.commit(Positions.of(offsets), positions);
        committed = offsets;
        recovery.progressed();
        participant.committed();
    }

    private void abortAnswered(@Nullable Throwable error, long nowMs) {
        state.expect(Aborting.class, "the answer to an abort", describe());
        if (error == null) {
            rewind(committed, nowMs);
        } else {
            recover(error, LogCall.ABORT, nowMs);
        }
    }

    // ---- what is done about failures

    private void recover(Throwable error, LogCall call, long nowMs) {
        Recovery decided = decide(error, call, nowMs);
        switch (decided.action()) {
            case RETRY -> repeat(error, decided);
            case ABORT_AND_REWIND -> abortAndRewind(error, call, decided, nowMs);
            case REINITIALIZE -> {
                LOG.warn("{} opens its transactional id anew and rewinds: {}", describe(), error.toString());
                giveUpWriter(state.undecided(), decided.notBeforeMs());
            }
            case SHUTDOWN_CLIENT, SHUTDOWN_APPLICATION -> stop(error, decided, nowMs);
        }
    }

    private Recovery decide(Throwable error, LogCall call, long nowMs) {
        Recovery decided = recovery.decide(error, call, Positions.of(committed), nowMs);
        counters = counters.failed(decided.category());
        return decided;
    }

    /** Makes a call again that changed nothing, or may be made twice. */
    private void repeat(Throwable error, Recovery decided) {
        LOG.debug("{} tries again in state {}: {}", describe(), state.label(), error.toString());
        if (state instanceof Ending ending) {
            state = new EndingAgain(ending, decided.notBeforeMs());
        } else {
            notBeforeMs = decided.notBeforeMs();
        }
    }

    private void abortAndRewind(Throwable error, LogCall call, Recovery decided, long nowMs) {
        notBeforeMs = decided.notBeforeMs();
        if (state instanceof Idle) {
            return; // nothing was begun
        }
        if (state instanceof Aborting) {
            giveUpWriter(Optional.empty(), decided.notBeforeMs());
            return;
        }
        LOG.warn("{} aborts and rewinds: {}", describe(), error.toString());
        // An outage of the log is no record's fault.
        boolean mayBeARecord = decided.category() == ErrorCategory.ABORTABLE || call == LogCall.TIME_OUT;
        if (mayBeARecord && participant.narrow(error)) {
            recovery.narrowed();
            notBeforeMs = decided.isWaitAsked() ? decided.notBeforeMs() : nowMs;
        }
        counters = counters.aborted();
        askToAbort(error, nowMs);
    }

    private void stop(Throwable error, Recovery decided, long nowMs) {
        if (state instanceof Open || state instanceof Preparing) {
            counters = counters.aborted();
            askToAbort(error, nowMs);
        } else if (!(state instanceof Idle)) {
            giveUpWriter(state.undecided(), decided.notBeforeMs());
        }
        throw decided.failureOfTask();
    }

    private void giveUpWriter(Optional<Map<TopicPartition, OffsetAndMetadata>> undecided, long openNotBeforeMs) {
        lastCall++;
        writer.giveUp();
        state = new Reinitializing(undecided, 0, openNotBeforeMs);
    }

    /** Opens the transactional id, which forces an undecided transaction to its end, and asks the log what is committed. */
    private void reinitialize(Reinitializing opening, long nowMs) {
        Optional<Map<TopicPartition, OffsetAndMetadata>> undecided = opening.undecided();
        try {
            if (writer.open()) {
                counters = counters.reinitialized();
            }
            Map<TopicPartition, OffsetAndMetadata> offsets = writer.committedOffsets(participant.inputs());
            undecided = Optional.empty(); // whatever fails from here on, the stores catch up from their changelogs
            settle(opening.undecided(), offsets);
            stores.view().catchUpTo(Positions.of(offsets));
            state = new Restoring(RestoreProcess.start(resources.log(), stores, resources.restoreProgress()), offsets);
        } catch (RuntimeException e) {
            openAgain(e, LogCall.OPEN, undecided, opening.attempt() + 1, nowMs);
        }
    }

    private void openAgain(
            RuntimeException error,
            LogCall call,
            Optional<Map<TopicPartition, OffsetAndMetadata>> undecided,
            int attempt,
            long nowMs) {
        Recovery decided = decide(error, call, nowMs);
        if (decided.action() == Action.REINITIALIZE) {
            writer.giveUp(); // the producer may be what is wrong
        }
        state = new Reinitializing(undecided, attempt, decided.notBeforeMs());
        if (decided.isShutdown()) {
            throw decided.failureOfTask();
        }
        LOG.warn("{} cannot be opened yet, attempt={}: {}", describe(), attempt, error.toString());
    }

    /** Applies or drops what a commit without an answer had done: the committed offsets tell which. */
    private void settle(
            Optional<Map<TopicPartition, OffsetAndMetadata>> undecided,
            Map<TopicPartition, OffsetAndMetadata> offsets) {
        if (undecided.isPresent() && undecided.get().equals(offsets) && !offsets.equals(committed)) {
            Map<TopicPartition, Long> positions = Positions.of(offsets);
            positions.putAll(resources.log().topics().stableOffsets(stores.writtenChangelogs()));
            takeOver(offsets, positions);
            LOG.info("{} commit without an answer had taken effect", describe());
        }
        stores.rollback();
        committed = offsets;
    }

    private void restore(Restoring restoring, long nowMs) {
        boolean complete = false;
        try {
            complete = restoring.process().step(Duration.ZERO);
        } catch (RuntimeException e) {
            if (participant.hasFailed(e)) {
                throw e;
            }
            restoring.process().close();
            openAgain(e, LogCall.RESTORE, Optional.empty(), 1, nowMs);
        }
        if (complete) {
            restoring.process().close();
            rewind(restoring.offsets(), nowMs);
        }
    }

    /**
     * Goes back to committed offsets. Processors that write to their stores while they close do so in vain: that belongs to what is
     * taken back.
     */
    private void rewind(Map<TopicPartition, OffsetAndMetadata> offsets, long nowMs) {
        state = new Rewinding();
        try {
            stores.rollback();
            participant.closeProcessors();
            stores.rollback();
            participant.rewind(offsets);
            state = new Idle();
        } catch (LogCallFailedException e) {
            openAgain(e.failure(), LogCall.OPEN, Optional.empty(), 1, nowMs);
        } finally {
            if (state instanceof Rewinding) {
                // half rewound: whoever goes on begins from the start
                state = new Reinitializing(Optional.empty(), 0, AT_ONCE);
            }
        }
    }

    /** Gives the transactional id up; an open transaction is dropped here, and on the log by the id's next owner. */
    public void close() {
        if (state instanceof Restoring restoring) {
            restoring.process().close();
        }
        giveUpWriter(Optional.empty(), AT_ONCE);
        stores.rollback();
        state = new Closed();
    }

    private String describe() {
        return "transaction " + resources.writer().transactionalId();
    }
}
