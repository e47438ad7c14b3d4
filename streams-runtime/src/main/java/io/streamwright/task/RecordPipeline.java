package io.streamwright.task;

import io.streamwright.errors.StreamsException;
import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogTopics;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.Punctuator;
import io.streamwright.processor.StateStore;
import io.streamwright.store.TaskStores;
import io.streamwright.store.TaskStoresOptions;
import io.streamwright.store.view.TaskView;
import io.streamwright.task.fault.FaultCounts;
import io.streamwright.task.fault.RecordFaults;
import io.streamwright.task.input.CommittedTime;
import io.streamwright.task.input.InputQueue;
import io.streamwright.task.input.InputQueues;
import io.streamwright.task.input.InputRecord;
import io.streamwright.task.input.LostInputs;
import io.streamwright.task.input.StartOffsets;
import io.streamwright.task.input.TaskInput;
import io.streamwright.task.output.Output;
import io.streamwright.task.output.TransactionOutput;
import io.streamwright.transaction.LogCallFailedException;
import io.streamwright.transaction.TaskTransaction;
import io.streamwright.transaction.TransactionParticipant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what was read of a task's inputs through its processors, in the order of time.
 *
 * <p>All of it belongs to the task's transaction: it can be committed, or taken back to the last commit.
 *
 * <p>Owner: the task.
 */
final class RecordPipeline implements TransactionParticipant {
    /** How many records are processed before the worker looks after its other tasks. */
    static final int RECORDS_PER_STEP = 1_000;

    /** The same in time, for processors that take long. */
    static final long MAX_STEP_MS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(RecordPipeline.class);

    private final TaskContext context;
    private final TaskTransaction transaction;
    private final RecordFaults faults;
    private final ProcessorGraph graph;
    private final InputQueues queues;
    private final StartOffsets startOffsets;
    private final LostInputs lost;
    private final TaskInput input;
    private final Function<TopicPartition, OptionalLong> lag;
    private final PoisonSearch search;
    private final List<StoreFeed> restoringFeeds;
    private @Nullable RuntimeException restoreFailure;
    private long records;
    private boolean commitsStart;

    /**
     * Opens the stores, builds the graph and makes the transaction that it writes to.
     *
     * @param definition what runs on which partitions
     * @param environment what processors are told
     * @param settings the task's limits
     * @param input the reader that feeds it
     * @param topics says where partitions begin and end
     * @param transactions makes the transaction over the stores
     * @param partitionCount returns how many partitions an output topic has, which may create it
     */
    RecordPipeline(
            TaskDefinition definition,
            TaskEnvironment environment,
            TaskSettings settings,
            TaskInput input,
            LogTopics topics,
            BiFunction<TaskStores, TransactionParticipant, TaskTransaction> transactions,
            ToIntFunction<String> partitionCount) {
        this.input = input;
        this.lag = input::lag;
        this.search = new PoisonSearch(environment.taskId());
        this.context = new TaskContext(
                environment,
                definition.subTopology(),
                definition.globals(),
                cursor -> TaskStores.open(new TaskStoresOptions(
                        environment.taskId(),
                        environment.stateDirectory().toPath(),
                        definition.stores(),
                        cursor,
                        new StoreContext(environment, cursor),
                        settings.cacheMaxBytes())));
        try {
            this.transaction = transactions.apply(context.stores(), this);
            Output output = new TransactionOutput(transaction::append, partitionCount);
            this.faults = new RecordFaults(settings.handlers(), output);
            this.graph =
                    new ProcessorGraph(definition.subTopology(), context, output, faults, settings.defaultExtractor());
            this.restoringFeeds = restoringFeeds(definition, settings);
            this.queues = new InputQueues(
                    definition.inputs().entrySet().stream()
                            .map(source -> new InputQueue(source.getKey(), graph.source(source.getValue())))
                            .toList(),
                    settings.maxIdleMs());
            this.startOffsets = new StartOffsets(topics, definition.offsetResets());
            this.lost = new LostInputs(environment.taskId(), queues, startOffsets, input);
        } catch (RuntimeException e) {
            context.stores().close();
            throw e;
        }
    }

    /** Has stores restored through the processors that keep them, where the program says so. */
    private List<StoreFeed> restoringFeeds(TaskDefinition definition, TaskSettings settings) {
        List<StoreFeed> feeds = new ArrayList<>();
        definition.restoredThrough().forEach((store, keeper) -> {
            StoreFeed feed = new StoreFeed(
                    definition.subTopology().keeping(keeper),
                    context,
                    settings.handlers(),
                    settings.defaultExtractor());
            feeds.add(feed);
            context.stores().restoreThrough(store, fetched -> restore(feed, fetched));
        });
        return feeds;
    }

    private void restore(StoreFeed feed, FetchedRecords fetched) {
        try {
            feed.processAll(fetched);
        } catch (RuntimeException e) {
            restoreFailure = e;
            throw e;
        }
    }

    @Override
    public boolean hasFailed(RuntimeException failure) {
        return failure == restoreFailure && LogCallFailedException.in(failure) == null;
    }

    /** Writes dead letters, each of which must be taken. */
    void write(List<ProducerRecord<byte[], byte[]>> letters) {
        faults.write(letters);
    }

    TaskTransaction transaction() {
        return transaction;
    }

    /** Returns whether a processor asked for a commit since the last call. */
    boolean takeCommitRequest() {
        return context.takeCommitRequest();
    }

    void requestCommit() {
        context.requestCommit();
    }

    Map<String, StateStore> stores() {
        return context.stores().all();
    }

    TaskView view() {
        return context.stores().view();
    }

    /** Returns whether the transaction is to be committed before it takes another record. */
    boolean isTransactionFull() {
        return search.isFull();
    }

    /** Returns how much the stores hold uncommitted. */
    long uncommittedBytes() {
        return context.stores().uncommittedBytes();
    }

    /** Returns how many records were processed, aborted ones included. */
    long records() {
        return records;
    }

    /** Returns how many records operators left aside, aborted ones included. */
    long dropped() {
        return context.dropped();
    }

    /** Returns which records failed, aborted ones included. */
    FaultCounts faults() {
        return faults.counts();
    }

    /** Returns what is being worked on, in words for messages. */
    String whereabouts() {
        return context.whereabouts();
    }

    void add(FetchedRecords fetched) {
        queues.add(fetched);
    }

    /** Returns how many records of a partition wait. */
    int waiting(TopicPartition partition) {
        return queues.queue(partition).size();
    }

    /** Returns whether no record waits. */
    boolean isDrained() {
        return queues.all().stream().allMatch(queue -> queue.size() == 0);
    }

    /** Returns the offset before which everything is processed, by input partition. */
    Map<TopicPartition, Long> consumed() {
        Map<TopicPartition, Long> consumed = new HashMap<>();
        queues.all().forEach(queue -> consumed.put(queue.partition(), queue.consumedOffset()));
        return consumed;
    }

    /** The log does not hold the next offset of a partition any more. */
    void inputLost(TopicPartition partition, long offset) {
        lost.add(partition, offset);
    }

    boolean isLost(TopicPartition partition) {
        return lost.contains(partition);
    }

    /**
     * Does what is to be done before new records: passes gaps in the inputs, and commits where the log ended at the first start, as
     * another start must not choose anew and skip records.
     */
    void prepareInputs(long nowMs) {
        lost.settle();
        if (commitsStart) {
            transaction.open(nowMs);
            commitsStart = false;
            context.requestCommit();
        }
    }

    /**
     * Processes records until the step is long enough, or a commit is wanted: some processors take long for one record.
     *
     * @param commitIntervalMs after which a commit is due
     * @return whether there was one
     */
    boolean process(long nowMs, long commitIntervalMs) {
        long endMs = nowMs + Math.min(MAX_STEP_MS, commitIntervalMs);
        int processed = 0;
        while (processed < RECORDS_PER_STEP && !search.isFull() && queues.mayProcess(nowMs, lag)) {
            // already to look for a record: one that is skipped, and its dead letter, belong to the transaction as well
            transaction.open(nowMs);
            InputQueue queue = queues.earliest();
            if (queue == null) {
                break;
            }
            process(queue);
            processed++;
            if (context.isCommitRequested() || context.environment().monotonicMs() >= endMs) {
                break;
            }
        }
        records += processed;
        return processed > 0;
    }

    private void process(InputQueue queue) {
        InputRecord next = queue.take();
        context.cursor()
                .enterRecord(queue.partition(), next.raw(), next.record().timestamp());
        context.time().advance(next.record().timestamp());
        search.taken();
        Exception verdict = search.takeVerdict();
        if (verdict == null) {
            queue.source().process(next.record());
        } else {
            queue.source().condemn(next.record(), verdict);
        }
        faults.check();
        clearInterrupt();
        long streamTime = context.time().streamTime();
        if (context.punctuations().isStreamTimeDue(streamTime)) {
            context.punctuations().punctuate(PunctuationType.STREAM_TIME, streamTime, this::punctuate);
        }
    }

    /** Runs the wall-clock punctuations that are due, and returns whether there was one. */
    boolean punctuateWallClock(long nowMs) {
        long wallClockMs = context.environment().clock().nowMs();
        if (!context.punctuations().isWallClockDue(wallClockMs)) {
            return false;
        }
        transaction.open(nowMs);
        context.punctuations().punctuate(PunctuationType.WALL_CLOCK_TIME, wallClockMs, this::punctuate);
        return true;
    }

    /** Returns in how many milliseconds the next wall-clock punctuation is due; {@link Long#MAX_VALUE} if there is none. */
    long untilPunctuationMs() {
        long dueMs = context.punctuations().nextWallClockMs();
        return dueMs == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : Math.max(0, dueMs - context.environment().clock().nowMs());
    }

    private void punctuate(GraphNode node, Punctuator punctuator, long time) {
        context.cursor().enterWithoutRecord(time);
        context.cursor().moveTo(node);
        try {
            punctuator.punctuate(time);
        } catch (Exception e) { // also checked ones, which other languages throw undeclared
            faults.unprocessed(context.faultContext(node), null, e);
        }
        faults.check();
        clearInterrupt();
        context.cursor().moveTo(null);
    }

    /** A processor that was interrupted has no say over the worker's thread: nothing of the engine waits for an interrupt. */
    private void clearInterrupt() {
        if (Thread.interrupted()) {
            LOG.warn(
                    "task {}: a processor left the thread interrupted, which is cleared; close the application instead",
                    context.environment().taskId());
        }
    }

    @Override
    public Set<TopicPartition> inputs() {
        return queues.all().stream().map(InputQueue::partition).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void emitPending() {
        graph.emitPending();
        faults.check();
        clearInterrupt();
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
    public boolean narrow(Throwable cause) {
        return search.refused(cause);
    }

    @Override
    public void committed() {
        context.punctuations().commit();
        search.committed();
        faults.committed();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        transaction.committed().forEach((partition, position) -> offsets.put(partition, position.offset()));
        context.transactionBeginsAt(offsets);
    }

    @Override
    public void closeProcessors() {
        restoringFeeds.forEach(StoreFeed::close);
        graph.close();
    }

    @Override
    public void rewind(Map<TopicPartition, OffsetAndMetadata> committed) {
        search.rewound();
        faults.rewound();
        restoringFeeds.forEach(StoreFeed::close); // all is restored
        context.time().restart();
        lost.clear();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (InputQueue queue : queues.all()) {
            OffsetAndMetadata position = committed.get(queue.partition());
            long offset = position == null ? startOffset(queue.partition()) : position.offset();
            long partitionTime = position == null ? CommittedTime.UNKNOWN : CommittedTime.decode(position.metadata());
            queue.reset(offset, partitionTime);
            offsets.put(queue.partition(), offset);
            context.time().advance(partitionTime);
            input.seek(queue.partition(), offset);
            commitsStart |= position == null && startOffsets.isMoving(queue.partition());
        }
        context.transactionBeginsAt(offsets);
        graph.init();
    }

    private long startOffset(TopicPartition partition) {
        try {
            return startOffsets.of(partition);
        } catch (StreamsException e) {
            throw e; // what the program asks for cannot be done
        } catch (KafkaException e) {
            throw LogCallFailedException.beforeReading(e);
        }
    }

    /** Closes processors, transaction and stores; the first failure is thrown when all are closed. */
    void close() {
        try {
            closeProcessors();
        } finally {
            try {
                transaction.close();
            } finally {
                context.stores().close();
            }
        }
    }
}
