package io.streamwright.processor.assignment;

import static io.streamwright.processor.assignment.AssignmentCase.ids;
import static io.streamwright.processor.assignment.AssignmentCase.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.AssignmentCase.PartitionCase;
import io.streamwright.processor.assignment.AssignmentCase.ProcessCase;
import io.streamwright.processor.assignment.AssignmentCase.TaskCase;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.TaskAssignmentUtils.RackAwareOptimizationParams;
import io.streamwright.processor.assignment.TaskAssignor.AssignmentError;
import io.streamwright.processor.assignment.TaskAssignor.TaskAssignment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Where the steps of assignors differ from those of Kafka Streams on purpose, and what they refuse. */
class TaskAssignmentUtilsTest {
    private static final ProcessId A = new ProcessId(new UUID(0, 1));
    private static final ProcessId B = new ProcessId(new UUID(0, 2));
    private static final TaskId T0 = new TaskId(0, 0);
    private static final TaskId T1 = new TaskId(0, 1);
    private static final OptionalInt NONE = OptionalInt.empty();

    /** Two processes in two racks and zones; each task's topics are in the rack where the task is not. */
    private static AssignmentCase application(AssignmentConfigs configs, String... racks) {
        return new AssignmentCase(
                List.of(process(A, racks[0], "z1"), process(B, racks[1], "z2")),
                List.of(task(T0, racks[1]), task(T1, racks[0])),
                configs);
    }

    private static ProcessCase process(ProcessId id, String rack, String zone) {
        return new ProcessCase(
                id,
                1,
                new TreeSet<>(),
                new TreeSet<>(),
                Map.of(),
                Map.of("zone", zone),
                Optional.of(rack).filter(text -> !text.isEmpty()));
    }

    private static TaskCase task(TaskId id, String rack) {
        return new TaskCase(
                id,
                true,
                Set.of(new PartitionCase(
                        new TopicPartition("in", id.partition()), true, true, Optional.of(Set.of(rack)))));
    }

    private static Map<ProcessId, KafkaStreamsAssignment> active() {
        Map<ProcessId, KafkaStreamsAssignment> assignments = new HashMap<>();
        assignments.put(A, KafkaStreamsAssignment.of(A, Set.of(new AssignedTask(T0, AssignedTask.Type.ACTIVE))));
        assignments.put(B, KafkaStreamsAssignment.of(B, Set.of(new AssignedTask(T1, AssignedTask.Type.ACTIVE))));
        return assignments;
    }

    private static AssignmentConfigs configs(int standbys, List<String> tags, OptionalInt cost, String strategy) {
        return new AssignmentConfigs(0, 1, standbys, 60_000, tags, cost, cost, strategy);
    }

    /** The example of the documentation answers right. */
    @Property
    void documentedAssignor_isRight(@ForAll long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application = cases.draw(40, cases.configs(1, List.of(), "none"));

        TaskAssignment answer = new PinnedAssignor().assign(application);

        assertThat(TaskAssignmentUtils.validateTaskAssignment(application, answer))
                .isEqualTo(AssignmentError.NONE);
        assertThat(answer.assignment().stream()
                        .flatMap(assignment -> ids(assignment, AssignedTask.Type.ACTIVE).stream()))
                .containsExactlyInAnyOrderElementsOf(application.allTasks().keySet());
    }

    @Test
    void noStandbysAndTags_placesNone() {
        AssignmentCase application = application(configs(0, List.of("zone"), NONE, "none"), "r1", "r2");
        Map<ProcessId, KafkaStreamsAssignment> assignments = active();

        PeerApplication peer = PeerApplication.of(application);
        var theirs = peer.theirs(assignments);

        TaskAssignmentUtils.defaultStandbyTaskAssignment(application, assignments);
        org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils.defaultStandbyTaskAssignment(peer, theirs);

        assertThat(text(assignments)).isEqualTo(text(active()));
        assertThat(text(peer.ours(theirs.values())))
                .as("Kafka Streams places one all the same")
                .isNotEqualTo(text(active()));
    }

    @Test
    void processWithoutAssignment_isAdded() {
        AssignmentCase application = application(configs(1, List.of(), NONE, "none"), "r1", "r2");
        Map<ProcessId, KafkaStreamsAssignment> assignments = new HashMap<>();
        assignments.put(A, active().get(A));

        TaskAssignmentUtils.defaultStandbyTaskAssignment(application, assignments);

        assertThat(ids(assignments.get(B), AssignedTask.Type.STANDBY)).contains(T0);
    }

    @Test
    void givenCosts_replaceThoseThatAreNotConfigured() {
        AssignmentCase application = application(configs(0, List.of(), NONE, "min_traffic"), "r1", "r2");
        Map<ProcessId, KafkaStreamsAssignment> assignments = active();

        TaskAssignmentUtils.optimizeRackAwareActiveTasks(
                RackAwareOptimizationParams.of(application)
                        .withTrafficCostOverride(2)
                        .withNonOverlapCostOverride(1),
                assignments);

        assertThat(ids(assignments.get(A), AssignedTask.Type.ACTIVE)).containsExactly(T1);
        assertThat(ids(assignments.get(B), AssignedTask.Type.ACTIVE)).containsExactly(T0);
    }

    @Test
    void whatCannotBeWeighed_changesNothing() {
        // a cost that is neither configured nor given; no strategy; a process, or a partition, without a rack
        RackAwareOptimizationParams withoutCost = RackAwareOptimizationParams.of(
                        application(configs(0, List.of(), NONE, "min_traffic"), "r1", "r2"))
                .withTrafficCostOverride(2);
        RackAwareOptimizationParams withoutStrategy = RackAwareOptimizationParams.of(
                application(configs(0, List.of(), OptionalInt.of(1), "none"), "r1", "r2"));
        RackAwareOptimizationParams withoutRack = RackAwareOptimizationParams.of(
                application(configs(0, List.of(), OptionalInt.of(1), "min_traffic"), "r1", ""));
        for (RackAwareOptimizationParams params : List.of(withoutCost, withoutStrategy, withoutRack)) {
            Map<ProcessId, KafkaStreamsAssignment> assignments = active();
            TaskAssignmentUtils.optimizeRackAwareActiveTasks(params, assignments);
            TaskAssignmentUtils.optimizeRackAwareStandbyTasks(params, assignments);
            assertThat(text(assignments)).isEqualTo(text(active()));
        }
    }

    @Test
    void movesThatSaveNothing_areNotMade() {
        AssignmentCase application = application(configs(0, List.of(), OptionalInt.of(0), "min_traffic"), "r1", "r1");
        Map<ProcessId, KafkaStreamsAssignment> assignments = active();

        TaskAssignmentUtils.optimizeRackAwareActiveTasks(RackAwareOptimizationParams.of(application), assignments);

        assertThat(text(assignments)).isEqualTo(text(active()));
    }

    @Test
    void taskThatIsNotActiveOnOneProcess_isRefused() {
        AssignmentCase application = application(configs(0, List.of(), OptionalInt.of(1), "min_traffic"), "r1", "r2");
        Map<ProcessId, KafkaStreamsAssignment> none = new HashMap<>();
        RackAwareOptimizationParams params =
                RackAwareOptimizationParams.of(application).forStatefulTasks();
        assertThatThrownBy(() -> TaskAssignmentUtils.optimizeRackAwareActiveTasks(params, none))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("task 0_0 is active on no process");

        Map<ProcessId, KafkaStreamsAssignment> twice = active();
        twice.values().forEach(assignment -> assignment.assignTask(new AssignedTask(T0, AssignedTask.Type.ACTIVE)));
        assertThatThrownBy(() -> TaskAssignmentUtils.optimizeRackAwareActiveTasks(params, twice))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("task 0_0 is active on more than one process");
    }

    @Test
    void standbysThatMayNotMove_stay() {
        // standbys would save traffic by changing places, but only one of them may
        AssignmentCase two = application(configs(1, List.of(), OptionalInt.of(1), "min_traffic"), "r1", "r2");
        ProcessId c = new ProcessId(new UUID(0, 3));
        AssignmentCase application = new AssignmentCase(
                List.of(two.processes().get(0), two.processes().get(1), process(c, "r3", "z3")),
                two.tasks(),
                two.configs());
        Map<ProcessId, KafkaStreamsAssignment> assignments = new HashMap<>();
        assignments.put(A, KafkaStreamsAssignment.of(A, Set.of(new AssignedTask(T0, AssignedTask.Type.STANDBY))));
        assignments.put(B, KafkaStreamsAssignment.of(B, Set.of(new AssignedTask(T1, AssignedTask.Type.STANDBY))));
        assignments.put(
                c,
                KafkaStreamsAssignment.of(
                        c,
                        Set.of(
                                new AssignedTask(T0, AssignedTask.Type.ACTIVE),
                                new AssignedTask(T1, AssignedTask.Type.ACTIVE))));

        RackAwareOptimizationParams params = RackAwareOptimizationParams.of(application)
                .withTrafficCostOverride(5)
                .withNonOverlapCostOverride(1);
        TaskAssignmentUtils.optimizeRackAwareStandbyTasks(params.forTasks(new TreeSet<>(Set.of(T0))), assignments);
        assertThat(ids(assignments.get(A), AssignedTask.Type.STANDBY)).containsExactly(T0);

        TaskAssignmentUtils.optimizeRackAwareStandbyTasks(params, assignments);
        assertThat(ids(assignments.get(A), AssignedTask.Type.STANDBY)).containsExactly(T1);
        assertThat(ids(assignments.get(B), AssignedTask.Type.STANDBY)).containsExactly(T0);
    }
}
