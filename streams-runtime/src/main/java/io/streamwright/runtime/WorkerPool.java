package io.streamwright.runtime;

import io.streamwright.assign.PlannedTask;
import io.streamwright.loop.LoopThread;
import io.streamwright.processor.TaskId;
import io.streamwright.runtime.query.WorkerTasks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of a running application, of which there can be more and fewer while it runs.
 *
 * <p>A task moves by being committed and closed by one worker and opened by another; the others go on. Who gets which task is decided
 * here, in an order that all workers keep: a task that is to move on before it has come passes through.
 *
 * <p>Thread-safe: one lock for changes; the list of workers is replaced as a whole.
 */
final class WorkerPool {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);

    private final String namePrefix;
    private final BiFunction<String, List<PlannedTask>, Worker> maker;
    private final Lifecycle lifecycle;
    private final Map<TaskId, PlannedTask> tasks = new HashMap<>();
    /** Where each task is, or is on its way to. */
    private final Map<TaskId, Worker> homes = new HashMap<>();
    // Volatile: replaced under the lock, read by any.
    private volatile List<Worker> workers = List.of();
    // Volatile: as above. Those that may still have tasks to give away.
    private volatile List<Worker> retired = List.of();
    /** Those that were made and do not run yet. */
    private List<Worker> waiting = List.of();

    /**
     * Makes a pool without workers.
     *
     * @param namePrefix starts their names
     * @param maker makes a worker of that name with these tasks
     * @param lifecycle told who comes
     */
    WorkerPool(String namePrefix, BiFunction<String, List<PlannedTask>, Worker> maker, Lifecycle lifecycle) {
        this.namePrefix = namePrefix;
        this.maker = maker;
        this.lifecycle = lifecycle;
    }

    /** Makes a worker for each share; they wait for {@link #run}. */
    synchronized void make(List<List<PlannedTask>> shares) {
        List<Worker> made = new ArrayList<>();
        for (List<PlannedTask> share : shares) {
            if (!share.isEmpty()) {
                Worker worker = maker.apply(nameOf(made.size() + 1), share);
                made.add(worker);
                share.forEach(task -> {
                    tasks.put(task.id(), task);
                    homes.put(task.id(), worker);
                });
            }
        }
        workers = List.copyOf(made);
        lifecycle.workersStarting(made.stream().map(Worker::name).collect(Collectors.toUnmodifiableSet()));
        waiting = List.copyOf(made);
    }

    /** Lets the workers run that were made. */
    void run() {
        takeWaiting().forEach(WorkerPool::run);
    }

    /** Ends the workers that were made, instead of running them: the application ends before their tasks could begin. */
    void giveUp() {
        takeWaiting().forEach(Worker::giveUp);
    }

    private synchronized List<Worker> takeWaiting() {
        List<Worker> taken = waiting;
        waiting = List.of();
        return taken;
    }

    private static void run(Worker worker) {
        LoopThread.startLasting(worker.name(), worker::run);
    }

    private String nameOf(int number) {
        return namePrefix + "-worker-" + number;
    }

    /**
     * Adds a worker, which gets tasks of the others until they are spread evenly.
     *
     * @return its name; empty if the application is closing
     */
    synchronized Optional<String> add() {
        String name = freeName();
        if (!lifecycle.workerJoining(name)) {
            return Optional.empty();
        }
        Worker added;
        try {
            added = maker.apply(name, List.of());
        } catch (RuntimeException e) {
            lifecycle.workerEnded(name, null);
            throw e;
        }
        List<Worker> all = new ArrayList<>(workers);
        all.add(added);
        workers = List.copyOf(all);
        Map<TaskId, Worker> moves = evenOut(added);
        run(added);
        move(moves);
        if (!lifecycle.state().isRunningOrRebalancing()) {
            added.requestClose(); // whoever closes the application may not have seen it
        }
        LOG.info("worker {} was added and gets tasks={}", name, moves.keySet());
        return Optional.of(name);
    }

    private String freeName() {
        Set<String> taken = workers.stream().map(Worker::name).collect(Collectors.toSet());
        retired.forEach(worker -> taken.add(worker.name()));
        int number = 1;
        while (taken.contains(nameOf(number))) {
            number++;
        }
        return nameOf(number);
    }

    private Map<TaskId, Worker> evenOut(Worker added) {
        Map<TaskId, Worker> moves = new TreeMap<>();
        while (true) {
            Worker busiest = busiest(workers, moves);
            if (load(busiest, moves) - load(added, moves) <= 1) {
                return moves;
            }
            moves.put(tasksOf(busiest, moves).get(0), added);
        }
    }

    /**
     * Removes a worker, the latest one if that does not ask for it itself: its tasks go to the others.
     *
     * @return the worker, which ends when it has given its tasks away; empty if there is no other one
     */
    synchronized Optional<Worker> remove() {
        if (workers.size() < 2) {
            return Optional.empty();
        }
        Worker removed = workers.get(workers.size() - 1).isCurrent()
                ? workers.get(workers.size() - 2)
                : workers.get(workers.size() - 1);
        List<Worker> rest = workers.stream().filter(worker -> worker != removed).toList();
        Map<TaskId, Worker> moves = new TreeMap<>();
        for (TaskId task : tasksOf(removed, Map.of())) {
            moves.put(task, idlest(rest, moves));
        }
        workers = rest;
        retired = Stream.concat(retired.stream().filter(worker -> !worker.hasEnded()), Stream.of(removed))
                .toList();
        move(moves);
        removed.requestRetirement();
        LOG.info("worker {} was removed and gives away tasks={}", removed.name(), moves.keySet());
        return Optional.of(removed);
    }

    private void move(Map<TaskId, Worker> moves) {
        if (moves.isEmpty()) {
            return;
        }
        lifecycle.moving(moves.keySet().stream().map(TaskId::toString).collect(Collectors.toUnmodifiableSet()));
        moves.forEach((task, target) -> {
            Worker home = homes.put(task, target);
            if (home == null) {
                throw new IllegalStateException("task " + task + " has no worker");
            }
            home.give(task, target::take);
        });
    }

    private Worker busiest(List<Worker> all, Map<TaskId, Worker> moves) {
        return all.stream()
                .max(Comparator.comparingInt(worker -> load(worker, moves)))
                .orElseThrow();
    }

    private Worker idlest(List<Worker> all, Map<TaskId, Worker> moves) {
        return all.stream()
                .min(Comparator.comparingInt(worker -> load(worker, moves)))
                .orElseThrow();
    }

    private int load(Worker worker, Map<TaskId, Worker> moves) {
        return tasksOf(worker, moves).size();
    }

    /** Returns the tasks that a worker will have after the moves, the last ones first. */
    private List<TaskId> tasksOf(Worker worker, Map<TaskId, Worker> moves) {
        return homes.keySet().stream()
                .filter(task -> moves.getOrDefault(task, homes.get(task)) == worker)
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    /** Returns who has what, or gets it. */
    synchronized List<WorkerTasks> assignment() {
        return workers.stream()
                .map(worker -> new WorkerTasks(
                        worker.name(),
                        tasksOf(worker, Map.of()).stream().map(tasks::get).toList()))
                .toList();
    }

    boolean hasCurrentThread() {
        return all().anyMatch(Worker::isCurrent);
    }

    void requestClose() {
        all().forEach(Worker::requestClose);
    }

    void wakeup() {
        all().forEach(Worker::wakeup);
    }

    private Stream<Worker> all() {
        return Stream.concat(workers.stream(), retired.stream());
    }
}
