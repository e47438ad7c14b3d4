package io.streamwright.assign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.MisconfiguredInternalTopicException;
import io.streamwright.errors.MissingSourceTopicException;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.JoinWindows;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Repartitioned;
import io.streamwright.kstream.TableJoined;
import io.streamwright.log.TopicSpec;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.Stores;
import io.streamwright.topology.RepartitionTopic;
import io.streamwright.topology.TopicRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;

class AppPlannerTest {
    private final Map<String, Integer> existing = new HashMap<>();

    @Test
    void oneSource_givesOneTaskForEachPartition() {
        existing.put("in", 3);
        Topology topology = new Topology().addSource("source", "in").addSink("sink", "out", "source");

        AppPlan plan = plan(topology);

        assertThat(plan.tasks())
                .extracting(PlannedTask::id)
                .containsExactly(new TaskId(0, 0), new TaskId(0, 1), new TaskId(0, 2));
        assertThat(plan.tasks().get(1).inputs()).isEqualTo(Map.of(new TopicPartition("in", 1), "source"));
        assertThat(plan.internalTopics()).isEmpty();
    }

    @Test
    void partsWithUnequalInputs_haveAsManyTasksAsTheLargest() {
        existing.put("big", 3);
        existing.put("small", 1);
        Topology topology =
                new Topology().addSource("a", "big").addSource("b", "small").addSink("sink", "out", "a", "b");

        List<PlannedTask> tasks = plan(topology).tasks();

        assertThat(tasks).hasSize(3);
        assertThat(tasks.get(0).inputs()).hasSize(2);
        assertThat(tasks.get(2).inputs()).containsOnlyKeys(new TopicPartition("big", 2));
    }

    @Test
    void storeWithLogging_getsACompactedChangelogWithOnePartitionForEachTask() {
        existing.put("in", 2);
        Topology topology = new Topology()
                .addSource("source", "in")
                .addProcessor("count", Idle::new, "source")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.Long()),
                        "count");

        TopicSpec changelog = plan(topology).internalTopics().get(0);

        assertThat(changelog.name()).isEqualTo("app-counts-changelog");
        assertThat(changelog.partitions()).isEqualTo(2);
        assertThat(changelog.config()).containsEntry("cleanup.policy", "compact");
    }

    @Test
    void repartitionTopicWithoutNumber_getsAsManyPartitionsAsTheInputOfItsWriter() {
        existing.put("in", 4);

        AppPlan plan = plan(repartitioned(OptionalInt.empty()));

        assertThat(plan.internalTopics()).extracting(TopicSpec::name).containsExactly("app-by-key-repartition");
        assertThat(plan.internalTopics().get(0).partitions()).isEqualTo(4);
        assertThat(plan.tasks()).hasSize(8);
    }

    @Test
    void repartitionTopicWithNumber_keepsIt() {
        existing.put("in", 4);

        assertThat(plan(repartitioned(OptionalInt.of(7)))
                        .internalTopics()
                        .get(0)
                        .partitions())
                .isEqualTo(7);
    }

    @Test
    void topicThatIsReadWhereItIsWritten_getsItsPartitionsFromTheOtherInputs() {
        existing.put("in", 3);
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("in");
        KTable<String, Long> counts = stream.groupBy((key, value) -> value).count(Materialized.as("counts"));
        stream.join(counts, (value, count) -> value).to("out");

        AppPlan plan = plan(builder.build());

        assertThat(plan.internalTopics()).extracting(TopicSpec::partitions).containsExactly(3, 3);
        assertThat(plan.tasks()).hasSize(3);
    }

    @Test
    void topicThatOnlyItsReadersWrite_isRefused() {
        Topology topology =
                new Topology().addSource("source", "loop-repartition").addSink("sink", "loop-repartition", "source");
        topology.graph()
                .addRepartitionTopic(new RepartitionTopic(TopicRef.internal("loop-repartition"), OptionalInt.empty()));

        assertThatThrownBy(() -> plan(topology))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("loop-repartition gets its number of partitions from itself");
    }

    @Test
    void repartitionTopicReadByThePartThatWritesIt_getsAsManyPartitionsAsTheOtherInputs() {
        existing.put("left", 4);
        existing.put("right", 4);
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.stream("left");
        KStream<String, String> right = builder.stream("right");
        JoinWindows windows = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofSeconds(1));
        right.selectKey((key, value) -> value).join(left, (one, other) -> one, windows);
        right.join(left, (one, other) -> other, windows);

        AppPlan plan = plan(builder.build());

        assertThat(plan.internalTopics())
                .filteredOn(topic -> topic.name().endsWith("-repartition"))
                .singleElement()
                .satisfies(topic -> assertThat(topic.partitions()).isEqualTo(4));
    }

    @Test
    void groupsOfCopartitionedTopicsThatShareOne_getTheSameNumber() {
        existing.put("left", 8);
        existing.put("right", 4);
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.<String, String>stream("left").selectKey((key, value) -> value);
        KStream<String, String> right = builder.stream("right");
        JoinWindows windows = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofSeconds(1));
        left.join(right.selectKey((key, value) -> value), (one, other) -> one, windows);
        right.join(left, (one, other) -> other, windows);

        AppPlan plan = plan(builder.build());

        assertThat(plan.internalTopics())
                .filteredOn(topic -> topic.name().endsWith("-repartition"))
                .hasSize(2)
                .allSatisfy(topic -> assertThat(topic.partitions()).isEqualTo(4));
    }

    @Test
    void missingSourceTopics_areNamedTogether() {
        existing.put("here", 1);
        Topology topology = new Topology()
                .addSource("a", "gone-2", "here")
                .addSource("b", "gone-1")
                .addSource("c", Pattern.compile("none-.*"))
                .addSink("sink", "out", "a", "b", "c");

        assertThatThrownBy(() -> plan(topology))
                .isInstanceOf(MissingSourceTopicException.class)
                .hasMessageContaining("(any topic matching none-.*), gone-1, gone-2")
                .hasMessageContaining("create them first");
    }

    @Test
    void pattern_readsAllTopicsThatMatch() {
        existing.put("events-eu", 2);
        existing.put("events-us", 1);
        existing.put("other", 9);
        Topology topology =
                new Topology().addSource("all", Pattern.compile("events-.*")).addSink("sink", "out", "all");

        List<PlannedTask> tasks = plan(topology).tasks();

        assertThat(tasks).hasSize(2);
        assertThat(tasks.get(0).inputs())
                .containsOnlyKeys(new TopicPartition("events-eu", 0), new TopicPartition("events-us", 0));
    }

    @Test
    void copartitionedTopicsOfUnequalSize_areRefusedWithTheirNumbers() {
        existing.put("left", 3);
        existing.put("right", 4);
        Topology topology =
                new Topology().addSource("l", "left").addSource("r", "right").addProcessor("join", Idle::new, "l", "r");
        topology.graph().copartition(List.of("l", "r"));

        assertThatThrownBy(() -> plan(topology))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("left=3, right=4")
                .hasMessageContaining("repartition one of them");
    }

    @Test
    void topicsOfAForeignKeyJoin_haveAsManyPartitionsAsTheTablesThatTheyLeadTo() {
        existing.put("left", 4);
        existing.put("right", 6);
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> right = builder.table("right");
        builder.<String, String>table("left").join(right, value -> value, (one, other) -> one, TableJoined.as("fk"));

        AppPlan plan = plan(builder.build());

        assertThat(partitions(plan))
                .containsEntry("app-fk-subscription-registration-topic", 6)
                .containsEntry("app-fk-subscription-response-topic", 4)
                .containsEntry("app-fk-subscription-store-changelog", 6);
        assertThat(plan.tasks()).hasSize(10);
    }

    @Test
    void topicsOfForeignKeyJoinsOfOneTable_haveAsManyPartitionsAsTheTable() {
        existing.put("left", 2);
        existing.put("right", 3);
        existing.put("larger", 5);
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.<String, String>stream("left")
                .selectKey((key, value) -> value)
                .repartition(Repartitioned.as("keyed"))
                .toTable();
        KTable<String, String> right = builder.table("right");
        KTable<String, String> larger = builder.table("larger");
        left.join(right, value -> value, (one, other) -> one, TableJoined.as("first"));
        left.join(larger, value -> value, (one, other) -> one, TableJoined.as("second"));

        assertThat(partitions(plan(builder.build())))
                .containsEntry("app-keyed-repartition", 5)
                .containsEntry("app-first-subscription-response-topic", 5)
                .containsEntry("app-second-subscription-response-topic", 5)
                .containsEntry("app-first-subscription-registration-topic", 3)
                .containsEntry("app-second-subscription-registration-topic", 5);
    }

    private static Map<String, Integer> partitions(AppPlan plan) {
        return plan.internalTopics().stream().collect(Collectors.toMap(TopicSpec::name, TopicSpec::partitions));
    }

    @Test
    void existingInternalTopicOfOtherSize_isRefusedWithARemedy() {
        existing.put("in", 4);
        existing.put("app-by-key-repartition", 3);

        assertThatThrownBy(() -> plan(repartitioned(OptionalInt.empty())))
                .isInstanceOf(MisconfiguredInternalTopicException.class)
                .hasMessageContaining("app-by-key-repartition exists with 3 partitions, but the program needs 4")
                .hasMessageContaining("reset the application");
    }

    private AppPlan plan(Topology topology) {
        return AppPlanner.plan(topology.blueprint(), "app", new TopicCatalog() {
            @Override
            public Set<String> names() {
                return existing.keySet();
            }

            @Override
            public OptionalInt partitionCount(String topic) {
                Integer count = existing.get(topic);
                return count == null ? OptionalInt.empty() : OptionalInt.of(count);
            }
        });
    }

    private static Topology repartitioned(OptionalInt partitions) {
        Topology topology = new Topology()
                .addSource("source", "in")
                .addSink("to-key", "by-key-repartition", "source")
                .addSource("keyed", "by-key-repartition")
                .addSink("sink", "out", "keyed");
        topology.graph().addRepartitionTopic(new RepartitionTopic(TopicRef.internal("by-key-repartition"), partitions));
        return topology;
    }

    private static final class Idle implements Processor<Object, Object, Object, Object> {
        @Override
        public void process(Record<Object, Object> record) {}
    }
}
