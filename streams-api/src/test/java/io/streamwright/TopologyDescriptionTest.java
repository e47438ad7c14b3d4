package io.streamwright;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Descriptions equal the ones of Kafka Streams, to the character. */
class TopologyDescriptionTest {
    private final TopologyPair pair = new TopologyPair();

    @Test
    void emptyTopology_printsAsKafkaStreams() {
        pair.assertSameText();
    }

    @Test
    void chain_printsAsKafkaStreams() {
        pair.source("lines", "text").processor("split", "lines").sink("out", "words", "split");
        pair.assertSameText();
        assertThat(pair.ours().describe()).hasToString("""
                Topologies:
                   Sub-topology: 0
                    Source: lines (topics: [text])
                      --> split
                    Processor: split (stores: [])
                      --> out
                      <-- lines
                    Sink: out (topic: words)
                      <-- split

                """);
    }

    @Test
    void globalAndReadOnlyStores_printAsInKafkaStreams() {
        pair.globalStore("rows", "rows-source", "rows-topic", "rows-keeper")
                .source("lines", "text")
                .processor("split", "lines")
                .readOnlyStore("known", "known-source", "known-topic", "known-keeper")
                .connect("split", "known")
                .globalStore("more", "a", "more-topic", "b")
                .source("alone", "alone-topic");
        pair.assertSameText();
        pair.assertSameSubTopologies();
        assertThat(pair.ours().describe().globalStores())
                .extracting(TopologyDescription.GlobalStore::id)
                .containsExactly(0, 2);
    }

    @Test
    void sourceOfSeveralTopics_printsAsKafkaStreams() {
        pair.source("s", "orders", "payments", "refunds", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")
                .processor("p", "s");
        pair.assertSameText();
    }

    @Test
    void sourceWithoutChildren_isASubTopologyAsInKafkaStreams() {
        pair.source("lonely", "a").source("other", "b");
        pair.assertSameText();
    }

    @Test
    void severalSourcesAndSinks_printAsKafkaStreams() {
        pair.source("zebra", "z")
                .source("ant", "a")
                .processor("both", "zebra", "ant")
                .processor("one", "ant")
                .sink("big", "big-topic", "both", "one")
                .sink("small", "small-topic", "one");
        pair.assertSameText();
    }

    @Test
    void diamond_printsAsKafkaStreams() {
        pair.source("s", "t")
                .processor("left", "s")
                .processor("right", "s")
                .processor("join", "right", "left")
                .sink("out", "o", "join");
        pair.assertSameText();
    }

    @Test
    void independentParts_areNumberedByTheNodeAddedFirst() {
        pair.source("z-source", "z")
                .source("a-source", "a")
                .processor("of-a", "a-source")
                .source("m-source", "m")
                .processor("of-z", "z-source");
        pair.assertSameText();
        pair.assertSameSubTopologies();
    }

    @Test
    void partsThatShareAStore_areOneSubTopology() {
        pair.source("s1", "t1")
                .source("s2", "t2")
                .source("s3", "t3")
                .processor("p1", "s1")
                .processor("p2", "s2")
                .processor("p3", "s3")
                .store("shared", "p1", "p3")
                .store("own", "p2");
        pair.assertSameText();
        pair.assertSameSubTopologies();
    }

    @Test
    void processorWithManyStores_printsAsKafkaStreams() {
        pair.source("s", "t").processor("p", "s");
        for (int i = 0; i < 20; i++) {
            pair.store("store-" + i, "p");
        }
        pair.assertSameText();
    }

    @Test
    void storesOfASupplier_printAsKafkaStreams() {
        pair.source("s", "t")
                .processorWithStores("count", List.of("counts", "last-seen", "errors"), "s")
                .processorWithStores("read", List.of("counts"), "s")
                .store("late")
                .connect("read", "late", "errors");
        pair.assertSameText();
    }

    @Test
    void storeWithoutProcessor_isNotPrinted() {
        pair.source("s", "t").processor("p", "s").store("unused");
        pair.assertSameText();
    }

    @Test
    void pattern_printsAsKafkaStreams() {
        pair.source("logs", Pattern.compile("log-.*"))
                .source("others", "audit")
                .processor("merge", "logs", "others")
                .sink("all", "everything", "merge");
        pair.assertSameText();
    }

    @Test
    void chosenTopic_printsTheExtractor() {
        pair.source("s", "t").processor("route", "s").sinkToChosenTopic("out", "route", "s");
        pair.assertSameText();
    }

    @Test
    void partsLinkedByATopic_staySeparate() {
        pair.source("lines", "text")
                .processor("split", "lines")
                .sink("by-word", "words", "split")
                .source("words-again", "words")
                .processorWithStores("count", List.of("counts"), "words-again")
                .sink("result", "counted", "count");
        pair.assertSameText();
        pair.assertSameSubTopologies();
    }

    @Test
    void parentNamedTwice_printsAsKafkaStreams() {
        pair.source("s", "t").processor("p", "s", "s").sink("out", "o", "p", "s", "p");
        pair.assertSameText();
    }

    @Property(tries = 500)
    void anyTopology_printsAndSplitsAsKafkaStreams(@ForAll long seed) {
        TopologyPair any = randomTopology(new Random(seed));
        any.assertSameText();
        any.assertSameSubTopologies();
    }

    /** Names are random, as the order of printing follows their hashes. */
    private static TopologyPair randomTopology(Random random) {
        TopologyPair pair = new TopologyPair();
        List<String> forwarding = new ArrayList<>();
        List<String> processors = new ArrayList<>();
        List<String> stores = new ArrayList<>();
        int nodes = 1 + random.nextInt(25);
        for (int i = 0; i < nodes; i++) {
            String name = Integer.toString(random.nextInt(1 << 20), 36) + "-" + i;
            int kind = forwarding.isEmpty() ? 0 : random.nextInt(10);
            if (kind < 2) {
                pair.source(name, "topic-of-" + name, "more-of-" + name);
                forwarding.add(name);
            } else if (kind < 8) {
                pair.processor(name, someOf(forwarding, random));
                forwarding.add(name);
                processors.add(name);
            } else {
                pair.sink(name, "topic-of-" + name, someOf(forwarding, random));
            }
            if (!processors.isEmpty() && random.nextInt(4) == 0) {
                pair.store("store-of-" + name, someOf(processors, random));
                stores.add("store-of-" + name);
            }
            if (!stores.isEmpty() && random.nextInt(6) == 0) {
                pair.connect(processors.get(random.nextInt(processors.size())), someOf(stores, random));
            }
        }
        return pair;
    }

    private static String[] someOf(List<String> names, Random random) {
        Set<String> chosen = new HashSet<>();
        int wanted = 1 + random.nextInt(Math.min(3, names.size()));
        for (int i = 0; i < wanted; i++) {
            chosen.add(names.get(random.nextInt(names.size())));
        }
        return chosen.toArray(new String[0]);
    }

    @Test
    void neighbours_leadFromNodeToNode() {
        // given
        Topology topology =
                pair.source("s", "t").processor("p", "s").sink("out", "o", "p").ours();
        // when
        TopologyDescription.Subtopology part =
                topology.describe().subtopologies().iterator().next();
        TopologyDescription.Node source = part.nodes().iterator().next();
        TopologyDescription.Node processor = source.successors().iterator().next();
        TopologyDescription.Node sink = processor.successors().iterator().next();
        // then
        assertThat(source).isInstanceOf(TopologyDescription.Source.class);
        assertThat(((TopologyDescription.Source) source).topicSet()).containsExactly("t");
        assertThat(((TopologyDescription.Sink) sink).topic()).isEqualTo("o");
        assertThat(sink.predecessors()).containsExactly(processor);
        assertThat(source.predecessors()).isEmpty();
        assertThat(sink.successors()).isEmpty();
    }

    @Test
    void descriptionsOfTheSameTopology_areEqual() {
        Topology topology = pair.source("s", "t").processor("p", "s").ours();
        assertThat(topology.describe()).isEqualTo(topology.describe());
        TopologyDescription before = topology.describe();
        topology.addSink("out", "o", "p");
        assertThat(topology.describe()).isNotEqualTo(before);
    }
}
