package io.streamwright.assign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.StreamsException;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.AssignmentConfigs;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.KafkaStreamsState;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignmentUtils;
import io.streamwright.processor.assignment.TaskAssignor;
import io.streamwright.processor.assignment.TaskAssignor.AssignmentError;
import io.streamwright.processor.assignment.TaskAssignor.TaskAssignment;
import io.streamwright.processor.assignment.TaskInfo;
import io.streamwright.processor.assignment.TaskTopicPartition;
import io.streamwright.processor.assignment.assignors.HighAvailabilityTaskAssignor;
import io.streamwright.processor.assignment.assignors.StickyTaskAssignor;
import io.streamwright.state.HostInfo;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What an assignor answers is carried out if it is right, and refused with what is wrong if it is not. */
class TaskDistributionTest {
    private static final AssignmentConfigs CONFIGS = new AssignmentConfigs(100L, 1, 0, 60_000L, List.of());
    private static final ProcessId A = process(1);
    private static final ProcessId B = process(2);
    private static final TaskId T00 = new TaskId(0, 0);
    private static final TaskId T01 = new TaskId(0, 1);
    private static final TaskId T10 = new TaskId(1, 0);

    private final Map<TaskId, TaskInfo> tasks = new TreeMap<>();

    TaskDistributionTest() {
        add(T00, true);
        add(T01, true);
        add(T10, false);
    }

    private static ProcessId process(int number) {
        return new ProcessId(new UUID(0, number));
    }

    private void add(TaskId id, boolean isStateful) {
        Set<TaskTopicPartition> partitions = isStateful
                ? Set.of(partition("in", id, false), partition("store-changelog", id, true))
                : Set.of(partition("other", id, false));
        tasks.put(id, new Task(id, isStateful ? Set.of("store") : Set.of(), partitions));
    }

    private static TaskTopicPartition partition(String topic, TaskId task, boolean isChangelog) {
        return new Partition(new TopicPartition(topic, task.partition()), !isChangelog, isChangelog, Optional.empty());
    }

    private record Task(TaskId id, Set<String> stateStoreNames, Set<TaskTopicPartition> topicPartitions)
            implements TaskInfo {
        @Override
        public boolean isStateful() {
            return !stateStoreNames.isEmpty();
        }
    }

    private record Partition(
            TopicPartition topicPartition, boolean isSource, boolean isChangelog, Optional<Set<String>> rackIds)
            implements TaskTopicPartition {}

    private static ProcessDescription description(ProcessId id, Set<TaskId> active, Map<TaskId, Long> lags) {
        return new ProcessDescription(
                new Instance(id.id(), 2, "host:1", "rack", Map.of("zone", "z")),
                new TreeMap<>(Map.of(id + "-1", active)),
                new TreeSet<>(active),
                new TreeSet<>(),
                lags);
    }

    private static ProcessDescription description(ProcessId id, TaskId... active) {
        return description(id, Set.of(active), Map.of());
    }

    private TaskDistribution ask(TaskAssignor assignor, ProcessDescription... processes) {
        return TaskDistribution.of(assignor, CONFIGS, tasks, List.of(processes));
    }

    /** An assignor that answers as the sticky one does, but for a change. */
    private static final class Changed implements TaskAssignor {
        private final UnaryOperator<List<KafkaStreamsAssignment>> change;

        private Changed(UnaryOperator<List<KafkaStreamsAssignment>> change) {
            this.change = change;
        }

        @Override
        public TaskAssignment assign(ApplicationState applicationState) {
            return new TaskAssignment(change.apply(new ArrayList<>(
                    new StickyTaskAssignor().assign(applicationState).assignment())));
        }
    }

    private static TaskAssignor changed(UnaryOperator<List<KafkaStreamsAssignment>> change) {
        return new Changed(change);
    }

    private static KafkaStreamsAssignment of(List<KafkaStreamsAssignment> answer, ProcessId process) {
        return answer.stream()
                .filter(assignment -> assignment.processId().equals(process))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void rightAnswer_givesEachProcessItsShare() {
        TaskDistribution answer = ask(new StickyTaskAssignor(), description(A, T00, T10), description(B, T01));

        assertThat(answer.error()).isEqualTo(AssignmentError.NONE);
        assertThat(answer.isWhole()).isTrue();
        assertThat(answer.followUp()).isEmpty();
        assertThat(answer.shares())
                .isEqualTo(
                        Map.of(A, new TaskShare(sorted(T00, T10), sorted()), B, new TaskShare(sorted(T01), sorted())));
    }

    private static SortedSet<TaskId> sorted(TaskId... ids) {
        return new TreeSet<>(List.of(ids));
    }

    @Test
    void processThatLagsBehind_getsAWarmUp_andTheFollowUpIsPassedOn() {
        Instant now = Instant.parse("2024-05-01T12:00:00Z");
        add(new TaskId(0, 2), true);
        Set<TaskId> all = Set.of(T00, T01, new TaskId(0, 2), T10);

        TaskDistribution answer = ask(
                new HighAvailabilityTaskAssignor(Clock.fixed(now, ZoneOffset.UTC)),
                description(A, all, Map.of(T00, 0L, T01, 100L, new TaskId(0, 2), 5L)),
                description(B, Set.of(), Map.of(T01, 101L)));

        // B has nothing of 0_0 and 0_2, and of 0_1 one record less than is acceptable
        assertThat(share(answer, A).active()).contains(T00, T01, new TaskId(0, 2));
        assertThat(share(answer, B).standbys()).containsExactly(T01);
        assertThat(answer.followUp()).contains(now.plusMillis(60_000));
    }

    private static TaskShare share(TaskDistribution answer, ProcessId process) {
        return Optional.ofNullable(answer.shares().get(process)).orElseThrow();
    }

    @Test
    void severalFollowUps_theFirstCounts() {
        TaskDistribution answer = ask(
                changed(given -> List.of(
                        given.get(0).withFollowupRebalance(Instant.ofEpochMilli(20)),
                        given.get(1).withFollowupRebalance(Instant.ofEpochMilli(10)))),
                description(A),
                description(B));

        assertThat(answer.followUp()).contains(Instant.ofEpochMilli(10));
    }

    @Test
    void assignorThatThrows_isNamedWithItsCause() {
        RuntimeException cause = new IllegalStateException("no idea");
        assertThatThrownBy(() -> ask(
                        changed(given -> {
                            throw cause;
                        }),
                        description(A)))
                .isInstanceOf(StreamsException.class)
                .hasMessageContaining(Changed.class.getName())
                .hasMessageContaining("no idea")
                .hasCause(cause);
    }

    @Test
    void assignorThatReturnsNothing_isNamed() {
        assertThatThrownBy(() -> ask(new ReturnsNothing(), description(A)))
                .isInstanceOf(StreamsException.class)
                .hasMessageContaining(ReturnsNothing.class.getName())
                .hasMessageContaining("returned null");
    }

    private static final class ReturnsNothing implements TaskAssignor {
        @Override
        @SuppressWarnings("NullAway") // what a program without such checks may do
        public TaskAssignment assign(ApplicationState applicationState) {
            return null;
        }
    }

    @Test
    void taskWithoutAProcess_isRefused() {
        TaskDistribution answer = ask(
                changed(given -> {
                    given.forEach(assignment -> assignment.removeTask(new AssignedTask(T01, AssignedTask.Type.ACTIVE)));
                    of(given, B).assignTask(new AssignedTask(T01, AssignedTask.Type.STANDBY));
                    return given;
                }),
                description(A),
                description(B));

        assertThat(answer.error()).isEqualTo(AssignmentError.NONE);
        assertThat(answer.isWhole()).isFalse();
        assertRefused(answer, "left tasks=[0_1] without a process");
    }

    @Test
    void taskOfTwoProcesses_isRefused() {
        TaskDistribution answer = ask(
                changed(given -> {
                    given.forEach(assignment -> assignment.assignTask(new AssignedTask(T00, AssignedTask.Type.ACTIVE)));
                    return given;
                }),
                description(A),
                description(B));

        assertThat(answer.error()).isEqualTo(AssignmentError.ACTIVE_TASK_ASSIGNED_MULTIPLE_TIMES);
        assertRefused(answer, "error=ACTIVE_TASK_ASSIGNED_MULTIPLE_TIMES tasks=[0_0]");
    }

    @Test
    void standbyOfNothing_isRefused() {
        TaskDistribution answer = ask(
                changed(given -> {
                    of(given, B).assignTask(new AssignedTask(T10, AssignedTask.Type.STANDBY));
                    return given;
                }),
                description(A, T10),
                description(B, T00, T01));

        assertThat(answer.error()).isEqualTo(AssignmentError.INVALID_STANDBY_TASK);
        assertRefused(answer, "error=INVALID_STANDBY_TASK tasks=[1_0]");
    }

    @Test
    void unknownTask_isRefused() {
        TaskDistribution answer = ask(
                changed(given -> {
                    of(given, A).assignTask(new AssignedTask(new TaskId(7, 7), AssignedTask.Type.ACTIVE));
                    return given;
                }),
                description(A));

        assertThat(answer.error()).isEqualTo(AssignmentError.UNKNOWN_TASK_ID);
        assertRefused(answer, "error=UNKNOWN_TASK_ID tasks=[7_7]");
    }

    @Test
    void forgottenProcess_isRefused() {
        TaskDistribution answer = ask(
                changed(given -> given.stream()
                        .filter(assignment -> !assignment.processId().equals(B))
                        .toList()),
                description(A, T00),
                description(B));

        assertThat(answer.error()).isEqualTo(AssignmentError.MISSING_PROCESS_ID);
        assertRefused(answer, "error=MISSING_PROCESS_ID tasks=[] processes=[" + B + "]");
    }

    @Test
    void unknownProcess_isRefused_withTheTasksItGot() {
        TaskDistribution answer = ask(
                changed(given -> {
                    given.add(KafkaStreamsAssignment.of(
                            process(9), Set.of(new AssignedTask(T00, AssignedTask.Type.STANDBY))));
                    return given;
                }),
                description(A));

        assertThat(answer.error()).isEqualTo(AssignmentError.UNKNOWN_PROCESS_ID);
        assertRefused(answer, "error=UNKNOWN_PROCESS_ID tasks=[0_0] processes=[" + process(9) + "]");
    }

    @Test
    void processAssignedTwice_isRefused() {
        assertThatThrownBy(() -> ask(
                        changed(given -> {
                            given.add(KafkaStreamsAssignment.of(A, Set.of()));
                            return given;
                        }),
                        description(A)))
                .isInstanceOf(StreamsException.class)
                .hasMessageContaining("assigns tasks to process " + A + " twice");
    }

    private static void assertRefused(TaskDistribution answer, String what) {
        assertThatThrownBy(answer::shares)
                .isInstanceOf(StreamsException.class)
                .hasMessageContaining("task assignor " + Changed.class.getName())
                .hasMessageContaining(what);
    }

    @Test
    void assignor_seesWhatProcessesSay() {
        List<ApplicationState> seen = new ArrayList<>();
        TaskAssignor assignor = changed(given -> given);
        ask(
                state -> {
                    seen.add(state);
                    return assignor.assign(state);
                },
                description(A, Set.of(T00, T01, T10), Map.of(T00, 7L, T01, 3L)));

        ApplicationState application = seen.get(0);
        assertThat(application.allTasks()).isEqualTo(tasks);
        assertThat(application.assignmentConfigs()).isSameAs(CONFIGS);
        KafkaStreamsState state = state(application, true);
        assertThat(state.processId()).isEqualTo(A);
        assertThat(state.numProcessingThreads()).isEqualTo(2);
        assertThat(state.consumerClientIds()).containsExactly(A + "-1");
        assertThat(state.previousActiveTasks()).containsExactly(T00, T01, T10);
        assertThat(state.previousStandbyTasks()).isEmpty();
        assertThat(state.lagFor(T00)).isEqualTo(7);
        assertThat(state.statefulTasksToLagSums()).isEqualTo(Map.of(T00, 7L, T01, 3L));
        assertThat(state.prevTasksByLag(A + "-1")).containsExactly(T01, T00);
        assertThat(state.prevTasksByLag("stranger")).isEmpty();
        assertThat(state.clientTags()).isEqualTo(Map.of("zone", "z"));
        assertThat(state.rackId()).contains("rack");
        assertThat(state.hostInfo()).contains(new HostInfo("host", 1));
        assertThatThrownBy(() -> state.lagFor(T10)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void lagsThatWereNotAskedFor_areRefused() {
        ask(
                state -> {
                    assertThatThrownBy(() -> state(state, false).lagFor(T00))
                            .isInstanceOf(UnsupportedOperationException.class)
                            .hasMessageContaining("kafkaStreamsStates(true)");
                    assertThatThrownBy(() -> state(state, false).statefulTasksToLagSums())
                            .isInstanceOf(UnsupportedOperationException.class);
                    assertThatThrownBy(() -> state(state, false).prevTasksByLag("any"))
                            .isInstanceOf(UnsupportedOperationException.class);
                    return new StickyTaskAssignor().assign(state);
                },
                description(A));
    }

    @Test
    void taskThatAProcessSaysNothingOf_lacksEverything() {
        ask(
                state -> {
                    assertThat(state(state, true).lagFor(T00)).isEqualTo(Long.MAX_VALUE);
                    return new TaskAssignment(given(state));
                },
                description(A, T00, T01, T10));
    }

    private static List<KafkaStreamsAssignment> given(ApplicationState state) {
        return List.copyOf(TaskAssignmentUtils.identityAssignment(state).values());
    }

    private static KafkaStreamsState state(ApplicationState application, boolean withLags) {
        return Optional.ofNullable(application.kafkaStreamsStates(withLags).get(A))
                .orElseThrow();
    }

    @Test
    void descriptionsThatCannotBe_areRefused() {
        Instance instance = new Instance(A.id(), 1, "", "", Map.of());
        assertThatThrownBy(() ->
                        new ProcessDescription(instance, new TreeMap<>(), new TreeSet<>(), new TreeSet<>(), Map.of()))
                .hasMessageContaining("no member");
        assertThatThrownBy(() -> description(A, Set.of(), Map.of(T00, -1L))).hasMessageContaining("lag=-1");
        assertThatThrownBy(() -> ask(new StickyTaskAssignor(), description(A), description(A)))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> ask(new StickyTaskAssignor())).hasMessageContaining("no process");
    }
}
