package io.streamwright.dsl;

import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.PlanNode;
import io.streamwright.dsl.plan.Repartition;
import io.streamwright.dsl.plan.RepartitionRoute;
import io.streamwright.topology.CallSite;
import io.streamwright.topology.GeneratedNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes down what a program calls, and names what it leaves without a name.
 *
 * <p>Generated names are numbered in one sequence for nodes and stores. A number is also taken where the program gives a name, and at
 * some places without any need: generated names, and with them topics, must stay what Kafka Streams makes them.
 *
 * <p>Owner: the thread that builds the program.
 */
final class PlanRecorder {
    /** Prefixes that end like this are generated names, not the program's. */
    private static final Pattern GENERATED = Pattern.compile("KSTREAM.*-[0-9]{10}");

    private final Map<Integer, PlanNode> nodes = new LinkedHashMap<>();

    /** The repartition step that joins without a name share, by the node whose output the stream is. */
    private final Map<Integer, Repartition> joined = new HashMap<>();

    /** Where the program asked for a node, by the node's name. */
    private final Map<String, CallSite> callSites = new HashMap<>();

    private final Set<String> generated = new HashSet<>();
    private int nextNumber;
    private int nextId;

    /** Starts an empty plan. */
    PlanRecorder() {}

    /** Returns what was recorded so far. */
    Plan plan() {
        return Plan.of(nodes.values());
    }

    /** Records the node that is made for the next identity. Returns it. */
    <N extends PlanNode> N add(IntFunction<N> node) {
        N made = node.apply(nextId++);
        nodes.put(made.id(), made);
        located(made.name());
        return made;
    }

    /** Records that a further operator uses a repartition step. Returns the step. */
    Repartition useAgain(Repartition repartition) {
        Repartition used = repartition.withTurn(nextId++);
        nodes.put(used.id(), used);
        return used;
    }

    /**
     * Returns the repartition step by which a stream is joined: that of the join before, if neither has a name of its own.
     *
     * @param origin the node whose output the stream is
     * @param named whether the join has a name of its own
     * @param step records a step
     */
    Repartition joinStep(int origin, boolean named, Supplier<Repartition> step) {
        Repartition before = joined.get(origin);
        if (before != null && !named) {
            return before;
        }
        Repartition added = step.get();
        joined.put(origin, added);
        return added;
    }

    /** Generates the name of a node. */
    String nodeName(String prefix) {
        String name = prefix + String.format(Locale.ROOT, "%010d", nextNumber++);
        generated.add(name);
        return located(name);
    }

    /** Returns the given name of a node, or generates one; takes a number in both cases. */
    String nodeName(@Nullable String given, String prefix) {
        String generated = nodeName(prefix);
        return given != null ? located(given) : generated;
    }

    /** Takes down where the program is. */
    private String located(String node) {
        CallSite.here().ifPresent(site -> callSites.putIfAbsent(node, site));
        return node;
    }

    /** Returns where the program asked for each node, by the node's name. */
    Map<String, CallSite> callSites() {
        return Map.copyOf(callSites);
    }

    /** Takes down a name that was made of a generated one. Returns it. */
    String generated(String name) {
        generated.add(name);
        return name;
    }

    /** Returns all names that were generated, also those that nothing has. */
    GeneratedNames generatedNames() {
        return new GeneratedNames(generated);
    }

    /** Generates the name of a store. */
    String storeName(String prefix) {
        return nodeName(prefix + "STATE-STORE-");
    }

    /**
     * Names a repartition topic and its nodes.
     *
     * @param prefix of the topic: given, or the generated name of the operator or store that needs it
     */
    RepartitionRoute route(String prefix) {
        String topic = RepartitionRoute.topicOf(prefix);
        String sink = nodeName("KSTREAM-SINK-");
        String filter = nodeName("KSTREAM-FILTER-");
        String source = nodeName("KSTREAM-SOURCE-");
        if (GENERATED.matcher(prefix).matches()) {
            return new RepartitionRoute(topic, Optional.of(filter), sink, source);
        }
        RepartitionRoute named = RepartitionRoute.namedAfter(topic);
        named.filter().ifPresent(this::located);
        located(named.sink());
        located(named.source());
        return named;
    }
}
