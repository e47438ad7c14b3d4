package io.streamwright.task;

import io.streamwright.processor.StateStore;
import io.streamwright.processor.TransactionId;
import io.streamwright.store.TaskStores;
import io.streamwright.task.fault.FaultContext;
import io.streamwright.task.input.TaskTime;
import io.streamwright.topology.SubTopology;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes of one task share while they run.
 *
 * <p>Owner: the task.
 */
final class TaskContext {
    private final TaskEnvironment environment;
    private final Cursor cursor = new Cursor();
    private final TaskStores stores;
    private final SubTopology program;
    private final TaskTime time = new TaskTime();
    private final Punctuations punctuations = new Punctuations();
    private final TaskDefinition.GlobalStores globals;
    private final Map<String, Optional<StateStore>> readGlobals = new HashMap<>();
    private boolean commitRequested;
    private long dropped;
    private @Nullable TransactionId transactionId;

    /**
     * Makes the context.
     *
     * @param environment the application around the task
     * @param program the part of the program that the task runs
     * @param globals the application's global stores
     * @param openStores opens the stores, which ask the cursor for the time of the record at work
     */
    TaskContext(
            TaskEnvironment environment,
            SubTopology program,
            TaskDefinition.GlobalStores globals,
            Function<Cursor, TaskStores> openStores) {
        this.environment = environment;
        this.program = program;
        this.globals = globals;
        this.stores = openStores.apply(cursor);
    }

    TaskEnvironment environment() {
        return environment;
    }

    Cursor cursor() {
        return cursor;
    }

    TaskTime time() {
        return time;
    }

    Punctuations punctuations() {
        return punctuations;
    }

    TaskStores stores() {
        return stores;
    }

    StateStore store(String name) {
        return stores.store(name);
    }

    /** Returns what the task sees of a global store; empty if there is none of that name. */
    Optional<StateStore> globalStore(String name) {
        return readGlobals.computeIfAbsent(name, any -> globals.readOnly(name, new StoreContext(environment, cursor)));
    }

    void requestCommit() {
        commitRequested = true;
    }

    void countDropped() {
        dropped++;
    }

    /** Returns how many records operators left aside, aborted ones included. */
    long dropped() {
        return dropped;
    }

    /** Returns where the task stands, for a handler of faults. */
    FaultContext faultContext(GraphNode node) {
        return new FaultContext(
                environment.taskId(),
                node.name(),
                program.label(node.name()),
                cursor.inputTimestamp(),
                cursor.partition(),
                cursor.raw());
    }

    /** Returns where the work stands, in words for messages. */
    String whereabouts() {
        return cursor.describe(program::label);
    }

    /**
     * The next transaction begins.
     *
     * @param startOffsets by input partition, the first offset that is not committed
     */
    void transactionBeginsAt(Map<TopicPartition, Long> startOffsets) {
        transactionId = new TransactionId(environment.taskId(), startOffsets);
    }

    TransactionId transactionId() {
        TransactionId known = transactionId;
        if (known == null) {
            throw new IllegalStateException("task " + environment.taskId() + " has no transaction before it is opened");
        }
        return known;
    }

    /** Returns the date of work that no record causes: stream time, or the wall clock before there is any. */
    long workTimeMs() {
        return time.streamTime() == TaskTime.UNKNOWN ? environment.clock().nowMs() : time.streamTime();
    }

    boolean isCommitRequested() {
        return commitRequested;
    }

    /** Returns whether a processor asked for a commit since the last call. */
    boolean takeCommitRequest() {
        boolean requested = commitRequested;
        commitRequested = false;
        return requested;
    }
}
