package io.streamwright.runtime;

import io.streamwright.errors.TopologyException;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.SinkNode;
import io.streamwright.topology.SourceNode;
import io.streamwright.topology.SubTopology;
import io.streamwright.topology.TopologyNode;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/** Finds what a program lacks before anything is opened, all of it at once. Thread-safe: holds nothing. */
final class ProgramCheck {
    private ProgramCheck() {}

    /**
     * Checks a program against the settings it is to run with.
     *
     * @throws TopologyException if it reads nothing, or a serde is missing; names every place
     */
    static void check(Blueprint program, RuntimeSettings settings) {
        if (program.subTopologies().isEmpty()) {
            throw new TopologyException(
                    "the topology is empty: it reads no topic; add a source with StreamsBuilder.stream"
                            + " or Topology.addSource");
        }
        Serde<?> keySerde = settings.keySerde().get();
        Serde<?> valueSerde = settings.valueSerde().get();
        List<String> missing = new ArrayList<>();
        for (SubTopology part : program.subTopologies()) {
            for (TopologyNode node : part.nodes()) {
                if (node instanceof SourceNode source) {
                    look(source.name(), "key", source.keyDeserializer(), keySerde, missing);
                    look(source.name(), "value", source.valueDeserializer(), valueSerde, missing);
                } else if (node instanceof SinkNode sink) {
                    look(sink.name(), "key", sink.keySerializer(), keySerde, missing);
                    look(sink.name(), "value", sink.valueSerializer(), valueSerde, missing);
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new TopologyException("serdes are missing: " + String.join("; ", missing)
                    + ". Name them where the topology reads, writes or groups (Consumed.with, Produced.with, Grouped.with), or set"
                    + " default.key.serde and default.value.serde");
        }
    }

    private static void look(
            String node, String part, @Nullable Object given, @Nullable Serde<?> byDefault, List<String> missing) {
        if (given == null && byDefault == null) {
            missing.add("node " + node + " has no " + part + " serde");
        }
    }
}
