package io.streamwright.topology;

import static java.util.Objects.requireNonNull;

import io.streamwright.TopologyDescription;
import io.streamwright.errors.TopologyException;
import io.streamwright.processor.ConnectedStoreProvider;
import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.ProcessorWrapper;
import io.streamwright.state.StoreBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The graph of nodes and stores that a {@link io.streamwright.Topology} and the DSL add to, checked at every step.
 *
 * <p>A call that is refused changes nothing. {@link TopologyException} names the node, what is wrong with it, and the remedy.
 *
 * <p>Owner: the thread that builds the program.
 */
public final class TopologyGraph {
    /** All nodes in the order in which they were added: parents before children. */
    private final Map<String, TopologyNode> nodes = new LinkedHashMap<>();

    private final Map<String, StoreBuilder<?>> stores = new LinkedHashMap<>();

    /** The stores of each processor that has any. Hash sets: their order is the one that descriptions print. */
    private final Map<String, Set<String>> storesOf = new LinkedHashMap<>();

    /** The processors of each sink that forward to it without being shown as its parents. */
    private final Map<String, Set<String>> unshownParents = new LinkedHashMap<>();

    /** The processor that keeps each global store, by the store's name. Its source is the processor's only parent. */
    private final Map<String, String> globalKeepers = new LinkedHashMap<>();

    /** The processor that each read-only store is restored through, by the store's name. */
    private final Map<String, String> readOnlyKeepers = new LinkedHashMap<>();

    private final Map<String, RepartitionTopic> repartitionTopics = new LinkedHashMap<>();
    private final Map<String, String> changelogSources = new LinkedHashMap<>();
    private final List<Set<String>> copartitionedSources = new ArrayList<>();
    private final Map<String, CallSite> callSites = new HashMap<>();
    private GeneratedNames generatedNames = GeneratedNames.NONE;
    private final ProcessorWrapper wrapper;

    /**
     * Starts without nodes.
     *
     * @param wrapper sees the supplier of every processor, but for those that keep global stores
     */
    public TopologyGraph(ProcessorWrapper wrapper) {
        this.wrapper = requireNonNull(wrapper, "processor wrapper");
    }

    /**
     * Adds a source.
     *
     * @throws TopologyException if its name is taken, or if another source reads one of its topics
     */
    public void addSource(SourceNode source) {
        checkSource(source, false);
        add(source);
    }

    private void checkSource(SourceNode source, boolean feedsStore) {
        checkName("source", source.name());
        Set<String> topics = new HashSet<>();
        for (TopicRef topic : source.topics()) {
            checkTopic("source", source.name(), topic.name());
            if (!topics.add(topic.name())) {
                throw new TopologyException(
                        "source " + source.name() + " names topic " + topic.name() + " twice: name it once");
            }
        }
        for (TopologyNode node : nodes.values()) {
            if (node instanceof SourceNode other) {
                checkDisjoint(source, other, feedsStore || isGlobal(other.name()));
            }
        }
    }

    private static void checkDisjoint(SourceNode added, SourceNode present, boolean oneFeedsStore) {
        for (TopicRef topic : added.topics()) {
            if (present.topics().stream().anyMatch(other -> other.name().equals(topic.name()))) {
                throw new TopologyException("source " + added.name() + " reads topic " + topic.name()
                        + ", which source " + present.name() + " already reads: "
                        + (oneFeedsStore
                                ? "a topic that fills a store of its own cannot be read a second time"
                                : "use " + present.name() + " as the parent of both branches"));
            }
            checkUnmatched(topic, added, present);
        }
        present.topics().forEach(topic -> checkUnmatched(topic, present, added));
    }

    private static void checkUnmatched(TopicRef topic, SourceNode reader, SourceNode other) {
        if (other.pattern()
                .filter(regex -> regex.matcher(topic.name()).matches())
                .isPresent()) {
            throw new TopologyException("topic " + topic.name() + " of source " + reader.name() + " matches pattern "
                    + other.pattern().get() + " of source " + other.name()
                    + ": a topic has one source, so narrow the pattern or drop the topic");
        }
    }

    private void add(TopologyNode node) {
        nodes.put(node.name(), node);
        CallSite.here().ifPresent(site -> callSites.put(node.name(), site));
    }

    /** Takes down where the program asked for nodes, by their names, if it was not where they were added. */
    public void callSites(Map<String, CallSite> known) {
        callSites.putAll(known);
    }

    /**
     * Adds a sink.
     *
     * @throws TopologyException if its name is taken, or if its parents are missing, unknown, or sinks
     */
    public void addSink(SinkNode sink) {
        checkName("sink", sink.name());
        if (sink.target() instanceof SinkNode.FixedTopic fixed) {
            checkTopic("sink", sink.name(), fixed.topic().name());
        }
        checkParents("sink", sink.name(), sink.parents());
        add(sink);
    }

    /**
     * Lets a processor forward to a sink that was added before it. Descriptions do not show that, as those of Kafka Streams do not have
     * it.
     *
     * @throws TopologyException if the one is no processor or the other no sink
     */
    public void addUnshownParent(String sink, String processor) {
        if (!(nodes.get(sink) instanceof SinkNode) || !(nodes.get(processor) instanceof ProcessorNode)) {
            throw new TopologyException("node " + processor + " cannot forward to " + sink
                    + ": the one has to be a processor, the other a sink that was added before");
        }
        unshownParents.computeIfAbsent(sink, name -> new LinkedHashSet<>()).add(processor);
    }

    /**
     * Adds a processor, adds the stores that its supplier provides, and connects them to it.
     *
     * @throws TopologyException if its name is taken, if its parents are missing, unknown, or sinks, or if one of its stores
     *     has the name of a different one
     * @throws IllegalArgumentException if the supplier returns the same processor twice
     */
    public void addProcessor(String name, ProcessorSupplier<?, ?, ?, ?> supplier, List<String> parents) {
        requireNonNull(supplier, "processor supplier");
        checkPlace(name, parents);
        ProcessorSupplier<?, ?, ?, ?> wrapped = returned(name, wrapper.wrapProcessorSupplier(name, supplier));
        checkSupplier(name, wrapped);
        addProcessor(name, new ProcessorNode.FreeKey(wrapped), wrapped, parents);
    }

    /**
     * Adds a processor whose records keep their key; otherwise as
     * {@link #addProcessor(String, ProcessorSupplier, List)}.
     */
    public void addFixedKeyProcessor(String name, FixedKeyProcessorSupplier<?, ?, ?> supplier, List<String> parents) {
        requireNonNull(supplier, "processor supplier");
        checkPlace(name, parents);
        FixedKeyProcessorSupplier<?, ?, ?> wrapped =
                returned(name, wrapper.wrapFixedKeyProcessorSupplier(name, supplier));
        checkSupplier(name, wrapped);
        addProcessor(name, new ProcessorNode.FixedKey(wrapped), wrapped, parents);
    }

    /**
     * Adds a store of every instance of the application, with the source and the processor that keep it. Logging is switched off: the
     * topic is the store's changelog.
     *
     * @param builder of the store
     * @param source reads one topic
     * @param processor the name of the processor
     * @param supplier of the processor; stores that it brings are left aside
     * @throws TopologyException if a name is taken, or if another source reads the topic
     * @throws IllegalArgumentException if the supplier returns the same processor twice
     */
    public void addGlobalStore(
            StoreBuilder<?> builder, SourceNode source, String processor, ProcessorSupplier<?, ?, ?, ?> supplier) {
        checkKept(builder, source, processor, supplier);
        checkFree(builder);
        keep(builder, source, processor, supplier);
        globalKeepers.put(builder.name(), processor);
    }

    /**
     * Adds a store of a task, with the source and the processor that keep it. Logging is switched off: the topic is the store's
     * changelog, and the processor also runs when the store is restored. More nodes may be added below the source.
     *
     * @param builder of the store
     * @param source reads one topic
     * @param processor the name of the processor
     * @param supplier of the processor; stores that it brings are left aside
     * @throws TopologyException if a name is taken, or if another source reads the topic
     * @throws IllegalArgumentException if the supplier returns the same processor twice
     */
    public void addReadOnlyStore(
            StoreBuilder<?> builder, SourceNode source, String processor, ProcessorSupplier<?, ?, ?, ?> supplier) {
        checkKept(builder, source, processor, supplier);
        checkFree(builder);
        keep(builder, source, processor, supplier);
        readOnlyKeepers.put(builder.name(), processor);
        changelogSources.put(builder.name(), source.topics().get(0).name());
    }

    private void checkKept(
            StoreBuilder<?> builder, SourceNode source, String processor, ProcessorSupplier<?, ?, ?, ?> supplier) {
        checkStoreName(builder);
        checkSource(source, true);
        checkName("processor", processor);
        if (source.name().equals(processor)) {
            throw new TopologyException("source and processor of store " + builder.name() + " have one name, "
                    + processor + ": names are unique within a topology, use another one");
        }
        checkSupplier(processor, supplier);
    }

    private void checkFree(StoreBuilder<?> builder) {
        if (stores.containsKey(builder.name())) {
            throw new TopologyException(
                    "a store with the name " + builder.name()
                            + " was already added, and the one that is added now is kept by a processor of its own: use another name");
        }
    }

    private void keep(
            StoreBuilder<?> builder, SourceNode source, String processor, ProcessorSupplier<?, ?, ?, ?> supplier) {
        builder.withLoggingDisabled();
        add(source);
        add(new ProcessorNode(processor, List.of(source.name()), new ProcessorNode.FreeKey(supplier), Set.of()));
        stores.put(builder.name(), builder);
        storesOf.put(processor, new HashSet<>(Set.of(builder.name())));
    }

    /** Returns whether a node is the source or the processor of a global store. */
    private boolean isGlobal(String node) {
        return globalKeepers.values().stream()
                .anyMatch(keeper -> keeper.equals(node) || sourceOf(keeper).equals(node));
    }

    private String sourceOf(String keeper) {
        TopologyNode node = requireNonNull(nodes.get(keeper), "processor of a global store");
        return node.parents().get(0);
    }

    private void addProcessor(
            String name, ProcessorNode.Work work, ConnectedStoreProvider provider, List<String> parents) {
        Set<StoreBuilder<?>> provided = provider.stores();
        List<StoreBuilder<?>> builders = provided == null ? List.of() : List.copyOf(provided);
        Map<String, StoreBuilder<?>> distinct = new LinkedHashMap<>();
        for (StoreBuilder<?> builder : builders) {
            checkSameStore(builder, distinct.putIfAbsent(builder.name(), builder));
            checkSameStore(builder, stores.get(builder.name()));
            checkNotGlobal(builder.name(), name);
        }
        add(new ProcessorNode(name, parents, work, Set.of()));
        builders.forEach(builder -> addStore(builder, List.of(name)));
    }

    private void checkPlace(String name, List<String> parents) {
        checkName("processor", name);
        checkParents("processor", name, parents);
    }

    private <S> S returned(String name, @Nullable S wrapped) {
        if (wrapped == null) {
            throw new TopologyException(
                    "processor wrapper " + wrapper.getClass().getName() + " returned null for processor " + name
                            + ": return ProcessorWrapper.asWrapped(supplier) or asWrappedFixedKey(supplier) to leave it as it is");
        }
        return wrapped;
    }

    private static void checkSupplier(String name, Supplier<?> supplier) {
        if (requireNonNull(supplier, "processor supplier").get() == supplier.get()) {
            throw new IllegalArgumentException(
                    "the supplier of processor " + name
                            + " returned the same object twice: it must return a new processor at each call, as every task has its own");
        }
    }

    /**
     * Adds a store and connects it to processors. The same builder may be added again.
     *
     * @param processors the processors that may use it; may be empty, and more may be connected later
     * @throws TopologyException if a different builder with that name was added, or as {@link #connect}
     */
    public void addStore(StoreBuilder<?> builder, Collection<String> processors) {
        String name = checkStoreName(builder);
        checkSameStore(builder, stores.get(name));
        if (globalKeepers.containsKey(name)) {
            throw new TopologyException(
                    "store " + name + " was already added as a global store: every processor may read"
                            + " it as it is; use another name for a store of the tasks");
        }
        processors.forEach(processor -> checkUser(processor, name));
        stores.put(name, builder);
        processors.forEach(processor -> connect(processor, List.of(name)));
    }

    private static String checkStoreName(StoreBuilder<?> builder) {
        String name = requireNonNull(requireNonNull(builder, "store builder").name(), "store name");
        if (name.isBlank()) {
            throw new TopologyException("a store has an empty name: name the store");
        }
        return name;
    }

    private void checkNotGlobal(String store, String processor) {
        if (globalKeepers.containsKey(store)) {
            throw new TopologyException(
                    "store " + store + " is connected to processor " + processor
                            + ", but is a global one: every processor may read it without being connected, so leave the name out");
        }
    }

    private static void checkSameStore(StoreBuilder<?> added, @Nullable StoreBuilder<?> present) {
        if (present != null && !present.equals(added)) {
            throw new TopologyException("a different store with the name " + added.name()
                    + " was already added: use one builder for both, or another name");
        }
    }

    /**
     * Connects a processor to stores.
     *
     * @throws TopologyException if the processor or a store was not added, or if the node is no processor
     */
    public void connect(String processor, Collection<String> storeNames) {
        requireNonNull(processor, "processor name");
        if (storeNames.isEmpty()) {
            throw new TopologyException("processor " + processor + " is connected to no store: name at least one");
        }
        for (String store : storeNames) {
            if (!stores.containsKey(requireNonNull(store, "store name"))) {
                throw new TopologyException("store " + store + " of processor " + processor
                        + " is unknown: add the store before it is connected");
            }
            checkNotGlobal(store, processor);
            checkUser(processor, store);
        }
        storesOf.computeIfAbsent(processor, name -> new HashSet<>()).addAll(storeNames);
    }

    private void checkUser(String processor, String store) {
        TopologyNode user = nodes.get(requireNonNull(processor, "processor name"));
        if (user == null) {
            throw new TopologyException("store " + store + " is connected to processor " + processor
                    + ", which is unknown: add the processor first");
        }
        if (!(user instanceof ProcessorNode)) {
            throw new TopologyException("store " + store + " is connected to " + processor
                    + ", which is a source or a sink: only processors use stores");
        }
    }

    /** Declares a topic of sources and sinks as internal: the engine creates it, under the application's name. */
    public void addRepartitionTopic(RepartitionTopic topic) {
        RepartitionTopic present = repartitionTopics.putIfAbsent(topic.topic().name(), topic);
        if (present != null && !present.equals(topic)) {
            throw new TopologyException("repartition topic " + topic.topic().name()
                    + " was already added with other settings: use another name for one of them");
        }
    }

    /** Demands that the topics of these sources have equally many partitions, as their records meet by key. */
    public void copartition(Collection<String> sources) {
        for (String source : sources) {
            if (!(nodes.get(source) instanceof SourceNode)) {
                throw new TopologyException("node " + source + " cannot be copartitioned: it is no source");
            }
        }
        copartitionedSources.add(Set.copyOf(sources));
    }

    /** Lets a store be restored from a topic that the program reads anyway, instead of from a changelog of its own. */
    public void useSourceAsChangelog(String store, String topic) {
        if (changelogSources.putIfAbsent(store, topic) != null) {
            throw new TopologyException("store " + store + " is already restored from a source topic");
        }
    }

    /**
     * Returns the whole program, as the engine runs it. More may be added afterwards; the blueprint does not change then.
     *
     * @throws TopologyException if a repartition topic is not both written and read, or if a store is to be restored from a
     *     topic that no source reads
     */
    public Blueprint blueprint() {
        return new BlueprintAssembly(stores, storesOf, repartitionTopics, changelogSources, readOnlyKeepers, callSites)
                .assemble(groups(nodesToRun()), Set.copyOf(globalKeepers.values()), copartitionedSources);
    }

    /** Takes down which names the program left to be generated. */
    public void generatedNames(GeneratedNames names) {
        generatedNames = names;
    }

    /**
     * Demands that the program names its stores and internal topics.
     *
     * @throws TopologyException if one has a generated name; names all of them
     */
    public void requireGivenNames() {
        generatedNames.refuseIn(blueprint());
    }

    /** Returns the program as people and drawing tools read it; it need not be complete. */
    public TopologyDescription describe() {
        return DescribedTopology.of(groups(nodes.values()), Set.copyOf(globalKeepers.values()), storesOf);
    }

    private List<List<TopologyNode>> groups(Collection<TopologyNode> shown) {
        return NodeGroups.split(shown, storesOf);
    }

    private List<TopologyNode> nodesToRun() {
        return nodes.values().stream().map(this::withAllParents).toList();
    }

    private TopologyNode withAllParents(TopologyNode node) {
        return node instanceof SinkNode sink && unshownParents.containsKey(sink.name())
                ? sink.withParents(unshownParents.get(sink.name()))
                : node;
    }

    private void checkName(String kind, String name) {
        if (requireNonNull(name, kind + " name").isBlank()) {
            throw new TopologyException("a " + kind + " has an empty name: name the " + kind);
        }
        if (nodes.containsKey(name)) {
            throw new TopologyException(kind + " " + name + " has the name of a node that was already added:"
                    + " names are unique within a topology, use another one");
        }
    }

    private static void checkTopic(String kind, String node, String topic) {
        if (requireNonNull(topic, "topic name").isBlank()) {
            throw new TopologyException(kind + " " + node + " has a topic with an empty name: name the topic");
        }
    }

    private void checkParents(String kind, String name, List<String> parents) {
        if (parents.isEmpty()) {
            throw new TopologyException(
                    kind + " " + name + " has no parent: name the sources or processors that forward to it");
        }
        for (String parent : parents) {
            if (parent.equals(name)) {
                throw new TopologyException(kind + " " + name + " is its own parent: a topology has no cycles, "
                        + "so write to a topic and read it by a source instead");
            }
            TopologyNode found = nodes.get(parent);
            if (found == null) {
                throw new TopologyException(kind + " " + name + " has the unknown parent " + parent + ": add " + parent
                        + " before " + name + ", or correct the name");
            }
            if (isGlobal(parent)) {
                throw new TopologyException(kind + " " + name + " has the parent " + parent
                        + ", which keeps a global store and forwards nothing: read the store instead");
            }
            if (found instanceof SinkNode) {
                throw new TopologyException(kind + " " + name + " has the sink " + parent
                        + " as its parent: a sink forwards nothing, so use the parents of " + parent);
            }
        }
    }
}
