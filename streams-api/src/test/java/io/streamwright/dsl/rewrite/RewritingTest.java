package io.streamwright.dsl.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.AutoOffsetReset;
import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.JoinWindows;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.StreamJoined;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.topology.StoreNode;
import io.streamwright.topology.TopicRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

/** What building makes of a program besides what descriptions show, and where Kafka Streams is not followed. */
final class RewritingTest {
    private final StreamsBuilder builder = new StreamsBuilder();

    private Topology optimized(String value) {
        Properties settings = new Properties();
        settings.setProperty("topology.optimization", value);
        return builder.build(settings);
    }

    @Test
    void aggregationsBelowASharedStep_shareOneRepartitionTopic() {
        // given a program that Kafka Streams 4.4.0 fails to build
        KStream<String, String> stream = builder.<String, String>stream("in")
                .selectKey((key, value) -> value)
                .filter((key, value) -> value != null);
        stream.groupByKey().count();
        stream.groupByKey().reduce((first, second) -> second);
        // when
        Topology topology = optimized("all");
        // then
        assertThat(topology.blueprint().repartitionTopics()).hasSize(1);
        assertThat(topology.blueprint().subTopologies()).hasSize(2);
    }

    @Test
    void joinOfAStreamWithItself_keepsRecordsOnceIfItHasNoResultsForOneRecordAlone() {
        // given joins of which Kafka Streams 4.4.0 makes an inner join, whatever they are
        KStream<String, String> stream = builder.stream("in");
        JoinWindows windows = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10));
        stream.join(stream, (left, right) -> left, windows, StreamJoined.as("inner"));
        stream.leftJoin(stream, (left, right) -> left, windows, StreamJoined.as("left"));
        stream.outerJoin(stream, (left, right) -> left, windows, StreamJoined.as("outer"));
        // when
        Topology topology = optimized("single.store.self.join");
        // then
        assertThat(topology.blueprint().stores().keySet())
                .containsExactlyInAnyOrder(
                        "inner-this-join-store",
                        "left-this-join-store",
                        "left-outer-other-join-store",
                        "left-left-shared-join-store",
                        "outer-outer-this-join-store",
                        "outer-outer-other-join-store",
                        "outer-outer-shared-join-store");
    }

    @Test
    void repartitionBelowAProcessor_staysBelowIt() {
        // given a processor between the change of keys and the aggregations, which may change types
        KStream<String, String> stream = builder.<String, String>stream("in")
                .selectKey((key, value) -> value)
                .process(Forwarding::new);
        stream.groupByKey(Grouped.as("counted")).count();
        stream.groupByKey(Grouped.as("reduced")).reduce((first, second) -> second);
        // when
        Topology topology = optimized("merge.repartition.topics");
        // then
        assertThat(topology.blueprint().repartitionTopics().keySet())
                .containsExactlyInAnyOrder("counted-repartition", "reduced-repartition");
        assertThat(topology.describe().toString())
                .contains("--> counted-repartition-filter, reduced-repartition-filter");
    }

    @Test
    void repartitionsBelowAMergeOfMerges_areMergedBelowTheLowest() {
        // given
        KStream<String, String> first = builder.<String, String>stream("in1").selectKey((key, value) -> value);
        KStream<String, String> second = builder.stream("in2");
        KStream<String, String> third = builder.stream("in3");
        KStream<String, String> all = third.merge(second.merge(first));
        all.groupByKey().count();
        all.groupByKey().reduce((left, right) -> right);
        // when
        Topology topology = optimized("all");
        // then
        assertThat(topology.blueprint().repartitionTopics()).hasSize(1);
    }

    @Test
    void tableWithReuseOfSourceTopics_isRestoredFromItsTopic() {
        // given
        builder.table("in", Materialized.as("rows"));
        // when
        StoreNode store =
                optimized("reuse.ktable.source.topics").blueprint().stores().get("rows");
        // then
        assertThat(store.changelog()).isEqualTo(Optional.of(TopicRef.external("in")));
    }

    @Test
    void tableWithoutReuse_hasAChangelogOfItsOwn() {
        // given
        builder.table("in", Materialized.as("rows"));
        // when
        StoreNode store = builder.build().blueprint().stores().get("rows");
        // then
        assertThat(store.changelog()).isEqualTo(Optional.of(TopicRef.internal("rows-changelog")));
    }

    @Test
    void unknownOptimization_isRefused() {
        // when, then
        assertThatThrownBy(() -> optimized("most"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("topology.optimization")
                .hasMessageContaining("most");
    }

    @Test
    void sourcesThatShareSomeTopics_areRefused() {
        // given
        builder.stream(List.of("in1", "in2"));
        builder.stream("in1");
        // when, then
        assertThatThrownBy(builder::build)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("in1")
                .hasMessageContaining("KSTREAM-SOURCE-0000000001");
    }

    @Test
    void sourcesOfOneTopicWithDifferentResets_areRefused() {
        // given
        builder.stream("in", Consumed.with(AutoOffsetReset.earliest()));
        builder.stream("in", Consumed.with(AutoOffsetReset.latest()));
        // when, then
        assertThatThrownBy(builder::build)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("EARLIEST")
                .hasMessageContaining("LATEST");
    }

    @Test
    void streamAndTableOfOneTopic_areRefused() {
        // given
        builder.stream("in");
        builder.table("in");
        // when, then
        assertThatThrownBy(builder::build).isInstanceOf(TopologyException.class).hasMessageContaining("in");
    }

    @Test
    void secondBuild_givesTheSameTopology() {
        // given
        KTable<String, Long> counts =
                builder.<String, String>stream("in").groupByKey().count();
        counts.toStream().to("out");
        // when
        Topology first = builder.build();
        Topology second = builder.build();
        // then
        assertThat(second.describe()).hasToString(first.describe().toString());
    }

    private static final class Forwarding extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }
}
