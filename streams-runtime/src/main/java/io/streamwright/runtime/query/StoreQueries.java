package io.streamwright.runtime.query;

import io.streamwright.StoreQueryParameters;
import io.streamwright.assign.PlannedTask;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.errors.InvalidStateStorePartitionException;
import io.streamwright.errors.StateStoreMigratedException;
import io.streamwright.errors.StreamsRebalancingException;
import io.streamwright.errors.StreamsStoppedException;
import io.streamwright.errors.UnknownStateStoreException;
import io.streamwright.processor.StateStore;
import io.streamwright.query.FailureReason;
import io.streamwright.query.PositionBound;
import io.streamwright.query.QueryConfig;
import io.streamwright.query.QueryResult;
import io.streamwright.query.StateQueryRequest;
import io.streamwright.query.StateQueryResult;
import io.streamwright.state.QueryableStoreType;
import io.streamwright.store.view.TaskView;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.StoreNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * Finds the stores that a question is about, or says why there is no answer.
 *
 * <p>Thread-safe: what it finds out once stays true.
 */
public final class StoreQueries {
    private final Blueprint program;
    private final LocalTasks tasks;
    private final AppStanding standing;
    private final String owner;
    /** A store of each name that is not open: it shows of what kind they are. */
    private final Map<String, StateStore> examples = new ConcurrentHashMap<>();

    /**
     * Makes them for an application.
     *
     * @param program what it runs
     * @param tasks its tasks
     * @param standing where it stands
     * @param owner how others reach this instance, for messages
     */
    public StoreQueries(Blueprint program, LocalTasks tasks, AppStanding standing, String owner) {
        this.program = program;
        this.tasks = tasks;
        this.standing = standing;
        this.owner = owner;
    }

    /** Answers {@code StreamsApp.store}. */
    public <T> T store(StoreQueryParameters<T> wanted) {
        requireRunning(wanted.storeName());
        StateStore example = example(wanted.storeName());
        QueryableStoreType<T> type = wanted.queryableStoreType();
        if (!type.accepts(example)) {
            throw new InvalidStateStoreException("store " + wanted.storeName() + " is a "
                    + example.getClass().getSimpleName() + ", which " + type
                    + " does not accept: take the QueryableStoreTypes method for its kind");
        }
        if (tasks.planned().isPresent() && !isGlobal(wanted.storeName())) {
            ownTasksOf(wanted.storeName(), wanted.partition());
        }
        return type.create(new LiveStores(this, wanted), wanted.storeName());
    }

    /**
     * Answers {@code StreamsApp.query}.
     *
     * @throws StreamsRebalancingException if all partitions are asked and it is not known yet which there are
     */
    public <R> StateQueryResult<R> query(StateQueryRequest<R> request) {
        String store = request.getStoreName();
        example(store);
        requireRunning(store);
        StateQueryResult<R> results = new StateQueryResult<>();
        if (isGlobal(store)) {
            results.setGlobalResult(QueryResult.forFailure(
                    FailureReason.UNKNOWN_QUERY_TYPE,
                    "store " + store + " is a global store, which no query can be asked: read it by StreamsApp.store"));
            return results;
        }
        if (request.isAllPartitions()) {
            ownTasksOf(store, null).forEach(task -> results.addResult(task.id().partition(), ask(task, request)));
            return results;
        }
        for (int partition : request.getPartitions()) {
            results.addResult(partition, ask(partition, request));
        }
        return results;
    }

    private <R> QueryResult<R> ask(int partition, StateQueryRequest<R> request) {
        try {
            if (isElsewhere(request.getStoreName(), partition)) {
                return QueryResult.forFailure(FailureReason.NOT_PRESENT, elsewhere(request.getStoreName(), partition));
            }
            return ask(ownTasksOf(request.getStoreName(), partition).get(0), request);
        } catch (StreamsRebalancingException e) {
            return QueryResult.forFailure(FailureReason.NOT_PRESENT, messageOf(e));
        } catch (InvalidStateStorePartitionException e) {
            return QueryResult.forFailure(FailureReason.DOES_NOT_EXIST, messageOf(e));
        }
    }

    private <R> QueryResult<R> ask(PlannedTask task, StateQueryRequest<R> request) {
        String store = request.getStoreName();
        Optional<TaskView> view = tasks.view(task.id());
        if (view.isEmpty()) {
            return QueryResult.forFailure(FailureReason.NOT_PRESENT, messageOf(notOpen(task, store)));
        }
        PositionBound bound = request.isRequireActive() ? PositionBound.unbounded() : request.getPositionBound();
        QueryConfig config = new QueryConfig(
                request.executionInfoEnabled(), request.isolationLevel().orElse(IsolationLevel.READ_COMMITTED));
        try {
            return view.get()
                    .<QueryResult<R>>ask(store, false, asked -> asked.query(request.getQuery(), bound, config))
                    .value();
        } catch (StreamsRebalancingException e) {
            return QueryResult.forFailure(FailureReason.NOT_ACTIVE, messageOf(e));
        } catch (StateStoreMigratedException e) {
            return QueryResult.forFailure(FailureReason.NOT_PRESENT, messageOf(e));
        }
    }

    private static String messageOf(InvalidStateStoreException cause) {
        return String.valueOf(cause.getMessage());
    }

    /**
     * Throws unless the application runs.
     *
     * @throws io.streamwright.errors.StreamsNotStartedException if it was not started
     * @throws StreamsStoppedException if it is closing or closed
     */
    void requireRunning(String store) {
        standing.requireStarted("store " + store);
        if (standing.hasEnded()) {
            throw new StreamsStoppedException("store " + store + " cannot be read any more: " + standing.describe());
        }
    }

    /** Returns a store of that name that is not open. */
    StateStore example(String store) {
        return examples.computeIfAbsent(store, any -> required(store).builder().build());
    }

    /** Returns a store of the program. */
    StoreNode required(String store) {
        StoreNode node = program.stores().get(store);
        if (node == null) {
            throw new UnknownStateStoreException("the topology has no store " + store + "; it has "
                    + new TreeSet<>(program.stores().keySet()));
        }
        return node;
    }

    /**
     * Returns the tasks that have a store, on whatever instance, by partition.
     *
     * @throws StreamsRebalancingException if they are not known yet
     */
    List<PlannedTask> tasksOf(String store) {
        return having(store, tasks.planned());
    }

    private List<PlannedTask> having(String store, Optional<List<PlannedTask>> all) {
        return all
                .orElseThrow(() -> new StreamsRebalancingException(
                        "store " + store + " is not assigned yet, ask again: " + standing.describe()))
                .stream()
                .filter(task -> task.subTopology().stores().contains(store))
                .toList();
    }

    /**
     * Returns the tasks of this instance that have a store, by partition.
     *
     * @param partition null: all
     * @throws StreamsRebalancingException if that is not known yet
     * @throws InvalidStateStorePartitionException if there is no such partition, or another instance has it
     */
    private List<PlannedTask> ownTasksOf(String store, @Nullable Integer partition) {
        List<PlannedTask> own = having(store, tasks.own());
        if (partition == null) {
            return own;
        }
        List<PlannedTask> asked =
                own.stream().filter(task -> task.id().partition() == partition).toList();
        if (asked.isEmpty()) {
            throw new InvalidStateStorePartitionException(
                    isElsewhere(store, partition) ? elsewhere(store, partition) : noSuch(store, partition));
        }
        return asked;
    }

    private String noSuch(String store, int partition) {
        int count = tasksOf(store).size();
        String owned = ownTasksOf(store, null).size() == count ? ", and all are owned by " + owner : "";
        return "store " + store + " has no partition " + partition + "; it has " + count + ", from 0 on" + owned;
    }

    private boolean isElsewhere(String store, int partition) {
        return tasksOf(store).stream().anyMatch(task -> task.id().partition() == partition)
                && ownTasksOf(store, null).stream().noneMatch(task -> task.id().partition() == partition);
    }

    private static String elsewhere(String store, int partition) {
        return "partition " + partition + " of store " + store
                + " is owned by another instance: StreamsApp.queryMetadataForKey says which";
    }

    /**
     * Returns what a task shows.
     *
     * @throws StreamsRebalancingException if it is not open
     */
    TaskView open(PlannedTask task, String store) {
        return tasks.view(task.id()).orElseThrow(() -> {
            requireRunning(store);
            return notOpen(task, store);
        });
    }

    private StreamsRebalancingException notOpen(PlannedTask task, String store) {
        return new StreamsRebalancingException("store " + store + " of task " + task.id()
                + " is not open, as the task is moving to a worker: ask again. " + standing.describe());
    }

    /** Returns whether every instance has all of a store, whatever the partition. */
    boolean isGlobal(String store) {
        return program.globals().stream().anyMatch(part -> part.stores().contains(store));
    }

    /** Returns what the tasks show that have a store, by partition; of a global store, the one view that there is. */
    List<TaskView> views(String store, @Nullable Integer partition) {
        requireRunning(store);
        if (isGlobal(store)) {
            return List.of(tasks.globals()
                    .orElseThrow(() -> new StreamsRebalancingException(
                            "global store " + store + " is not open yet, ask again: " + standing.describe())));
        }
        List<TaskView> views = new ArrayList<>();
        for (PlannedTask task : ownTasksOf(store, partition)) {
            views.add(open(task, store));
        }
        return views;
    }
}
