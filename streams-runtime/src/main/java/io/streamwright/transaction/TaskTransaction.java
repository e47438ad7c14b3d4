package io.streamwright.transaction;

import io.streamwright.errors.TransactionApi;
import io.streamwright.log.CommitResult;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.store.RestoreProcess;
import io.streamwright.store.TaskStores;
import io.streamwright.transaction.TransactionState.Aborting;
import io.streamwright.transaction.TransactionState.Closed;
import io.streamwright.transaction.TransactionState.Committing;
import io.streamwright.transaction.TransactionState.Idle;
import io.streamwright.transaction.TransactionState.Open;
import io.streamwright.transaction.TransactionState.Preparing;
import io.streamwright.transaction.TransactionState.Reinitializing;
import io.streamwright.transaction.TransactionState.Restoring;
import io.streamwright.transaction.TransactionState.Rewinding;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
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
    private TransactionState state;
    private Map<TopicPartition, OffsetAndMetadata> committed = Map.of();
    private @Nullable TransactionalWriter writer;
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
        this.recovery = new RecoveryPolicy(resources.classifier(), resources.retryBackoffMs());
        this.state = new Reinitializing(Optional.empty(), 0, AT_ONCE);
    }

    /** Returns whether records may be processed: nothing is being opened, restored, ended or taken back. */
    public boolean isReady() {
        return state instanceof Idle || state instanceof Open;
    }

    /** Returns when the next transaction may begin: later than now after a failure of the log. */
    public long notBeforeMs() {
        return notBeforeMs;
    }

    /** Returns whether everything done is committed. */
    public boolean isIdle() {
        return state instanceof Idle;
    }

    /** Returns whether the log was asked to end the transaction and has not answered yet. */
    public boolean isEnding() {
        return state instanceof Committing || state instanceof Aborting;
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

    /**
     * Goes on with opening or restoring, if that is what is to be done.
     *
     * @return whether anything was done
     * @throws TransactionFailedException if it cannot be opened
     */
    public boolean step(long nowMs) {
        if (state instanceof Reinitializing opening) {
            if (nowMs < opening.notBeforeMs()) {
                return false;
            }
            reinitialize(opening, nowMs);
            return true;
        }
        if (state instanceof Restoring restoring) {
            restore(restoring, nowMs);
            return true;
        }
        return false;
    }

    /** A record is about to be processed, or a punctuation to run: opens the transaction if none is open. */
    public void open(long nowMs) {
        if (state instanceof Open) {
            return;
        }
        expect(Idle.class, "open");
        try {
            currentWriter().begin();
        } catch (KafkaException e) {
            throw new LogCallFailedException(e);
        }
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
        try {
            currentWriter().append(partition, timestamp, key, value, headers);
        } catch (KafkaException e) {
            throw new LogCallFailedException(e);
        }
    }

    /**
     * Commits what was done. Without effect unless a transaction is open.
     *
     * @throws LogCallFailedException if the log refused something: call {@link #failed}
     * @throws RuntimeException what an operator threw that emitted for the commit: call {@link #abort}
     */
    public void commit() {
        if (!(state instanceof Open open)) {
            return;
        }
        state = new Preparing(open.sinceMs());
        participant.emitPending();
        stores.writeChanges(this::append);
        Map<TopicPartition, OffsetAndMetadata> offsets = Map.copyOf(participant.consumedOffsets());
        addOffsets(offsets);
        stores.seal();
        CompletableFuture<CommitResult> answer;
        try {
            answer = currentWriter().commit();
        } catch (KafkaException e) {
            throw new LogCallFailedException(e);
        }
        state = new Committing(offsets);
        long call = ++lastCall;
        var unused = answer.whenComplete(
                (result, error) -> events.accept(new TransactionEvent.CommitAnswered(call, result, error)));
    }

    /** A transaction that consumed nothing new adds nothing, so that an idle task leaves no trace on the log. */
    private void addOffsets(Map<TopicPartition, OffsetAndMetadata> offsets) {
        if (offsets.equals(committed)) {
            return;
        }
        try {
            currentWriter().addOffsets(offsets, resources.membership());
        } catch (KafkaException e) {
            throw new LogCallFailedException(e);
        }
    }

    /**
     * Takes back what was done since the last commit, because of something that is no failure of the log.
     *
     * @param cause why, for the log line
     */
    public void abort(Throwable cause) {
        if (state instanceof Open || state instanceof Preparing) {
            askToAbort(cause);
        } else if (state instanceof Idle) {
            rewind(Map.copyOf(committed));
        }
    }

    /** A writer that cannot even be asked is given up: the id's next opening ends its transaction. */
    private void askToAbort(Throwable cause) {
        counters = counters.aborted();
        CompletableFuture<@Nullable Void> answer;
        try {
            answer = currentWriter().abort();
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be aborted, opening it anew; the abort was for {}", describe(), cause.toString(), e);
            giveUpWriter(Optional.empty(), AT_ONCE);
            return;
        }
        state = new Aborting(cause);
        long call = ++lastCall;
        var unused =
                answer.whenComplete((nothing, error) -> events.accept(new TransactionEvent.AbortAnswered(call, error)));
    }

    /**
     * A call of the log failed while records were processed or the commit was prepared.
     *
     * @throws TransactionFailedException if trying again cannot help; the transaction is being aborted
     */
    public void failed(Throwable error, long nowMs) {
        recover(error, TransactionApi.PRODUCER, false, nowMs);
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
        Committing committing = expect(Committing.class, "the answer to a commit");
        if (result == null) {
            recover(
                    error == null ? new IllegalStateException("no answer") : error,
                    TransactionApi.TRANSACTION,
                    true,
                    nowMs);
            return;
        }
        Map<TopicPartition, Long> positions = new HashMap<>();
        committing.offsets().forEach((partition, offset) -> positions.put(partition, offset.offset()));
        positions.putAll(result.nextOffsets());
        if (!result.nextOffsets().isEmpty() || !committing.offsets().equals(committed)) {
            counters = counters.committed();
        }
        try {
            takeOver(committing.offsets(), positions);
        } catch (RuntimeException e) {
            // it is committed on the log whatever the stores say: they are brought up to it from their changelogs
            giveUpWriter(Optional.empty(), nowMs + recovery.nextBackoffMs());
            throw e;
        }
        state = new Idle();
    }

    /** Stores and inputs take over what is committed. */
    private void takeOver(Map<TopicPartition, OffsetAndMetadata> offsets, Map<TopicPartition, Long> positions) {
        stores.commit(positions);
        committed = offsets;
        recovery.progressed();
        participant.committed();
    }

    private void abortAnswered(@Nullable Throwable error, long nowMs) {
        Aborting aborting = expect(Aborting.class, "the answer to an abort");
        if (error != null) {
            LOG.warn(
                    "{} abort failed, opening it anew; the abort was for {}",
                    describe(),
                    aborting.cause().toString(),
                    error);
            giveUpWriter(Optional.empty(), nowMs + recovery.nextBackoffMs());
            return;
        }
        rewind(committed);
    }

    private void recover(Throwable error, TransactionApi api, boolean ending, long nowMs) {
        RecoveryPolicy.Action action = recovery.decide(error, api, ending);
        switch (action) {
            case ABORT_AND_REWIND -> {
                LOG.warn("{} aborts and rewinds: {}", describe(), error.toString());
                notBeforeMs = nowMs + recovery.nextBackoffMs();
                askToAbort(error);
            }
            case REINITIALIZE -> {
                LOG.warn("{} opens its transactional id anew and rewinds: {}", describe(), error.toString());
                giveUpWriter(undecided(), nowMs + recovery.nextBackoffMs());
            }
            case SHUT_DOWN -> {
                TransactionFailedException failure = recovery.failure(describe(), error, api);
                if (state instanceof Open || state instanceof Preparing) {
                    askToAbort(failure);
                } else {
                    giveUpWriter(undecided(), nowMs + recovery.nextBackoffMs());
                }
                throw failure;
            }
        }
    }

    private Optional<Map<TopicPartition, OffsetAndMetadata>> undecided() {
        return state instanceof Committing committing ? Optional.of(committing.offsets()) : Optional.empty();
    }

    private void giveUpWriter(Optional<Map<TopicPartition, OffsetAndMetadata>> undecided, long openNotBeforeMs) {
        TransactionalWriter old = writer;
        writer = null;
        lastCall++;
        if (old != null) {
            old.close();
        }
        state = new Reinitializing(undecided, 0, openNotBeforeMs);
    }

    /** Opens the transactional id, which forces an undecided transaction to its end, and asks the log what is committed. */
    private void reinitialize(Reinitializing opening, long nowMs) {
        Optional<Map<TopicPartition, OffsetAndMetadata>> undecided = opening.undecided();
        try {
            if (writer == null) {
                writer = resources.log().openWriter(resources.writer());
                counters = counters.reinitialized();
            }
            Map<TopicPartition, OffsetAndMetadata> offsets = resources
                    .log()
                    .topics()
                    .committedOffsets(resources.membership().groupId(), participant.inputs());
            undecided = Optional.empty(); // whatever fails from here on, the stores catch up from their changelogs
            settle(opening.undecided(), offsets);
            state = new Restoring(RestoreProcess.start(resources.log(), stores, resources.restoreProgress()), offsets);
        } catch (RuntimeException e) {
            state = new Reinitializing(undecided, opening.attempt() + 1, nowMs + recovery.nextBackoffMs());
            rethrowUnlessRetriable(e);
            LOG.warn("{} cannot be opened yet, attempt={}: {}", describe(), opening.attempt() + 1, e.toString());
        }
    }

    private void rethrowUnlessRetriable(RuntimeException error) {
        if (recovery.decide(error, TransactionApi.TRANSACTION, true) == RecoveryPolicy.Action.SHUT_DOWN) {
            throw recovery.failure(describe(), error, TransactionApi.TRANSACTION);
        }
    }

    /** Applies or drops what a commit without an answer had done: the committed offsets tell which. */
    private void settle(
            Optional<Map<TopicPartition, OffsetAndMetadata>> undecided,
            Map<TopicPartition, OffsetAndMetadata> offsets) {
        boolean tookEffect = undecided.isPresent()
                && undecided.get().equals(offsets)
                && !undecided.get().equals(committed);
        if (tookEffect) {
            Map<TopicPartition, Long> positions = new HashMap<>();
            offsets.forEach((partition, offset) -> positions.put(partition, offset.offset()));
            positions.putAll(resources.log().topics().stableOffsets(stores.writtenChangelogs()));
            takeOver(offsets, positions);
            LOG.info("{} commit without an answer had taken effect", describe());
        }
        stores.rollback();
        committed = offsets;
    }

    private void restore(Restoring restoring, long nowMs) {
        boolean complete;
        try {
            complete = restoring.process().step(Duration.ZERO);
        } catch (RuntimeException e) {
            restoring.process().close();
            state = new Reinitializing(Optional.empty(), 1, nowMs + recovery.nextBackoffMs());
            rethrowUnlessRetriable(e);
            LOG.warn("{} begins to restore its stores anew: {}", describe(), e.toString());
            return;
        }
        if (complete) {
            restoring.process().close();
            rewind(restoring.offsets());
        }
    }

    /**
     * Goes back to committed offsets. Processors that write to their stores while they close do so in vain: that belongs to what is
     * taken back.
     */
    private void rewind(Map<TopicPartition, OffsetAndMetadata> offsets) {
        state = new Rewinding();
        try {
            stores.rollback();
            participant.closeProcessors();
            stores.rollback();
            participant.rewind(offsets);
            state = new Idle();
        } finally {
            if (!(state instanceof Idle)) {
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

    private TransactionalWriter currentWriter() {
        TransactionalWriter current = writer;
        if (current == null) {
            throw new IllegalStateException(describe() + " is not open");
        }
        return current;
    }

    private <S extends TransactionState> S expect(Class<S> wanted, String event) {
        if (!wanted.isInstance(state)) {
            throw new IllegalStateException(describe() + " got " + event + " in state " + state.label() + " instead of "
                    + wanted.getSimpleName());
        }
        return wanted.cast(state);
    }

    private String describe() {
        return "transaction " + resources.writer().transactionalId();
    }
}
