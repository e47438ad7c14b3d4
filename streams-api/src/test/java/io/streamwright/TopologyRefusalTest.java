package io.streamwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.TopologyException;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.TopologyNode;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What is wrong is refused with the exception that Kafka Streams throws, which {@link TopologyPair} compares, and with a message
 * that names the node and the remedy.
 */
class TopologyRefusalTest {
    private final TopologyPair pair = new TopologyPair();

    @BeforeEach
    void givenAChain() {
        pair.source("source", "topic").processor("count", "source").sink("sink", "out", "count");
        assertThat(pair.refusal()).isEmpty();
    }

    @Test
    void unknownParent_isRefused() {
        assertRefused(pair.processor("late", "soruce"), "late", "unknown parent soruce", "add soruce before late");
        assertRefused(pair.sink("late", "out", "count", "nobody"), "late", "unknown parent nobody");
    }

    @Test
    void duplicateName_isRefused() {
        assertRefused(pair.source("count", "other"), "source count", "already added");
        assertRefused(pair.processor("count", "source"), "processor count", "already added");
        assertRefused(pair.sink("count", "other", "source"), "sink count", "already added");
        assertRefused(pair.source("sink", Pattern.compile("x.*")), "source sink", "already added");
    }

    @Test
    void nodeWithoutParents_isRefused() {
        assertRefused(pair.processor("orphan"), "processor orphan", "no parent");
        assertRefused(pair.sink("orphan", "out"), "sink orphan", "no parent");
        assertRefused(pair.sinkToChosenTopic("orphan"), "sink orphan", "no parent");
    }

    @Test
    void nodeAsItsOwnParent_isRefused() {
        assertRefused(pair.processor("loop", "loop"), "processor loop", "its own parent");
        assertRefused(pair.sink("loop", "out", "loop"), "sink loop", "its own parent");
    }

    @Test
    void sinkAsParent_isRefused() {
        assertRefused(pair.processor("after", "sink"), "processor after", "the sink sink", "forwards nothing");
        assertRefused(pair.sink("after", "out", "count", "sink"), "sink after", "the sink sink");
    }

    @Test
    void sinkToChosenTopicAsParent_isRefusedThoughKafkaStreamsFailsOnlyWhenItRuns() {
        Topology topology = pair.sinkToChosenTopic("chosen", "count").ours();
        assertThatThrownBy(() -> topology.addSink("after", "out", "chosen"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("the sink chosen");
    }

    @Test
    void topicWithTwoSources_isRefused() {
        assertRefused(pair.source("again", "topic"), "source again", "topic", "source already reads", "parent");
        assertRefused(pair.source("twice", "t", "t"), "source twice", "t twice");
    }

    @Test
    void patternThatOverlapsANamedTopic_isRefused() {
        assertRefused(pair.source("greedy", Pattern.compile("top.*")), "topic", "source", "top.*", "greedy", "narrow");
        pair.source("logs", Pattern.compile("log-.*"));
        assertRefused(pair.source("one-log", "log-1"), "log-1", "one-log", "log-.*", "logs");
    }

    @Test
    void patternThatMatchesOnlyAPartOfANamedTopic_isAccepted() {
        pair.source("part", Pattern.compile("top"));
        assertThat(pair.refusal()).isEmpty();
    }

    @Test
    void sourceWithoutTopic_isRefused() {
        assertRefused(pair.source("empty"), "source empty", "no topic");
    }

    @Test
    void unknownStore_isRefused() {
        assertRefused(pair.connect("count", "counts"), "store counts", "processor count", "unknown", "add the store");
        assertRefused(pair.connect("count"), "processor count", "no store");
    }

    @Test
    void storeOfAnUnknownProcessor_isRefused() {
        assertRefused(pair.store("counts", "nobody"), "store counts", "processor nobody", "unknown");
        pair.store("seen");
        assertRefused(pair.connect("nobody", "seen"), "store seen", "processor nobody", "unknown");
    }

    @Test
    void storeOfASourceOrSink_isRefused() {
        assertRefused(pair.store("a", "source"), "store a", "source", "only processors");
        pair.store("b");
        assertRefused(pair.connect("source", "b"), "store b", "source", "only processors");
        assertRefused(pair.connect("sink", "b"), "store b", "sink", "only processors");
    }

    @Test
    void differentStoreOfTheSameName_isRefused() {
        pair.store("counts", "count");
        assertRefused(pair.otherStore("counts"), "different store", "counts", "another name");
        assertRefused(pair.processorWithStores("more", List.of("counts"), "count"), "different store", "counts");
    }

    @Test
    void sameStoreAgain_isAccepted() {
        pair.store("counts", "count").store("counts", "count").store("counts");
        pair.assertSameText();
    }

    @Test
    void supplierOfOneObject_isRefused() {
        assertRefused(pair.processorOfOneObject("shared", "source"), "processor shared", "same object twice", "new");
    }

    @Test
    void globalTopicThatIsReadElsewhere_isRefused() {
        pair.globalStore("rows", "rows-source", "rows-topic", "rows-keeper");
        assertRefused(
                pair.source("again", "rows-topic"), "again", "rows-topic", "rows-source", "cannot be read a second");
        assertRefused(
                pair.globalStore("more", "more-source", "rows-topic", "more-keeper"), "rows-topic", "rows-source");
        assertRefused(pair.globalStore("more", "more-source", "topic", "more-keeper"), "more-source", "topic");
        assertRefused(pair.readOnlyStore("more", "more-source", "rows-topic", "more-keeper"), "rows-topic");
        assertRefused(pair.readOnlyStore("more", "more-source", "topic", "more-keeper"), "more-source", "topic");
    }

    @Test
    void namesOfGlobalStores_areUnique() {
        pair.globalStore("rows", "rows-source", "rows-topic", "rows-keeper").store("counts", "count");
        // names are new each time, as Kafka Streams remembers those of calls that it has refused
        assertRefused(pair.globalStore("rows", "a1", "b1", "c1"), "store with the name rows", "another name");
        assertRefused(pair.globalStore("counts", "a2", "b2", "c2"), "store with the name counts");
        assertRefused(pair.readOnlyStore("rows", "a3", "b3", "c3"), "store with the name rows");
        pair.otherStore("counts");
        assertRefused(pair.readOnlyStore("counts", "a4", "b4", "c4"), "store with the name counts");
        assertRefused(pair.store("rows", "count"), "store rows", "global", "every processor may read");
        assertRefused(pair.store("rows"), "store rows", "global");
        assertRefused(pair.globalStore("more", "same", "b8", "same"), "one name, same");
        assertRefused(pair.globalStore("more", "count", "b5", "c5"), "source count", "already added");
        assertRefused(pair.globalStore("more", "a6", "b6", "count"), "processor count", "already added");
        assertRefused(pair.globalStoreOfOneObject("more", "a7", "b7", "c7"), "processor c7", "same object twice");
    }

    @Test
    void globalStore_isConnectedToNoProcessor() {
        pair.globalStore("rows", "rows-source", "rows-topic", "rows-keeper");
        assertRefused(pair.connect("count", "rows"), "store rows", "processor count", "leave the name out");
        assertRefused(pair.processorWithStores("late", List.of("rows"), "source"), "store rows", "processor late");
    }

    @Test
    void globalNodesAsParents_areRefusedThoughKafkaStreamsLetsThemBe() {
        Topology topology = pair.globalStore("rows", "rows-source", "rows-topic", "rows-keeper")
                .ours();
        assertThatThrownBy(() -> topology.addSink("late", "out", "rows-keeper"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContainingAll("sink late", "rows-keeper", "read the store instead");
        assertThatThrownBy(() -> topology.addSink("late", "out", "rows-source"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("rows-source");
    }

    @Test
    void patternThatMatchesAGlobalTopic_isRefusedInAnyOrder() {
        pair.globalStore("rows", "rows-source", "rows-topic", "rows-keeper");
        Topology topology = pair.ours();
        assertThatThrownBy(() -> topology.addSource("greedy", Pattern.compile("rows.*")))
                .isInstanceOf(TopologyException.class)
                .hasMessageContainingAll("rows-topic", "greedy");
        pair.source("logs", Pattern.compile("log-.*"));
        assertRefused(pair.globalStore("more", "a", "log-1", "b"), "log-1", "logs");
    }

    @Test
    void nullsOfGlobalStores_areRefusedAsInKafkaStreams() {
        pair.globalStore("rows", null, "b", "c")
                .globalStore("rows", "a", null, "c")
                .globalStore("rows", "a", "b", null)
                .readOnlyStore("rows", null, "b", "c")
                .readOnlyStore("rows", "a", null, "c")
                .readOnlyStore("rows", "a", "b", null);
    }

    @Test
    void nulls_areRefusedAsInKafkaStreams() {
        assertThat(pair.source(null, "t").refusal()).isNotEmpty();
        pair.source("s", (Pattern) null).source("s", (String[]) null).source("s", "a", null);
        pair.processor(null, "source").processor("p", (String[]) null).processor("p", "source", null);
        pair.processorWithoutSupplier("p", "source");
        pair.sink(null, "t", "source").sink("s", null, "source").sink("s", "t", (String[]) null);
        pair.noStore("count").store("x", "count", null);
        pair.connect(null, "x").connect("count", (String[]) null).connect("count", "x", null);
    }

    @Test
    void emptyName_isRefused() {
        Topology topology = pair.ours();
        assertThatThrownBy(() -> topology.addSource("", "t"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("source has an empty name");
        assertThatThrownBy(() -> topology.addSource("s", " "))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("source s has a topic with an empty name");
        assertThatThrownBy(() -> topology.addSink("s", "", "count"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("sink s has a topic with an empty name");
        assertThatThrownBy(() -> topology.addStateStore(NamedStore.named("")))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("store has an empty name");
    }

    @Test
    void refusedCall_changesNothing() {
        // given
        Blueprint before = pair.ours().blueprint();
        // when
        pair.source("again", "other", "topic");
        pair.processorWithStores("late", List.of("s1", "s2"), "nobody");
        pair.store("s3", "count", "nobody");
        // then
        assertThat(pair.ours().blueprint()).isEqualTo(before);
        pair.ours().addSource("other", "other");
    }

    @Test
    void parentThatIsNotShown_isOfTheBlueprintAlone_andAProcessor() {
        // given
        Topology topology = pair.source("s", "t")
                .processor("first", "s")
                .sink("out", "o", "first")
                .processor("second", "first")
                .ours();
        String described = topology.describe().toString();
        // when
        topology.graph().addUnshownParent("out", "second");
        // then
        assertThat(topology.describe()).hasToString(described);
        assertThat(topology.blueprint().subTopologies().stream().flatMap(part -> part.nodes().stream()))
                .filteredOn(node -> node.name().equals("out"))
                .flatExtracting(TopologyNode::parents)
                .containsExactly("first", "second");
        assertThatThrownBy(() -> topology.graph().addUnshownParent("out", "s"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("node s cannot forward to out");
        assertThatThrownBy(() -> topology.graph().addUnshownParent("first", "second"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("node second cannot forward to first");
    }

    private static void assertRefused(TopologyPair pair, String... parts) {
        assertThat(pair.refusal()).contains(parts);
    }
}
