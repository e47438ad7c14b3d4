package io.streamwright.runtime;

import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.TopologyException;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.SinkNode;
import io.streamwright.topology.SourceNode;
import io.streamwright.topology.SubTopology;
import io.streamwright.topology.TopicRef;
import io.streamwright.topology.TopologyNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds what a program lacks before anything is opened, all of it at once. Thread-safe: holds nothing. */
final class ProgramCheck {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramCheck.class);

    private ProgramCheck() {}

    /**
     * Checks a program against the settings it is to run with.
     *
     * @throws TopologyException if it reads nothing, or a serde is missing; names every place
     */
    static void check(Blueprint program, RuntimeSettings settings) {
        if (program.subTopologies().isEmpty() && program.globals().isEmpty()) {
            throw new TopologyException(
                    "the topology is empty: it reads no topic; add a source with StreamsBuilder.stream"
                            + " or Topology.addSource");
        }
        loops(program).forEach(LOG::warn);
        Serde<?> keySerde = settings.keySerde().get();
        Serde<?> valueSerde = settings.valueSerde().get();
        List<String> missing = new ArrayList<>();
        List<SubTopology> parts = new ArrayList<>(program.subTopologies());
        parts.addAll(program.globals());
        for (SubTopology part : parts) {
            for (TopologyNode node : part.nodes()) {
                if (node instanceof SourceNode source) {
                    look(part.label(source.name()), "key", source.keyDeserializer(), keySerde, missing);
                    look(part.label(source.name()), "value", source.valueDeserializer(), valueSerde, missing);
                } else if (node instanceof SinkNode sink) {
                    look(part.label(sink.name()), "key", sink.keySerializer(), keySerde, missing);
                    look(part.label(sink.name()), "value", sink.valueSerializer(), valueSerde, missing);
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new TopologyException("serdes are missing: " + String.join("; ", missing)
                    + ". Name them where the topology reads, writes or groups (Consumed.with, Produced.with, Grouped.with), or set"
                    + " default.key.serde and default.value.serde");
        }
    }

    /**
     * Checks that the program names its stores and internal topics, if the settings demand it.
     *
     * @throws TopologyException names all that have generated names
     */
    static void checkNames(Topology topology, StreamsConfig config) {
        if (config.getBoolean(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG)) {
            topology.graph().requireGivenNames();
        }
    }

    /** Returns what is to be said of each topic that is both written and read: its records may go round for ever. */
    static List<String> loops(Blueprint program) {
        Map<TopicRef, String> readers = new HashMap<>();
        program.subTopologies()
                .forEach(part -> part.nodes().forEach(node -> {
                    if (node instanceof SourceNode source) {
                        source.topics().forEach(topic -> readers.put(topic, part.label(source.name())));
                    }
                }));
        List<String> loops = new ArrayList<>();
        program.subTopologies()
                .forEach(part -> part.nodes().forEach(node -> {
                    if (node instanceof SinkNode sink
                            && sink.target() instanceof SinkNode.FixedTopic fixed
                            && !fixed.topic().internal()
                            && readers.containsKey(fixed.topic())) {
                        loops.add(
                                "topic " + fixed.topic().name() + " is written by " + part.label(sink.name())
                                        + " and read by " + readers.get(fixed.topic())
                                        + ": unless something on the way drops records, each goes round for ever; write to another topic");
                    }
                }));
        return loops;
    }

    private static void look(
            String node, String part, @Nullable Object given, @Nullable Serde<?> byDefault, List<String> missing) {
        if (given == null && byDefault == null) {
            missing.add("node " + node + " has no " + part + " serde");
        }
    }
}
