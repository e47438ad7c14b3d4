package io.streamwright.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.AutoOffsetReset;
import io.streamwright.NamedStore;
import io.streamwright.Topology;
import io.streamwright.errors.TopologyException;
import io.streamwright.processor.api.FixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.Stores;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** What a topology hands to the engine. */
class BlueprintTest {
    private final Topology topology = new Topology();
    private final TopologyGraph graph = topology.graph();

    @Test
    void emptyTopology_hasNoSubTopologies() {
        assertThat(topology.blueprint().subTopologies()).isEmpty();
    }

    @Test
    void nodes_standBehindTheirParents() {
        // given
        topology.addSource("z", "t1").addSource("a", "t2");
        topology.addProcessor("m", Idle::new, "z", "a").addProcessor("b", Idle::new, "m");
        topology.addSink("c", "out", "b", "z");
        // when
        SubTopology part = topology.blueprint().subTopologies().get(0);
        // then
        assertThat(part.nodes()).extracting(TopologyNode::name).containsExactly("z", "a", "m", "b", "c");
        assertThat(part.nodes().get(4).parents()).containsExactly("b", "z");
    }

    @Test
    void globalStores_areNoSubTopologiesOfTasks_whoseNumbersGoOn() {
        // given
        topology.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("rows"), null, null),
                "rows-source",
                null,
                null,
                "rows-topic",
                "keeper",
                Keeping::new);
        topology.addSource("s1", "t1").addProcessor("p1", Idle::new, "s1");
        // when
        Blueprint blueprint = topology.blueprint();
        // then
        assertThat(blueprint.subTopologies()).extracting(SubTopology::id).containsExactly(1);
        assertThat(blueprint.globals()).hasSize(1);
        assertThat(blueprint.globals().get(0).nodes())
                .extracting(TopologyNode::name)
                .containsExactly("rows-source", "keeper");
        assertThat(blueprint.globals().get(0).stores()).containsExactly("rows");
        assertThat(blueprint.stores().get("rows").changelog()).isEmpty();
    }

    @Test
    void readOnlyStore_isRestoredFromItsTopicThroughItsProcessor() {
        // given
        topology.addReadOnlyStateStore(
                NamedStore.named("known"), "source", null, null, "topic", "keeper", Keeping::new);
        topology.addProcessor("beside", Idle::new, "source");
        // when
        StoreNode store = topology.blueprint().stores().get("known");
        // then
        assertThat(store.restoredThrough()).contains("keeper");
        assertThat(store.changelog()).contains(TopicRef.external("topic"));
        assertThat(topology.blueprint().subTopologies().get(0).keeping("keeper").nodes())
                .extracting(TopologyNode::name)
                .containsExactly("source", "keeper");
    }

    @Test
    void stores_areKnownToTheirSubTopologyAndProcessors() {
        // given
        NamedStore counts = NamedStore.named("counts");
        topology.addSource("s1", "t1").addSource("s2", "t2");
        topology.addProcessor("p1", Idle::new, "s1").addProcessor("p2", Idle::new, "s2");
        topology.addStateStore(counts, "p2").addStateStore(NamedStore.named("unused"));
        // when
        Blueprint blueprint = topology.blueprint();
        // then
        assertThat(blueprint.subTopologies().get(0).stores()).isEmpty();
        assertThat(blueprint.subTopologies().get(1).stores()).containsExactly("counts");
        assertThat(blueprint.stores().get("counts"))
                .isEqualTo(new StoreNode(counts, Set.of("p2"), Optional.empty(), Optional.empty()));
        assertThat(blueprint.stores().get("unused").processors()).isEmpty();
        ProcessorNode user =
                (ProcessorNode) blueprint.subTopologies().get(1).nodes().get(1);
        assertThat(user.stores()).containsExactly("counts");
    }

    @Test
    void sourceAndSink_keepWhatTheyWereGiven() {
        // given
        AutoOffsetReset reset = AutoOffsetReset.latest();
        StringDeserializer keys = new StringDeserializer();
        LongDeserializer values = new LongDeserializer();
        StringSerializer serializer = new StringSerializer();
        topology.addSource(reset, "s", (record, partitionTime) -> 7L, keys, values, "t");
        topology.addSink("out", (key, value, context) -> "o", serializer, serializer, "s");
        // when
        List<TopologyNode> nodes = topology.blueprint().subTopologies().get(0).nodes();
        // then
        SourceNode source = (SourceNode) nodes.get(0);
        assertThat(source.topics()).containsExactly(TopicRef.external("t"));
        assertThat(source.offsetReset()).isSameAs(reset);
        assertThat(source.keyDeserializer()).isSameAs(keys);
        assertThat(source.valueDeserializer()).isSameAs(values);
        assertThat(source.timestampExtractor()).isNotNull();
        SinkNode sink = (SinkNode) nodes.get(1);
        assertThat(sink.target()).isInstanceOf(SinkNode.ChosenTopic.class);
        assertThat(sink.keySerializer()).isSameAs(serializer);
        assertThat(sink.partitioner()).isNull();
    }

    @Test
    void pattern_isKept() {
        topology.addSource("s", Pattern.compile("a.*"));
        SourceNode source =
                (SourceNode) topology.blueprint().subTopologies().get(0).nodes().get(0);
        assertThat(source.pattern()).map(Pattern::pattern).contains("a.*");
        assertThat(source.topics()).isEmpty();
    }

    @Test
    void fixedKeyProcessor_isMadeByItsSupplier() {
        topology.addSource("s", "t");
        graph.addFixedKeyProcessor("p", Values::new, List.of("s"));
        ProcessorNode node = (ProcessorNode)
                topology.blueprint().subTopologies().get(0).nodes().get(1);
        ProcessorNode.FixedKey work = (ProcessorNode.FixedKey) node.work();
        assertThat(work.supplier().get()).isInstanceOf(Values.class);
    }

    @Test
    void repartitionTopic_isInternalForWhoeverNamesIt() {
        // given a topic declared after its users, one of which calls it internal, the other not
        TopicRef byWord = TopicRef.internal("by-word-repartition");
        topology.addSource("lines", "text").addSink("to-words", "by-word-repartition", "lines");
        graph.addSource(new SourceNode("words", List.of(byWord), Optional.empty(), null, null, null, null));
        graph.addRepartitionTopic(new RepartitionTopic(byWord, OptionalInt.of(4)));
        // when
        Blueprint blueprint = topology.blueprint();
        // then
        SinkNode sink = (SinkNode) blueprint.subTopologies().get(0).nodes().get(1);
        assertThat(sink.target()).isEqualTo(new SinkNode.FixedTopic(byWord));
        SourceNode source =
                (SourceNode) blueprint.subTopologies().get(1).nodes().get(0);
        assertThat(source.topics()).containsExactly(byWord);
        assertThat(blueprint.repartitionTopics().get("by-word-repartition").partitions())
                .hasValue(4);
        assertThat(topology.describe().toString()).contains("Sink: to-words (topic: by-word-repartition)");
    }

    @Test
    void repartitionTopicThatNobodyReads_isRefused() {
        topology.addSource("lines", "text").addSink("to-words", "words-repartition", "lines");
        graph.addRepartitionTopic(new RepartitionTopic(TopicRef.internal("words-repartition"), OptionalInt.empty()));
        assertThatThrownBy(topology::blueprint)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("words-repartition")
                .hasMessageContaining("a source that reads it");
    }

    @Test
    void internalTopicThatIsNotDeclared_isRefused() {
        graph.addSource(new SourceNode(
                "s", List.of(TopicRef.internal("x-repartition")), Optional.empty(), null, null, null, null));
        assertThatThrownBy(topology::blueprint)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("x-repartition was not declared");
    }

    @Test
    void storeOfASourceTopic_isRestoredFromIt() {
        // given
        topology.addSource("s", "table").addProcessor("p", Idle::new, "s");
        topology.addStateStore(NamedStore.named("rows"), "p");
        // when
        graph.useSourceAsChangelog("rows", "table");
        // then
        StoreNode rows = topology.blueprint().stores().get("rows");
        assertThat(rows.sourceAsChangelog()).contains(TopicRef.external("table"));
        assertThat(rows.changelog()).contains(TopicRef.external("table"));
    }

    @Test
    void storeOfATopicThatNobodyReads_isRefused() {
        topology.addSource("s", "table").addProcessor("p", Idle::new, "s");
        topology.addStateStore(NamedStore.named("rows"), "p");
        graph.useSourceAsChangelog("rows", "elsewhere");
        assertThatThrownBy(topology::blueprint)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("store rows")
                .hasMessageContaining("elsewhere");
    }

    @Test
    void copartitionedSources_nameTheirTopics() {
        topology.addSource("s1", "a", "b").addSource("s2", "c").addProcessor("join", Idle::new, "s1", "s2");
        graph.copartition(List.of("s1", "s2"));
        assertThat(topology.blueprint().copartitioned()).containsExactly(Set.of("a", "b", "c"));
        assertThatThrownBy(() -> graph.copartition(List.of("s1", "join")))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("join");
    }

    @Test
    void copartitionedGroupsThatShareATopic_areOne() {
        topology.addSource("s1", "a").addSource("s2", "b").addSource("s3", "c").addSource("s4", "d");
        graph.copartition(List.of("s1", "s2"));
        graph.copartition(List.of("s4"));
        graph.copartition(List.of("s3", "s2"));
        assertThat(topology.blueprint().copartitioned()).containsExactly(Set.of("a", "b", "c"));
    }

    @Test
    void changelogOfAStoreThatWasNotAdded_isRefused() {
        topology.addSource("s", "table");
        graph.useSourceAsChangelog("rows", "table");
        assertThatThrownBy(topology::blueprint)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("store rows")
                .hasMessageContaining("not added");
    }

    @Test
    void blueprint_doesNotChangeWhenMoreIsAdded() {
        // given
        topology.addSource("s", "t").addProcessor("p", Idle::new, "s");
        Blueprint blueprint = topology.blueprint();
        // when
        topology.addStateStore(NamedStore.named("late"), "p").addSource("more", "u");
        // then
        assertThat(blueprint.subTopologies()).hasSize(1);
        assertThat(blueprint.subTopologies().get(0).stores()).isEmpty();
        assertThat(blueprint.stores()).isEmpty();
    }

    private static final class Idle implements Processor<Object, Object, Object, Object> {
        @Override
        public void process(Record<Object, Object> record) {}
    }

    private static final class Values implements FixedKeyProcessor<Object, Object, Object> {
        @Override
        public void process(FixedKeyRecord<Object, Object> record) {}
    }

    private static final class Keeping implements Processor<Object, Object, Void, Void> {
        @Override
        public void process(Record<Object, Object> record) {}
    }
}
