package io.streamwright.topology;

import io.streamwright.errors.TopologyException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Names that the program left to be generated: they change with the program, and with them what its stores and topics are called
 * (KIP-1111). Immutable.
 *
 * @param names of nodes and stores, those that other names begin with included
 */
public record GeneratedNames(Set<String> names) {

    /** Nothing was generated. */
    static final GeneratedNames NONE = new GeneratedNames(Set.of());

    public GeneratedNames {
        names = Set.copyOf(names);
    }

    private boolean has(String name) {
        return names.contains(name) || names.stream().anyMatch(generated -> name.startsWith(generated + "-"));
    }

    /**
     * Refuses stores and internal topics with generated names.
     *
     * @throws TopologyException names all of them, with where the program asked for them
     */
    void refuseIn(Blueprint program) {
        Set<String> stores = new TreeSet<>();
        Set<String> changelogs = new TreeSet<>();
        program.stores().values().stream().filter(store -> has(store.name())).forEach(store -> {
            stores.add(store.name() + placeOf(store.processors(), program));
            store.changelog().filter(TopicRef::internal).ifPresent(topic -> changelogs.add(topic.name()));
        });
        Set<String> repartitions = new TreeSet<>();
        program.repartitionTopics().keySet().stream()
                .filter(this::has)
                .forEach(topic -> repartitions.add(topic + placeOf(writersOf(topic, program), program)));
        List<String> found = new ArrayList<>();
        addTo(found, "stores ", stores);
        addTo(found, "changelogs ", changelogs);
        addTo(found, "repartition topics ", repartitions);
        if (!found.isEmpty()) {
            throw new TopologyException("names are generated, which ensure.explicit.internal.resource.naming forbids: "
                    + String.join("; ", found)
                    + ". Name the operators that they belong to (Named.as, Materialized.as, Grouped.as, StreamJoined.as,"
                    + " Joined.as, TableJoined.as, Repartitioned.as)");
        }
    }

    private static void addTo(List<String> found, String kind, Set<String> names) {
        if (!names.isEmpty()) {
            found.add(kind + String.join(", ", names));
        }
    }

    private static List<String> writersOf(String topic, Blueprint program) {
        return parts(program)
                .flatMap(part -> part.nodes().stream())
                .filter(node -> node instanceof SinkNode sink
                        && sink.target() instanceof SinkNode.FixedTopic fixed
                        && fixed.topic().name().equals(topic))
                .map(TopologyNode::name)
                .toList();
    }

    private static String placeOf(Collection<String> nodes, Blueprint program) {
        return parts(program)
                .flatMap(part -> nodes.stream()
                        .sorted()
                        .flatMap(node -> Stream.ofNullable(part.callSites().get(node))))
                .findFirst()
                .map(site -> " (" + site + ")")
                .orElse("");
    }

    private static Stream<SubTopology> parts(Blueprint program) {
        return Stream.concat(program.subTopologies().stream(), program.globals().stream());
    }
}
