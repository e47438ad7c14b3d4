package io.streamwright.placement;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.KafkaStreamsState;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignmentUtils.MoveStandbyTaskPredicate;
import io.streamwright.processor.assignment.TaskInfo;
import io.streamwright.processor.assignment.TaskTopicPartition;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds standbys to assignments: never beside the task itself, apart from each other by tags where tags are configured (KIP-708), and
 * on the least busy processes.
 *
 * <p>Owner: the assignor that made it.
 */
public final class StandbyPlacement {
    private static final Logger LOG = LoggerFactory.getLogger(StandbyPlacement.class);

    private final ApplicationState application;
    private final Map<ProcessId, KafkaStreamsState> processes;
    private final Map<ProcessId, KafkaStreamsAssignment> assignments;
    private final ProcessLoads loads;
    private final Affinity affinity;

    /**
     * Places by load and tags alone.
     *
     * @param application the tasks and the processes
     * @param assignments what each process runs; standbys are added, and so are processes that have none
     */
    public StandbyPlacement(ApplicationState application, Map<ProcessId, KafkaStreamsAssignment> assignments) {
        this(application, assignments, loadsOf(application, assignments), (task, process) -> 0);
    }

    /**
     * Places where there is something of the task before it looks at the load.
     *
     * @param loads how busy the processes are; standbys are counted
     * @param affinity says which processes are to be preferred
     */
    public StandbyPlacement(
            ApplicationState application,
            Map<ProcessId, KafkaStreamsAssignment> assignments,
            ProcessLoads loads,
            Affinity affinity) {
        this.application = application;
        this.processes = application.kafkaStreamsStates(false);
        this.assignments = assignments;
        this.loads = loads;
        this.affinity = affinity;
        addMissing(application, assignments);
    }

    /** Adds an assignment without tasks for each process that has none. */
    public static void addMissing(ApplicationState application, Map<ProcessId, KafkaStreamsAssignment> assignments) {
        for (ProcessId process :
                new TreeSet<>(application.kafkaStreamsStates(false).keySet())) {
            assignments.computeIfAbsent(process, id -> KafkaStreamsAssignment.of(id, Set.of()));
        }
    }

    private static ProcessLoads loadsOf(
            ApplicationState application, Map<ProcessId, KafkaStreamsAssignment> assignments) {
        ProcessLoads loads = new ProcessLoads(application.kafkaStreamsStates(false));
        assignments.forEach(
                (process, assignment) -> loads.add(process, assignment.tasks().size()));
        return loads;
    }

    /** Returns whether a standby of a task has anything to follow. */
    public static boolean hasChangelog(TaskInfo task) {
        return task.topicPartitions().stream().anyMatch(TaskTopicPartition::isChangelog);
    }

    /** Adds as many standbys of each task with a changelog as are configured, or as there are processes for. */
    public void place() {
        int wanted = application.assignmentConfigs().numStandbyReplicas();
        SortedMap<TaskId, Integer> open = new TreeMap<>();
        application.allTasks().values().stream()
                .filter(StandbyPlacement::hasChangelog)
                .forEach(task -> open.put(task.id(), wanted));
        List<String> tags = application.assignmentConfigs().rackAwareAssignmentTags();
        if (!tags.isEmpty()) {
            open.replaceAll((task, count) -> placeApart(task, count, tags));
        }
        open.forEach((task, count) -> {
            int left = placeAnywhere(task, count);
            if (!tags.isEmpty()) {
                keepNearest(task, tags);
            }
            if (left > 0) {
                LOG.warn(
                        "task {} has {} of {} standbys: there are too few processes without it",
                        task,
                        wanted - left,
                        wanted);
            }
        });
    }

    /** Returns how many could not be placed. */
    private int placeApart(TaskId task, int count, List<String> tags) {
        Optional<ProcessId> active = new TreeSet<>(assignments.keySet())
                .stream()
                        .filter(process -> has(process, task, AssignedTask.Type.ACTIVE))
                        .findFirst();
        if (active.isEmpty()) {
            return count;
        }
        TagSpread spread = new TagSpread(processes, tags);
        spread.use(active.get());
        int left = count;
        while (left > 0) {
            Optional<ProcessId> next = best(task, spread::isApart);
            if (next.isEmpty()) {
                break;
            }
            assign(task, next.get());
            spread.use(next.get());
            left--;
        }
        return left;
    }

    /** Replaces the standbys of a task by as many that have less to do to be standbys, if their tags are as different. */
    private void keepNearest(TaskId task, List<String> tags) {
        List<ProcessId> placed = loads.processes().stream()
                .filter(process -> has(process, task, AssignedTask.Type.STANDBY))
                .toList();
        List<ProcessId> nearest = loads.processes().stream()
                .filter(process -> !has(process, task, AssignedTask.Type.ACTIVE))
                .sorted(Comparator.<ProcessId>comparingLong(process -> affinity.distance(task, process))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(placed.size())
                .toList();
        if (distance(task, nearest) < distance(task, placed)
                && TagSpread.differsAsMuch(withActive(task, nearest), withActive(task, placed), tags)) {
            placed.forEach(process -> {
                assignmentOf(process).removeTask(new AssignedTask(task, AssignedTask.Type.STANDBY));
                loads.add(process, -1);
            });
            nearest.forEach(process -> assign(task, process));
        }
    }

    private long distance(TaskId task, List<ProcessId> placed) {
        return placed.stream()
                .mapToLong(process -> affinity.distance(task, process))
                .sum();
    }

    private List<KafkaStreamsState> withActive(TaskId task, List<ProcessId> standbys) {
        return loads.processes().stream()
                .filter(process -> standbys.contains(process) || has(process, task, AssignedTask.Type.ACTIVE))
                .map(this::stateOf)
                .toList();
    }

    private int placeAnywhere(TaskId task, int count) {
        int left = count;
        while (left > 0) {
            Optional<ProcessId> next = best(task, process -> true);
            if (next.isEmpty()) {
                break;
            }
            assign(task, next.get());
            left--;
        }
        return left;
    }

    /**
     * Moves standbys from busier to less busy processes, until no move makes the busier of two less busy; tags stay as different as they
     * are. A standby that loses the least by it moves first.
     *
     * @return whether one has moved
     */
    public boolean balance() {
        MoveStandbyTaskPredicate isAllowed = TagSpread.keepingDifference(application);
        boolean hasMoved = false;
        Optional<Move> move = nextMove(isAllowed);
        while (move.isPresent()) {
            Move next = move.get();
            assignmentOf(next.from).removeTask(new AssignedTask(next.task, AssignedTask.Type.STANDBY));
            loads.add(next.from, -1);
            assign(next.task, next.to);
            hasMoved = true;
            move = nextMove(isAllowed);
        }
        return hasMoved;
    }

    private record Move(TaskId task, ProcessId from, ProcessId to) {}

    /** The first move between the two that are least alike and have one. */
    private Optional<Move> nextMove(MoveStandbyTaskPredicate isAllowed) {
        List<ProcessId> byLoad =
                loads.processes().stream().sorted(loads.byLoad()).toList();
        for (int busy = byLoad.size() - 1; busy > 0; busy--) {
            ProcessId from = byLoad.get(busy);
            for (ProcessId to : byLoad) {
                if (loads.compare(from, 0, to, 1) > 0) {
                    Optional<Move> move = bestMove(from, to, isAllowed);
                    if (move.isPresent()) {
                        return move;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Move> bestMove(ProcessId from, ProcessId to, MoveStandbyTaskPredicate isAllowed) {
        return assignmentOf(from).tasks().values().stream()
                .filter(task -> task.type() == AssignedTask.Type.STANDBY)
                .map(AssignedTask::id)
                .filter(task -> !assignmentOf(to).tasks().containsKey(task))
                .filter(task -> isAllowed.canMoveStandbyTask(stateOf(from), stateOf(to), task, assignments))
                .min(Comparator.<TaskId>comparingLong(
                                task -> affinity.distance(task, to) - affinity.distance(task, from))
                        .thenComparing(Comparator.naturalOrder()))
                .map(task -> new Move(task, from, to));
    }

    private KafkaStreamsState stateOf(ProcessId process) {
        KafkaStreamsState state = processes.get(process);
        if (state == null) {
            throw new IllegalArgumentException("the application has no process " + process);
        }
        return state;
    }

    private Optional<ProcessId> best(TaskId task, Predicate<ProcessId> isAllowed) {
        return loads.processes().stream()
                .filter(process -> !assignmentOf(process).tasks().containsKey(task))
                .filter(isAllowed)
                .min(Comparator.<ProcessId>comparingLong(process -> affinity.distance(task, process))
                        .thenComparing(loads.byLoad())
                        .thenComparing(Comparator.naturalOrder()));
    }

    private void assign(TaskId task, ProcessId process) {
        assignmentOf(process).assignTask(new AssignedTask(task, AssignedTask.Type.STANDBY));
        loads.add(process, 1);
    }

    private boolean has(ProcessId process, TaskId task, AssignedTask.Type type) {
        AssignedTask assigned = assignmentOf(process).tasks().get(task);
        return assigned != null && assigned.type() == type;
    }

    private KafkaStreamsAssignment assignmentOf(ProcessId process) {
        KafkaStreamsAssignment assignment = assignments.get(process);
        if (assignment == null) {
            throw new IllegalArgumentException("the application has no process " + process);
        }
        return assignment;
    }
}
