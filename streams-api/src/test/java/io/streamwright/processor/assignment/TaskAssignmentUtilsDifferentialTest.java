package io.streamwright.processor.assignment;

import static io.streamwright.processor.assignment.AssignmentCase.copy;
import static io.streamwright.processor.assignment.AssignmentCase.ids;
import static io.streamwright.processor.assignment.AssignmentCase.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.AssignmentCase.ProcessCase;
import io.streamwright.processor.assignment.AssignmentCase.TaskCase;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.TaskAssignmentUtils.RackAwareOptimizationParams;
import io.streamwright.processor.assignment.TaskAssignor.TaskAssignment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The steps of assignors do what those of Kafka Streams do; those that optimise are never dearer. */
class TaskAssignmentUtilsDifferentialTest {
    private static final String NONE = "none";
    private static final String MIN_TRAFFIC = "min_traffic";
    private static final String BALANCE = "balance_subtopology";

    @Property
    void identity_isTheSame(@ForAll long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application = cases.draw(24, cases.configs(1, List.of(), NONE));
        PeerApplication peer = PeerApplication.of(application);

        Map<ProcessId, KafkaStreamsAssignment> ours = TaskAssignmentUtils.identityAssignment(application);

        assertThat(text(ours))
                .isEqualTo(text(peer.ours(
                        org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils.identityAssignment(peer)
                                .values())));
    }

    @Property
    void validation_findsTheSame(@ForAll long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application = cases.draw(24, cases.configs(1, List.of(), NONE));
        PeerApplication peer = PeerApplication.of(application);
        List<KafkaStreamsAssignment> answer =
                new ArrayList<>(cases.assignments(application, cases.upTo(2)).values());
        damage(answer, application, cases);

        assertThat(TaskAssignmentUtils.validateTaskAssignment(application, new TaskAssignment(answer))
                        .name())
                .isEqualTo(org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils.validateTaskAssignment(
                                peer,
                                new org.apache.kafka.streams.processor.assignment.TaskAssignor.TaskAssignment(
                                        answer.stream().map(peer::theirs).toList()))
                        .name());
    }

    /** Does at most one thing wrong in the tasks, and perhaps one with the processes. */
    private static void damage(List<KafkaStreamsAssignment> answer, AssignmentCase application, AssignmentCases cases) {
        KafkaStreamsAssignment one = answer.get(cases.upTo(answer.size() - 1));
        TaskId any = application
                .tasks()
                .get(cases.upTo(application.tasks().size() - 1))
                .id();
        switch (cases.upTo(4)) {
            case 0 -> one.assignTask(new AssignedTask(any, AssignedTask.Type.ACTIVE));
            case 1 -> one.assignTask(new AssignedTask(any, AssignedTask.Type.STANDBY));
            case 2 -> one.assignTask(new AssignedTask(new TaskId(99, 0), AssignedTask.Type.STANDBY));
            case 3 -> one.removeTask(new AssignedTask(any, AssignedTask.Type.ACTIVE));
            default -> {}
        }
        switch (cases.upTo(3)) {
            case 0 -> answer.remove(cases.upTo(answer.size() - 1));
            case 1 -> answer.add(KafkaStreamsAssignment.of(new ProcessId(new UUID(0, 1)), Set.of()));
            default -> {}
        }
    }

    @Property
    void standbys_areTheSame(@ForAll long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        compareStandbys(cases, cases.draw(24, cases.configs(cases.upTo(3), List.of(), NONE)));
    }

    @Property
    void standbysByTags_areTheSame(@ForAll long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        List<String> tags = List.of(List.of("zone"), List.of("cluster"), List.of("zone", "cluster"))
                .get(cases.upTo(2));
        compareStandbys(cases, cases.draw(24, cases.configs(1 + cases.upTo(2), tags, NONE)));
    }

    private static void compareStandbys(AssignmentCases cases, AssignmentCase application) {
        PeerApplication peer = PeerApplication.inOrder(application);
        Map<ProcessId, KafkaStreamsAssignment> ours = cases.assignments(application, 0);
        var theirs = peer.theirs(ours);

        TaskAssignmentUtils.defaultStandbyTaskAssignment(application, ours);
        org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils.defaultStandbyTaskAssignment(peer, theirs);

        assertThat(text(ours)).isEqualTo(text(peer.ours(theirs.values())));
    }

    @Property
    void activeTasks_costTheSame(@ForAll long seed, @ForAll boolean balanced) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application = cases.draw(24, cases.configs(0, List.of(), balanced ? BALANCE : MIN_TRAFFIC));
        PeerApplication peer = PeerApplication.of(application);
        Map<ProcessId, KafkaStreamsAssignment> before = cases.assignments(application, 0);
        Map<ProcessId, KafkaStreamsAssignment> ours = copy(before);
        var theirs = peer.theirs(before);

        TaskAssignmentUtils.optimizeRackAwareActiveTasks(RackAwareOptimizationParams.of(application), ours);
        org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils.optimizeRackAwareActiveTasks(
                org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils.RackAwareOptimizationParams.of(peer),
                theirs);

        assertThat(counts(ours, AssignedTask.Type.ACTIVE)).isEqualTo(counts(before, AssignedTask.Type.ACTIVE));
        assertThat(cost(application, before, ours, AssignedTask.Type.ACTIVE))
                .isEqualTo(cost(application, before, peer.ours(theirs.values()), AssignedTask.Type.ACTIVE));
        if (balanced) {
            assertSharesOfSubtopologies(before, ours);
        } else {
            assertThat(cost(application, before, ours, AssignedTask.Type.ACTIVE))
                    .isLessThanOrEqualTo(cost(application, before, before, AssignedTask.Type.ACTIVE));
        }
    }

    @Property
    void statelessTasks_moveAlone(@ForAll long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application = cases.draw(24, cases.configs(0, List.of(), MIN_TRAFFIC));
        PeerApplication peer = PeerApplication.of(application);
        Map<ProcessId, KafkaStreamsAssignment> before = cases.assignments(application, 0);
        Map<ProcessId, KafkaStreamsAssignment> ours = copy(before);
        var theirs = peer.theirs(before);

        TaskAssignmentUtils.optimizeRackAwareActiveTasks(
                RackAwareOptimizationParams.of(application)
                        .forStatelessTasks()
                        .withTrafficCostOverride(3)
                        .withNonOverlapCostOverride(1),
                ours);
        org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils.optimizeRackAwareActiveTasks(
                org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils.RackAwareOptimizationParams.of(peer)
                        .forStatelessTasks()
                        .withTrafficCostOverride(3)
                        .withNonOverlapCostOverride(1),
                theirs);

        AssignmentCase priced = application.with(new AssignmentConfigs(0, 1, 0, 60_000, List.of(), 3, 1, MIN_TRAFFIC));
        assertThat(cost(priced, before, ours, AssignedTask.Type.ACTIVE))
                .isEqualTo(cost(priced, before, peer.ours(theirs.values()), AssignedTask.Type.ACTIVE));
        before.forEach((process, assignment) -> assignment.tasks().keySet().stream()
                .filter(task -> application.allTasks().get(task).isStateful())
                .forEach(task -> assertThat(ours.get(process).tasks()).containsKey(task)));
    }

    @Property
    void standbys_costNoMore(@ForAll long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application = cases.draw(24, cases.configs(2, List.of(), MIN_TRAFFIC));
        PeerApplication peer = PeerApplication.of(application);
        Map<ProcessId, KafkaStreamsAssignment> before = cases.assignments(application, cases.upTo(2));
        Map<ProcessId, KafkaStreamsAssignment> ours = copy(before);
        var theirs = peer.theirs(before);

        TaskAssignmentUtils.optimizeRackAwareStandbyTasks(RackAwareOptimizationParams.of(application), ours);
        org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils.optimizeRackAwareStandbyTasks(
                org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils.RackAwareOptimizationParams.of(peer),
                theirs);

        assertStandbysAreWhole(before, ours);
        assertThat(cost(application, before, ours, AssignedTask.Type.STANDBY))
                .isLessThanOrEqualTo(cost(application, before, peer.ours(theirs.values()), AssignedTask.Type.STANDBY));
    }

    @Property
    void standbysByTags_stayAsDifferent(@ForAll long seed, @ForAll boolean balanced) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application =
                cases.draw(24, cases.configs(2, List.of("zone", "cluster"), balanced ? BALANCE : MIN_TRAFFIC));
        Map<ProcessId, KafkaStreamsAssignment> before = cases.assignments(application, 2);
        Map<ProcessId, KafkaStreamsAssignment> ours = copy(before);

        TaskAssignmentUtils.optimizeRackAwareStandbyTasks(RackAwareOptimizationParams.of(application), ours);

        assertStandbysAreWhole(before, ours);
        for (TaskCase task : application.tasks()) {
            assertThat(variety(application, ours, task.id()))
                    .as("tags of the processes that have %s", task.id())
                    .isGreaterThanOrEqualTo(variety(application, before, task.id()));
        }
        if (!balanced) {
            assertThat(cost(application, before, ours, AssignedTask.Type.STANDBY))
                    .isLessThanOrEqualTo(cost(application, before, before, AssignedTask.Type.STANDBY));
        }
    }

    /** Equally many on each process, as many of each task, the tasks themselves where they were: nobody has a task twice. */
    private static void assertStandbysAreWhole(
            Map<ProcessId, KafkaStreamsAssignment> before, Map<ProcessId, KafkaStreamsAssignment> after) {
        assertThat(counts(after, AssignedTask.Type.STANDBY)).isEqualTo(counts(before, AssignedTask.Type.STANDBY));
        before.forEach((process, assignment) -> assertThat(ids(after.get(process), AssignedTask.Type.ACTIVE))
                .isEqualTo(ids(assignment, AssignedTask.Type.ACTIVE)));
        assertThat(replicas(after)).isEqualTo(replicas(before));
    }

    private static Map<TaskId, Integer> replicas(Map<ProcessId, KafkaStreamsAssignment> assignments) {
        Map<TaskId, Integer> replicas = new TreeMap<>();
        assignments
                .values()
                .forEach(assignment ->
                        assignment.tasks().keySet().forEach(task -> replicas.merge(task, 1, Integer::sum)));
        return replicas;
    }

    private static void assertSharesOfSubtopologies(
            Map<ProcessId, KafkaStreamsAssignment> before, Map<ProcessId, KafkaStreamsAssignment> after) {
        int all = replicas(before).size();
        Map<Integer, Integer> sizes = new HashMap<>();
        replicas(before).keySet().forEach(task -> sizes.merge(task.subtopology(), 1, Integer::sum));
        after.forEach((process, assignment) -> {
            int count = before.get(process).tasks().size();
            Map<Integer, Integer> has = new HashMap<>();
            assignment.tasks().keySet().forEach(task -> has.merge(task.subtopology(), 1, Integer::sum));
            has.forEach(
                    (part, tasks) -> assertThat(tasks).isLessThanOrEqualTo((count * sizes.get(part) + all - 1) / all));
        });
    }

    private static Map<ProcessId, Integer> counts(
            Map<ProcessId, KafkaStreamsAssignment> assignments, AssignedTask.Type type) {
        Map<ProcessId, Integer> counts = new HashMap<>();
        assignments.forEach((process, assignment) ->
                counts.put(process, ids(assignment, type).size()));
        return counts;
    }

    private static long cost(
            AssignmentCase application,
            Map<ProcessId, KafkaStreamsAssignment> before,
            Map<ProcessId, KafkaStreamsAssignment> after,
            AssignedTask.Type type) {
        long cost = 0;
        for (ProcessCase process : application.processes()) {
            for (TaskId task : ids(after.get(process.processId()), type)) {
                if (!ids(before.get(process.processId()), type).contains(task)) {
                    cost += application.configs().rackAwareNonOverlapCost().orElseThrow();
                }
                for (TaskTopicPartition partition :
                        application.allTasks().get(task).topicPartitions()) {
                    boolean isRead = type == AssignedTask.Type.ACTIVE || partition.isChangelog();
                    if (isRead
                            && !partition
                                    .rackIds()
                                    .orElseThrow()
                                    .contains(process.rackId().orElseThrow())) {
                        cost += application.configs().rackAwareTrafficCost().orElseThrow();
                    }
                }
            }
        }
        return cost;
    }

    private static int variety(
            AssignmentCase application, Map<ProcessId, KafkaStreamsAssignment> assignments, TaskId task) {
        Set<Map.Entry<String, String>> tags = new HashSet<>();
        assignments.forEach((process, assignment) -> {
            if (assignment.tasks().containsKey(task)) {
                tags.addAll(application.process(process).clientTags().entrySet());
            }
        });
        return tags.size();
    }
}
