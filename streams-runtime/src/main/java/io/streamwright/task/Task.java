package io.streamwright.task;

import io.streamwright.errors.StreamsException;
import io.streamwright.log.FetchedRecords;
import io.streamwright.loop.Owner;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.TaskId;
import io.streamwright.store.view.TaskView;
import io.streamwright.task.input.TaskInput;
import io.streamwright.transaction.LogCallFailedException;
import io.streamwright.transaction.TaskTransaction;
import io.streamwright.transaction.TransactionEvent;
import io.streamwright.transaction.TransactionFailedException;
import io.streamwright.transaction.TransactionResources;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs one sub-topology on one partition of its inputs, from its opening to its end.
 *
 * <p>Owner: the worker that holds it; {@link #step} is called again and again and never blocks for long. Times are those of a clock
 * that never goes back, in milliseconds.
 */
public final class Task {
    /**
     * How long closing waits before the log is asked again. A handler may want any pause; a transaction that is given up is settled
     * by the id's next owner.
     */
    private static final long LONGEST_PAUSE_WHILE_CLOSING_MS = 5_000;

    private final TaskId id;
    private final TaskSettings settings;
    private final RecordPipeline pipeline;
    private final TaskTransaction transaction;
    private final TaskEnvironment environment;
    private final Owner owner;
    private Phase phase = Phase.RUNNING;
    private @Nullable TaskFailure failure;
    private @Nullable PendingLetters letters;
    private boolean closeWhenWritten;
    private long resumeAtMs = Long.MIN_VALUE;
    private boolean started;
    private long commitIntervalMs;

    /**
     * Makes a task; its transactional id is opened by the first steps.
     *
     * @param definition what it runs on which partitions
     * @param environment what its processors are told
     * @param settings its limits
     * @param input the reader that feeds it; its worker assigns the partitions
     * @param resources what its transaction works with
     * @param events takes the log's answers to the worker's mailbox; called by threads of the log
     * @param partitionCount returns how many partitions an output topic has, which may create it
     */
    public Task(
            TaskDefinition definition,
            TaskEnvironment environment,
            TaskSettings settings,
            TaskInput input,
            TransactionResources resources,
            Consumer<TransactionEvent> events,
            ToIntFunction<String> partitionCount) {
        this.id = environment.taskId();
        this.environment = environment;
        this.settings = settings;
        this.commitIntervalMs = settings.commitIntervalMs();
        this.pipeline = new RecordPipeline(
                definition,
                environment,
                settings,
                input,
                resources.log().topics(),
                (stores, participant) -> new TaskTransaction(resources, stores, participant, events),
                partitionCount);
        this.transaction = pipeline.transaction();
        this.owner = new Owner("task " + id);
    }

    private enum Phase {
        /** Processes, or gets ready to. Ended by a failure or a request to close. */
        RUNNING,
        /** Takes its transaction back and writes the dead letters of what failed. Ended when they are written, or cannot be. */
        WRITING_LETTERS,
        /** Its transaction was taken back and somebody has to decide. Ended by {@link #resume} or a request to close. */
        FAILED,
        /** Commits what is open, then closes. */
        CLOSING,
        /** Holds nothing any more. */
        CLOSED
    }

    public TaskId id() {
        return id;
    }

    /** Takes over what was read of one of its partitions. */
    public void add(FetchedRecords fetched) {
        owner.check();
        pipeline.add(fetched);
    }

    /** Returns whether records of a partition are wanted now: the task processes, and not too many of them wait already. */
    public boolean wants(TopicPartition partition) {
        return started
                && phase == Phase.RUNNING
                && !pipeline.isLost(partition)
                && pipeline.waiting(partition) < settings.maxBufferedRecords();
    }

    /**
     * An input offset is not on the log any more. The task goes on elsewhere if the source says where, when it has processed what
     * was fetched before; else it fails.
     *
     * @param offset what was to be read
     */
    public void inputLost(TopicPartition partition, long offset) {
        owner.check();
        pipeline.inputLost(partition, offset);
    }

    /** Returns whether the task was ready to process at least once: its stores are restored. */
    public boolean isStarted() {
        return started;
    }

    /** Does a bounded amount of work, and returns whether there was any. */
    public boolean step(long nowMs) {
        owner.check();
        try {
            return switch (phase) {
                case RUNNING -> run(nowMs);
                case FAILED, CLOSED -> false;
                case WRITING_LETTERS -> writeLetters(nowMs);
                case CLOSING -> goOnClosing(nowMs);
            };
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            failed(e, nowMs);
            return true;
        }
    }

    private boolean run(long nowMs) {
        if (nowMs < resumeAtMs) {
            return false;
        }
        if (!transaction.isReady()) {
            return transaction.step(nowMs);
        }
        started = true;
        if (transaction.isIdle() && nowMs < transaction.notBeforeMs()) {
            return false;
        }
        if (endIfDue(nowMs)) {
            return true;
        }
        pipeline.prepareInputs(nowMs);
        boolean punctuated = pipeline.punctuateWallClock(nowMs);
        boolean worked = pipeline.process(nowMs, commitIntervalMs) || punctuated;
        return endIfDue(environment.monotonicMs()) || worked;
    }

    /** Commits what is due, and takes back what has become too old for the log. */
    private boolean endIfDue(long nowMs) {
        if (transaction.openForMs(nowMs) >= settings.transactionTimeoutMs()) {
            transaction.tooOld(tooOld(nowMs), nowMs);
            return true;
        }
        if (isCommitDue(nowMs)) {
            transaction.commit(nowMs);
            return true;
        }
        return false;
    }

    /** Changes how long a transaction stays open at most before it is committed; 0 commits each record by itself. */
    public void commitEvery(long intervalMs) {
        owner.check();
        commitIntervalMs = intervalMs;
    }

    /** Commits, in the next step, what was done since the last commit, also by somebody who wrote to a store from outside. */
    public void requestCommit(long nowMs) {
        owner.check();
        if (transaction.isIdle()) {
            if (pipeline.uncommittedBytes() == 0) {
                return;
            }
            transaction.open(nowMs);
        }
        pipeline.requestCommit();
    }

    /**
     * Takes back what was done since the last commit. The task is to be rewound when the log has answered.
     *
     * @param cause why, for the log line
     */
    public void abort(Throwable cause, long nowMs) {
        owner.check();
        transaction.abort(cause, nowMs);
    }

    private TimeoutException tooOld(long nowMs) {
        return new TimeoutException("the transaction is open for " + transaction.openForMs(nowMs)
                + " ms, longer than transaction.timeout.ms=" + settings.transactionTimeoutMs()
                + "; raise producer.transaction.timeout.ms or make the processors faster");
    }

    private boolean isCommitDue(long nowMs) {
        boolean requested = pipeline.takeCommitRequest();
        if (transaction.isIdle()) {
            return false;
        }
        return requested
                || pipeline.isTransactionFull()
                || transaction.openForMs(nowMs) >= commitIntervalMs
                || (settings.uncommittedMaxBytes() >= 0
                        && pipeline.uncommittedBytes() > settings.uncommittedMaxBytes());
    }

    /** Handles an answer of the log to the task's transaction. */
    public void on(TransactionEvent event, long nowMs) {
        owner.check();
        try {
            transaction.on(event, nowMs);
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            failed(e, nowMs);
        }
    }

    private void failed(Throwable error, long nowMs) {
        LogCallFailedException call = LogCallFailedException.in(error);
        String where = call == null || call.isByTheProgram() ? pipeline.whereabouts() : "";
        try {
            if (call != null) {
                transaction.failed(call, nowMs);
            } else if (error instanceof TransactionFailedException hopeless) {
                suspend(new TaskFailure(id, "", hopeless));
            } else {
                TaskFailure fault = error instanceof TaskFailure known ? known : new TaskFailure(id, where, error);
                fail(fault);
                transaction.abort(fault, nowMs);
            }
        } catch (TransactionFailedException hopeless) {
            suspend(new TaskFailure(id, where, hopeless));
        } catch (RuntimeException e) {
            // taking back failed as well: the transaction begins from the start when the task goes on
            e.addSuppressed(error);
            suspend(new TaskFailure(id, where, e));
        }
        if (letters != null) {
            letters.takenBack();
        }
    }

    /** Nobody hears of a failure before its dead letters are written: the application may end with it. */
    private void fail(TaskFailure fault) {
        if (fault.deadLetters().isEmpty() || phase != Phase.RUNNING) {
            suspend(fault);
        } else {
            letters = new PendingLetters(fault);
            phase = Phase.WRITING_LETTERS;
        }
    }

    private void suspend(TaskFailure fault) {
        PendingLetters unwritten = letters;
        letters = null;
        failure = unwritten == null || unwritten.failure() == fault ? fault : unwritten.unwritten(fault);
        if (phase == Phase.RUNNING || phase == Phase.WRITING_LETTERS) {
            phase = closeWhenWritten ? Phase.CLOSING : Phase.FAILED;
        }
    }

    private boolean writeLetters(long nowMs) {
        PendingLetters pending = letters;
        if (pending == null) {
            throw new IllegalStateException("task " + id + " writes dead letters and has none");
        }
        if (closeWhenWritten && pausesLong(nowMs)) {
            suspend(new TaskFailure(
                    id, "", new StreamsException("the application closes before the time of the next attempt")));
            return true;
        }
        if (!transaction.isReady()) {
            return transaction.step(nowMs);
        }
        if (nowMs < transaction.notBeforeMs()) {
            return false;
        }
        if (pending.areHandedOver()) {
            suspend(pending.failure());
            return true;
        }
        pending.handedOver();
        transaction.commitAside(() -> pipeline.write(pending.letters()), nowMs);
        return true;
    }

    private boolean pausesLong(long nowMs) {
        long latestMs = nowMs + LONGEST_PAUSE_WHILE_CLOSING_MS;
        return transaction.isReady()
                ? transaction.notBeforeMs() > latestMs
                : transaction.nextStepMs() > latestMs && !transaction.isEndingBy(latestMs);
    }

    /** Returns why the task does not go on by itself, once for each failure. */
    public Optional<TaskFailure> takeFailure() {
        Optional<TaskFailure> taken = Optional.ofNullable(failure);
        failure = null;
        return taken;
    }

    /** Tries again after a failure, not before the given time. */
    public void resume(long notBeforeMs) {
        owner.check();
        if (phase == Phase.FAILED) {
            phase = Phase.RUNNING;
            resumeAtMs = notBeforeMs;
        }
    }

    /** Commits what is open and closes, in later steps. */
    public void requestClose() {
        owner.check();
        closeWhenWritten = phase == Phase.WRITING_LETTERS;
        if (phase == Phase.RUNNING || phase == Phase.FAILED) {
            phase = Phase.CLOSING;
        }
    }

    public boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    /** Returns whether everything that the task has done is committed, or taken back. */
    public boolean isIdle() {
        return phase == Phase.FAILED || transaction.isIdle();
    }

    /** Returns the stores by name, as processors see them: with what is written and not committed yet. */
    public Map<String, StateStore> stores() {
        owner.check();
        return pipeline.stores();
    }

    /** Returns the committed content of the stores, for other threads. */
    public TaskView view() {
        return pipeline.view();
    }

    private boolean goOnClosing(long nowMs) {
        if (transaction.isEndingBy(nowMs + LONGEST_PAUSE_WHILE_CLOSING_MS)) {
            return transaction.step(nowMs);
        }
        if (transaction.isReady() && !transaction.isIdle() && failure == null) {
            transaction.commit(nowMs);
            return true;
        }
        close();
        return true;
    }

    /** Closes at once: what is not committed is dropped, here and, by the id's next owner, on the log. */
    public void close() {
        owner.check();
        if (phase == Phase.CLOSED) {
            return;
        }
        phase = Phase.CLOSED;
        pipeline.close();
        owner.release();
    }

    /** Returns how the task stands, for other threads. */
    public TaskStatus status() {
        boolean settled = transaction.isIdle() && phase == Phase.RUNNING && pipeline.isDrained();
        String state = phase == Phase.RUNNING ? transaction.stateName() : phase.name();
        return new TaskStatus(
                state,
                pipeline.records(),
                pipeline.dropped(),
                pipeline.faults(),
                transaction.counters(),
                pipeline.consumed(),
                settled);
    }

    /** Returns the offsets before which everything is committed, by input partition. */
    public Map<TopicPartition, Long> committedOffsets() {
        owner.check();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        transaction.committed().forEach((partition, offset) -> offsets.put(partition, offset.offset()));
        return offsets;
    }

    /** Returns until when the task waits after a failure of the log before it tries again; a time that has passed if it does not. */
    public long waitsUntilMs() {
        if (phase == Phase.FAILED || phase == Phase.CLOSED) {
            return Long.MIN_VALUE;
        }
        return Math.max(resumeAtMs, transaction.isReady() ? transaction.notBeforeMs() : transaction.nextStepMs());
    }

    /** Returns when the task has something to do even without new data. */
    public long nextDeadlineMs(long nowMs) {
        if (phase == Phase.FAILED || phase == Phase.CLOSED) {
            return Long.MAX_VALUE; // what it waits for is a message
        }
        if (!transaction.isReady()) {
            return Math.max(Math.max(nowMs + 1, transaction.nextStepMs()), resumeAtMs);
        }
        if (phase == Phase.CLOSING) {
            return nowMs + 1;
        }
        long punctuationMs = pipeline.untilPunctuationMs();
        long commitMs =
                transaction.isIdle() ? Long.MAX_VALUE : Math.max(0, commitIntervalMs - transaction.openForMs(nowMs));
        long soonest = Math.min(punctuationMs, commitMs);
        return soonest == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(nowMs + soonest, transaction.notBeforeMs());
    }
}
