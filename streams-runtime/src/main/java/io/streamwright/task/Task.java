package io.streamwright.task;

import io.streamwright.log.FetchedRecords;
import io.streamwright.loop.Owner;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.Punctuator;
import io.streamwright.processor.TaskId;
import io.streamwright.store.TaskStores;
import io.streamwright.store.TaskStoresOptions;
import io.streamwright.task.input.CommittedTime;
import io.streamwright.task.input.InputQueue;
import io.streamwright.task.input.InputQueues;
import io.streamwright.task.input.InputRecord;
import io.streamwright.task.input.LostInputs;
import io.streamwright.task.input.StartOffsets;
import io.streamwright.task.input.TaskInput;
import io.streamwright.transaction.LogCallFailedException;
import io.streamwright.transaction.TaskTransaction;
import io.streamwright.transaction.TransactionEvent;
import io.streamwright.transaction.TransactionFailedException;
import io.streamwright.transaction.TransactionParticipant;
import io.streamwright.transaction.TransactionResources;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one sub-topology on one partition of its inputs.
 *
 * <p>Owner: the worker that holds it; {@link #step} is called again and again and never blocks for long.
 */
public final class Task implements TransactionParticipant {
    /** How many records a task processes before its worker looks after the others. */
    static final int RECORDS_PER_STEP = 1_000;

    /** The same in time, for processors that take long. */
    static final long MAX_STEP_MS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(Task.class);

    private final TaskContext context;
    private final TaskSettings settings;
    private final TaskInput input;
    private final ProcessorGraph graph;
    private final InputQueues queues;
    private final StartOffsets startOffsets;
    private final LostInputs lost;
    private final TaskTransaction transaction;
    private final Function<TopicPartition, OptionalLong> lag;
    private final Owner owner;
    private Phase phase = Phase.RUNNING;
    private @Nullable TaskFailure failure;
    private long resumeAtMs = Long.MIN_VALUE;
    private long records;
    private boolean started;
    private boolean commitsStart;

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
        this.settings = settings;
        this.input = input;
        this.lag = input::lag;
        this.context = new TaskContext(
                environment,
                cursor -> TaskStores.open(new TaskStoresOptions(
                        environment.taskId(),
                        environment.stateDirectory().toPath(),
                        definition.stores(),
                        cursor::timestamp,
                        new StoreContext(environment, cursor),
                        settings.cacheMaxBytes())));
        try {
            this.transaction = new TaskTransaction(resources, context.stores(), this, events);
            this.graph = new ProcessorGraph(
                    definition.subTopology(),
                    context,
                    new SafeOutput(transaction),
                    new OutputTopics(partitionCount),
                    settings.defaultExtractor());
            this.queues = new InputQueues(
                    definition.inputs().entrySet().stream()
                            .map(source -> new InputQueue(source.getKey(), graph.source(source.getValue())))
                            .toList(),
                    settings.maxIdleMs());
            this.startOffsets = new StartOffsets(resources.log().topics(), definition.offsetResets());
            this.lost = new LostInputs(id(), queues, startOffsets, input);
        } catch (RuntimeException e) {
            context.stores().close();
            throw e;
        }
        this.owner = new Owner("task " + id());
    }

    private enum Phase {
        /** Processes, or gets ready to. Ended by a failure or a request to close. */
        RUNNING,
        /** Its transaction was taken back and somebody has to decide. Ended by {@link #resume} or a request to close. */
        FAILED,
        /** Commits what is open, then closes. */
        CLOSING,
        /** Holds nothing any more. */
        CLOSED
    }

    public TaskId id() {
        return context.environment().taskId();
    }

    @Override
    public Set<TopicPartition> inputs() {
        return queues.all().stream().map(InputQueue::partition).collect(Collectors.toUnmodifiableSet());
    }

    /** Takes over what was read of one of its partitions. */
    public void add(FetchedRecords fetched) {
        owner.check();
        queues.add(fetched);
    }

    /** Returns whether records of a partition are wanted now: the task processes, and not too many of them wait already. */
    public boolean wants(TopicPartition partition) {
        return started
                && phase == Phase.RUNNING
                && !lost.contains(partition)
                && queues.queue(partition).size() < settings.maxBufferedRecords();
    }

    /**
     * Does a bounded amount of work.
     *
     * @param nowMs a clock that never goes back, in milliseconds
     * @return whether anything was done
     */
    public boolean step(long nowMs) {
        owner.check();
        try {
            return switch (phase) {
                case RUNNING -> run(nowMs);
                case FAILED, CLOSED -> false;
                case CLOSING -> goOnClosing();
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
        if (transaction.isIdle() && nowMs < transaction.notBeforeMs()) {
            return false;
        }
        if (endIfDue(nowMs)) {
            return true;
        }
        lost.settle();
        commitStartOffsets(nowMs);
        boolean punctuated = punctuateWallClock(nowMs);
        boolean worked = process(nowMs) || punctuated;
        return endIfDue(context.environment().monotonicMs()) || worked;
    }

    /** Commits what is due, and takes back what has become too old for the log. */
    private boolean endIfDue(long nowMs) {
        if (transaction.openForMs(nowMs) >= settings.transactionTimeoutMs()) {
            transaction.failed(tooOld(nowMs), nowMs);
            return true;
        }
        if (isCommitDue(nowMs)) {
            transaction.commit();
            clearInterrupt();
            return true;
        }
        return false;
    }

    /** Where the log ended at the first start is committed at once: another start must not choose anew and skip records. */
    private void commitStartOffsets(long nowMs) {
        if (commitsStart) {
            commitsStart = false;
            transaction.open(nowMs);
            context.requestCommit();
        }
    }

    /** A processor that was interrupted has no say over the worker's thread: nothing of the engine waits for an interrupt. */
    private void clearInterrupt() {
        if (Thread.interrupted()) {
            LOG.warn(
                    "task {}: a processor left the thread interrupted, which is cleared; close the application instead",
                    id());
        }
    }

    private TimeoutException tooOld(long nowMs) {
        return new TimeoutException("the transaction is open for " + transaction.openForMs(nowMs)
                + " ms, longer than transaction.timeout.ms=" + settings.transactionTimeoutMs()
                + "; raise producer.transaction.timeout.ms or make the processors faster");
    }

    /** Returns whether the task was ready to process at least once: its stores are restored. */
    public boolean isStarted() {
        return started;
    }

    private boolean isCommitDue(long nowMs) {
        boolean requested = context.takeCommitRequest();
        if (transaction.isIdle()) {
            return false;
        }
        return requested
                || transaction.openForMs(nowMs) >= settings.commitIntervalMs()
                || (settings.uncommittedMaxBytes() >= 0
                        && context.stores().uncommittedBytes() > settings.uncommittedMaxBytes());
    }

    /** Processes records until the step is long enough, or a commit is wanted: some processors take long for one record. */
    private boolean process(long nowMs) {
        long endMs = nowMs + Math.min(MAX_STEP_MS, settings.commitIntervalMs());
        int processed = 0;
        while (processed < RECORDS_PER_STEP && queues.mayProcess(nowMs, lag)) {
            InputQueue queue = queues.earliest();
            if (queue == null) {
                break;
            }
            process(queue, nowMs);
            processed++;
            if (context.isCommitRequested() || context.environment().monotonicMs() >= endMs) {
                break;
            }
        }
        records += processed;
        return processed > 0;
    }

    private void process(InputQueue queue, long nowMs) {
        InputRecord next = queue.take();
        transaction.open(nowMs);
        context.cursor().enterRecord(queue.partition(), next.raw());
        context.cursor().timestamp(next.record().timestamp());
        context.time().advance(next.record().timestamp());
        queue.source().process(next.record());
        clearInterrupt();
        long streamTime = context.time().streamTime();
        if (context.punctuations().isStreamTimeDue(streamTime)) {
            context.punctuations().punctuate(PunctuationType.STREAM_TIME, streamTime, this::punctuate);
        }
    }

    private boolean punctuateWallClock(long nowMs) {
        long wallClockMs = context.environment().clock().nowMs();
        if (!context.punctuations().isWallClockDue(wallClockMs)) {
            return false;
        }
        transaction.open(nowMs);
        context.punctuations().punctuate(PunctuationType.WALL_CLOCK_TIME, wallClockMs, this::punctuate);
        return true;
    }

    private void punctuate(GraphNode node, Punctuator punctuator, long time) {
        context.cursor().enterWithoutRecord(time);
        context.cursor().moveTo(node);
        punctuator.punctuate(time);
        clearInterrupt();
        context.cursor().moveTo(null);
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
        try {
            if (call != null) {
                transaction.failed(call.failure(), nowMs);
            } else if (error instanceof TransactionFailedException hopeless) {
                suspend(new TaskFailure(id(), "", hopeless));
            } else {
                TaskFailure fault = error instanceof TaskFailure known
                        ? known
                        : new TaskFailure(id(), context.cursor().describe(), error);
                suspend(fault);
                transaction.abort(fault);
            }
        } catch (TransactionFailedException hopeless) {
            suspend(new TaskFailure(id(), "", hopeless));
        } catch (RuntimeException e) {
            // taking back failed as well: the transaction begins from the start when the task goes on
            e.addSuppressed(error);
            suspend(new TaskFailure(id(), context.cursor().describe(), e));
        }
    }

    private void suspend(TaskFailure fault) {
        failure = fault;
        if (phase == Phase.RUNNING) {
            phase = Phase.FAILED;
        }
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
        if (phase == Phase.RUNNING || phase == Phase.FAILED) {
            phase = Phase.CLOSING;
        }
    }

    public boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    private boolean goOnClosing() {
        if (transaction.isEnding()) {
            return false;
        }
        if (transaction.isReady() && !transaction.isIdle() && failure == null) {
            transaction.commit();
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
        try {
            graph.close();
        } finally {
            try {
                transaction.close();
            } finally {
                context.stores().close();
            }
        }
        owner.release();
    }

    /** Returns how the task stands, for other threads. */
    public TaskStatus status() {
        Map<TopicPartition, Long> consumed = new HashMap<>();
        boolean settled = transaction.isIdle() && phase == Phase.RUNNING;
        for (InputQueue queue : queues.all()) {
            consumed.put(queue.partition(), queue.consumedOffset());
            settled &= queue.size() == 0;
        }
        String state = phase == Phase.RUNNING ? transaction.stateName() : phase.name();
        return new TaskStatus(state, records, transaction.counters(), consumed, settled);
    }

    /** Returns the offsets before which everything is committed, by input partition. */
    public Map<TopicPartition, Long> committedOffsets() {
        owner.check();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        transaction.committed().forEach((partition, offset) -> offsets.put(partition, offset.offset()));
        return offsets;
    }

    /** Returns when the task has something to do even without new data; the clock is that of {@link #step}. */
    public long nextDeadlineMs(long nowMs) {
        if (phase == Phase.FAILED || phase == Phase.CLOSED) {
            return Long.MAX_VALUE;
        }
        if (transaction.isEnding()) {
            return Long.MAX_VALUE; // its answer is a message
        }
        if (phase == Phase.CLOSING || !transaction.isReady()) {
            return Math.max(nowMs + 1, resumeAtMs);
        }
        long commitAt = transaction.isIdle()
                ? Long.MAX_VALUE
                : nowMs + Math.max(0, settings.commitIntervalMs() - transaction.openForMs(nowMs));
        long punctuateAt = context.punctuations().nextWallClockMs();
        if (punctuateAt != Long.MAX_VALUE) {
            punctuateAt = nowMs
                    + Math.max(0, punctuateAt - context.environment().clock().nowMs());
        }
        return Math.min(commitAt, punctuateAt);
    }

    @Override
    public void emitPending() {
        graph.emitPending();
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> consumedOffsets() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (InputQueue queue : queues.all()) {
            offsets.put(
                    queue.partition(),
                    new OffsetAndMetadata(queue.consumedOffset(), CommittedTime.encode(queue.partitionTime())));
        }
        return offsets;
    }

    @Override
    public void committed() {
        context.punctuations().commit();
    }

    @Override
    public void closeProcessors() {
        graph.close();
    }

    @Override
    public void rewind(Map<TopicPartition, OffsetAndMetadata> committed) {
        context.time().restart();
        lost.clear();
        for (InputQueue queue : queues.all()) {
            OffsetAndMetadata position = committed.get(queue.partition());
            long offset = position == null ? startOffsets.of(queue.partition()) : position.offset();
            long partitionTime = position == null ? CommittedTime.UNKNOWN : CommittedTime.decode(position.metadata());
            queue.reset(offset, partitionTime);
            context.time().advance(partitionTime);
            input.seek(queue.partition(), offset);
            commitsStart |= position == null && startOffsets.isMoving(queue.partition());
        }
        graph.init();
        started = true;
    }

    /**
     * An input offset is not on the log any more. The task goes on elsewhere if the source says where, when it has processed what
     * was fetched before; else it fails.
     *
     * @param offset what was to be read
     */
    public void inputLost(TopicPartition partition, long offset) {
        owner.check();
        lost.add(partition, offset);
    }
}
