package io.streamwright.assign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.Materialized;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.AssignmentConfigs;
import io.streamwright.processor.assignment.KafkaStreamsState;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignmentUtils;
import io.streamwright.processor.assignment.TaskAssignor;
import io.streamwright.processor.assignment.TaskInfo;
import io.streamwright.processor.assignment.TaskTopicPartition;
import io.streamwright.processor.assignment.assignors.HighAvailabilityTaskAssignor;
import io.streamwright.processor.assignment.assignors.StickyTaskAssignor;
import io.streamwright.state.HostInfo;
import io.streamwright.topology.Blueprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupAssignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The assignor that is configured is asked in each round, and told what became of its answer. */
class AssignorPlacementTest {
    private static final List<Heard> HEARD = new ArrayList<>();

    private final Map<String, Object> settings = new HashMap<>();

    AssignorPlacementTest() {
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "memory:sole");
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    }

    @BeforeEach
    void forget() {
        HEARD.clear();
    }

    /** What an assignor was asked and told. */
    private record Heard(
            Map<String, ?> configs,
            ApplicationState application,
            GroupAssignment assignment,
            GroupSubscription subscription,
            TaskAssignor.AssignmentError error) {}

    /** Remembers what it hears. Owner: the test. */
    public static class Listening implements TaskAssignor {
        private final List<Map<String, ?>> configs = new ArrayList<>();
        private final List<ApplicationState> asked = new ArrayList<>();

        @Override
        public void configure(Map<String, ?> given) {
            configs.add(given);
        }

        @Override
        public TaskAssignment assign(ApplicationState applicationState) {
            asked.add(applicationState);
            return new StickyTaskAssignor().assign(applicationState);
        }

        @Override
        public void onAssignmentComputed(
                GroupAssignment assignment, GroupSubscription subscription, AssignmentError error) {
            HEARD.add(new Heard(configs.get(0), asked.get(0), assignment, subscription, error));
        }
    }

    /** Gives nobody anything that was not there before. Owner: the test. */
    public static class Repeating extends Listening {
        @Override
        public TaskAssignment assign(ApplicationState applicationState) {
            super.assign(applicationState);
            return new TaskAssignment(
                    TaskAssignmentUtils.identityAssignment(applicationState).values());
        }
    }

    private static Blueprint program() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").groupByKey().count(Materialized.as("counts"));
        builder.<String, String>stream("other").to("out");
        return builder.build().blueprint();
    }

    private Map<String, Set<TaskId>> place(Map<String, MemberState> members) {
        AppPlan plan = AppPlanner.plan(program(), "app", new Topics());
        StreamsConfig config = new StreamsConfig(settings);
        return new AssignorPlacement(
                        AssignorPlacement.assignor(config),
                        AssignmentConfigs.of(config),
                        TaskInfos.of(program(), "app", plan.tasks(), partition -> Optional.empty()))
                .place(members);
    }

    private static MemberState member(int number, Set<TaskId> held, Map<TaskId, Long> lags) {
        return new MemberState(
                new Instance(new UUID(0, number), 2, "host:" + number, "r1", Map.of("zone", "z1")), 1, held, lags, "");
    }

    private static Map<String, MemberState> alone() {
        return Map.of("m1", member(1, Set.of(), Map.of()));
    }

    private static final class Topics implements TopicCatalog {
        private static final Map<String, Integer> COUNTS = Map.of("in", 2, "other", 1, "out", 1);

        @Override
        public Set<String> names() {
            return COUNTS.keySet();
        }

        @Override
        public OptionalInt partitionCount(String topic) {
            return COUNTS.containsKey(topic) ? OptionalInt.of(COUNTS.get(topic)) : OptionalInt.empty();
        }
    }

    @Test
    void assignor_isConfiguredAskedAndTold() {
        settings.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, Listening.class.getName());
        settings.put("of.the.program", "x");

        Map<String, Set<TaskId>> placed = place(Map.of(
                "m1", member(1, Set.of(new TaskId(0, 0), new TaskId(1, 0)), Map.of()),
                "m2", member(2, Set.of(new TaskId(0, 1)), Map.of())));

        assertThat(placed)
                .isEqualTo(Map.of("m1", Set.of(new TaskId(0, 0), new TaskId(1, 0)), "m2", Set.of(new TaskId(0, 1))));
        assertThat(HEARD).hasSize(1);
        Heard heard = HEARD.get(0);
        assertThat(heard.configs().get("of.the.program")).isEqualTo("x");
        assertThat(heard.error()).isEqualTo(TaskAssignor.AssignmentError.NONE);
        Map<String, List<TopicPartition>> partitions = new HashMap<>();
        heard.assignment()
                .groupAssignment()
                .forEach((member, assignment) -> partitions.put(member, assignment.partitions()));
        assertThat(partitions)
                .isEqualTo(Map.of(
                        "m1", List.of(new TopicPartition("in", 0), new TopicPartition("other", 0)),
                        "m2", List.of(new TopicPartition("in", 1))));
        assertThat(heard.subscription().groupSubscription().keySet()).containsExactlyInAnyOrder("m1", "m2");
        heard.subscription()
                .groupSubscription()
                .values()
                .forEach(subscription -> assertThat(subscription.topics()).containsExactly("in", "other"));
    }

    @Test
    void assignor_seesWhatMembersSay() {
        settings.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, Listening.class.getName());
        settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, "3");

        place(Map.of("m1", member(1, Set.of(new TaskId(1, 0)), Map.of(new TaskId(0, 1), 5L))));

        ApplicationState application = HEARD.get(0).application();
        assertThat(application.assignmentConfigs().numStandbyReplicas()).isEqualTo(3);
        KafkaStreamsState process =
                application.kafkaStreamsStates(true).values().iterator().next();
        assertThat(application.kafkaStreamsStates(false)).hasSize(1);
        assertThat(process.processId()).isEqualTo(new ProcessId(new UUID(0, 1)));
        assertThat(process.consumerClientIds()).containsExactly("m1");
        assertThat(process.numProcessingThreads()).isEqualTo(2);
        assertThat(process.previousActiveTasks()).containsExactly(new TaskId(1, 0));
        assertThat(process.previousStandbyTasks()).containsExactly(new TaskId(0, 1));
        assertThat(process.prevTasksByLag("m1")).containsExactly(new TaskId(0, 1));
        assertThat(process.lagFor(new TaskId(0, 1))).isEqualTo(5);
        assertThat(process.clientTags()).isEqualTo(Map.of("zone", "z1"));
        assertThat(process.rackId()).contains("r1");
        assertThat(process.hostInfo()).contains(new HostInfo("host", 1));
    }

    @Test
    void assignor_seesTasksWithTheirPartitions() {
        settings.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, Listening.class.getName());

        place(alone());

        Map<TaskId, TaskInfo> tasks = HEARD.get(0).application().allTasks();
        assertThat(tasks).containsOnlyKeys(new TaskId(0, 0), new TaskId(0, 1), new TaskId(1, 0));
        TaskInfo counting = Optional.ofNullable(tasks.get(new TaskId(0, 1))).orElseThrow();
        assertThat(counting.isStateful()).isTrue();
        assertThat(counting.stateStoreNames()).containsExactly("counts");
        assertThat(counting.topicPartitions())
                .extracting(
                        TaskTopicPartition::topicPartition,
                        TaskTopicPartition::isSource,
                        TaskTopicPartition::isChangelog)
                .containsExactlyInAnyOrder(
                        tuple(new TopicPartition("in", 1), true, false),
                        tuple(new TopicPartition("app-counts-changelog", 1), false, true));
        assertThat(Optional.ofNullable(tasks.get(new TaskId(1, 0)))
                        .orElseThrow()
                        .isStateful())
                .isFalse();
    }

    @Test
    void sourceThatIsItsTablesChangelog_isBoth() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("in", Materialized.as("rows"));
        Blueprint program = builder.build(optimised()).blueprint();
        AppPlan plan = AppPlanner.plan(program, "app", new Topics());

        Map<TaskId, TaskInfo> infos = TaskInfos.of(
                program, "app", plan.tasks(), partition -> Optional.of(Set.of("rack-" + partition.partition())));

        assertThat(Optional.ofNullable(infos.get(new TaskId(0, 1)))
                        .orElseThrow()
                        .topicPartitions())
                .singleElement()
                .satisfies(partition -> {
                    assertThat(partition.topicPartition()).isEqualTo(new TopicPartition("in", 1));
                    assertThat(partition.isSource()).isTrue();
                    assertThat(partition.isChangelog()).isTrue();
                    assertThat(partition.rackIds()).contains(Set.of("rack-1"));
                });
    }

    private static Properties optimised() {
        Properties settings = new Properties();
        settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);
        return settings;
    }

    @Test
    void answerThatLeavesTasksOut_isRefused_andTheAssignorIsToldFirst() {
        settings.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, Repeating.class.getName());

        assertThatThrownBy(() -> place(alone()))
                .isInstanceOf(StreamsException.class)
                .hasMessageContaining(Repeating.class.getName())
                .hasMessageContaining("tasks=[0_0, 0_1, 1_0]");

        assertThat(HEARD)
                .singleElement()
                .satisfies(heard ->
                        assertThat(heard.assignment().groupAssignment()).isEmpty());
    }

    @Test
    void classThatIsNoAssignor_isRefusedWithTheSetting() {
        settings.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, "java.lang.String");
        assertThatThrownBy(() -> place(alone()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("task.assignor.class")
                .hasMessageContaining("java.lang.String");

        settings.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, "no.such.Class");
        assertThatThrownBy(() -> place(alone()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("task.assignor.class")
                .hasMessageContaining("no.such.Class");
    }

    @Test
    void withoutSetting_theDefaultIsAsked() {
        assertThat(AssignorPlacement.assignor(new StreamsConfig(settings)))
                .isInstanceOf(HighAvailabilityTaskAssignor.class);
        assertThat(place(alone()))
                .isEqualTo(Map.of("m1", Set.of(new TaskId(0, 0), new TaskId(0, 1), new TaskId(1, 0))));
    }
}
