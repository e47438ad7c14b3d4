package io.streamwright.topology;

import io.streamwright.errors.TopologyException;
import io.streamwright.state.StoreBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts a {@link Blueprint} together: every node gets what was said of it after it was added.
 *
 * <p>Owner: the call that assembles.
 */
final class BlueprintAssembly implements TopologyNode.Cases<TopologyNode> {
    private final Map<String, StoreBuilder<?>> stores;
    private final Map<String, Set<String>> storesOf;
    private final Map<String, RepartitionTopic> repartitionTopics;
    private final Map<String, String> changelogSources;
    private final Map<String, String> readOnlyKeepers;
    private final Map<String, CallSite> callSites;

    /** The topics of each source that names them, found on the way. */
    private final Map<String, List<TopicRef>> topicsRead = new HashMap<>();

    private final Set<TopicRef> topicsWritten = new HashSet<>();

    /**
     * Starts with what a {@link TopologyGraph} holds.
     *
     * @param stores all stores, by name
     * @param storesOf the stores of each processor that has any, by the processor's name
     * @param repartitionTopics the internal topics, by name
     * @param changelogSources the topic that a store is restored from instead of a changelog, by the store's name
     * @param readOnlyKeepers the processor that a read-only store is restored through, by the store's name
     */
    BlueprintAssembly(
            Map<String, StoreBuilder<?>> stores,
            Map<String, Set<String>> storesOf,
            Map<String, RepartitionTopic> repartitionTopics,
            Map<String, String> changelogSources,
            Map<String, String> readOnlyKeepers,
            Map<String, CallSite> callSites) {
        this.stores = stores;
        this.storesOf = storesOf;
        this.repartitionTopics = repartitionTopics;
        this.changelogSources = changelogSources;
        this.readOnlyKeepers = readOnlyKeepers;
        this.callSites = callSites;
    }

    /**
     * Returns the blueprint.
     *
     * @param groups the nodes of each sub-topology, by id
     * @param globalKeepers the processors that keep global stores
     * @param copartitionedSources the sources whose topics must have equally many partitions
     */
    Blueprint assemble(
            List<List<TopologyNode>> groups, Set<String> globalKeepers, List<Set<String>> copartitionedSources) {
        List<SubTopology> parts = new ArrayList<>();
        List<SubTopology> globals = new ArrayList<>();
        for (int id = 0; id < groups.size(); id++) {
            List<TopologyNode> group = groups.get(id);
            List<TopologyNode> complete =
                    group.stream().map(node -> node.match(this)).toList();
            boolean isGlobal = group.stream().anyMatch(node -> globalKeepers.contains(node.name()));
            (isGlobal ? globals : parts).add(new SubTopology(id, complete, storesUsedBy(group), callSitesOf(group)));
        }
        Map<String, StoreNode> storeNodes = new HashMap<>();
        stores.forEach((name, builder) ->
                storeNodes.put(name, new StoreNode(builder, usersOf(name), sourceAsChangelog(name), keeperOf(name))));
        checkRepartitionTopics();
        checkChangelogSources();
        return new Blueprint(parts, globals, storeNodes, repartitionTopics, copartitionedTopics(copartitionedSources));
    }

    private Map<String, CallSite> callSitesOf(Collection<TopologyNode> group) {
        Map<String, CallSite> known = new HashMap<>(callSites);
        known.keySet().retainAll(group.stream().map(TopologyNode::name).toList());
        return known;
    }

    private Set<String> storesUsedBy(Collection<TopologyNode> group) {
        Set<String> used = new HashSet<>();
        group.forEach(node -> used.addAll(storesOf.getOrDefault(node.name(), Set.of())));
        return used;
    }

    @Override
    public TopologyNode source(SourceNode node) {
        if (node.topics().isEmpty()) {
            return node;
        }
        List<TopicRef> topics = node.topics().stream().map(this::resolved).toList();
        topicsRead.put(node.name(), topics);
        return new SourceNode(
                node.name(),
                topics,
                node.pattern(),
                node.keyDeserializer(),
                node.valueDeserializer(),
                node.timestampExtractor(),
                node.offsetReset());
    }

    @Override
    public TopologyNode processor(ProcessorNode node) {
        return new ProcessorNode(
                node.name(), node.parents(), node.work(), storesOf.getOrDefault(node.name(), Set.of()));
    }

    @Override
    public TopologyNode sink(SinkNode node) {
        if (!(node.target() instanceof SinkNode.FixedTopic fixed)) {
            return node;
        }
        TopicRef topic = resolved(fixed.topic());
        topicsWritten.add(topic);
        return new SinkNode(
                node.name(),
                node.parents(),
                new SinkNode.FixedTopic(topic),
                node.keySerializer(),
                node.valueSerializer(),
                node.partitioner());
    }

    /** Returns the topic as internal if it was declared as a repartition topic, whoever names it. */
    private TopicRef resolved(TopicRef topic) {
        RepartitionTopic declared = repartitionTopics.get(topic.name());
        if (declared != null) {
            return declared.topic();
        }
        if (topic.internal()) {
            throw new TopologyException(
                    "internal topic " + topic.name() + " was not declared: add it as a repartition topic");
        }
        return topic;
    }

    private Set<String> usersOf(String store) {
        Set<String> users = new HashSet<>();
        storesOf.forEach((processor, used) -> {
            if (used.contains(store)) {
                users.add(processor);
            }
        });
        return users;
    }

    private Optional<String> keeperOf(String store) {
        return Optional.ofNullable(readOnlyKeepers.get(store));
    }

    private Optional<TopicRef> sourceAsChangelog(String store) {
        return Optional.ofNullable(changelogSources.get(store))
                .map(name -> topicsRead.values().stream()
                        .flatMap(List::stream)
                        .filter(topic -> topic.name().equals(name))
                        .findAny()
                        .orElseThrow(() -> new TopologyException("store " + store + " is to be restored from topic "
                                + name + ", which no source reads: let it write its own changelog")));
    }

    private void checkRepartitionTopics() {
        Set<TopicRef> read = new HashSet<>();
        topicsRead.values().forEach(read::addAll);
        for (RepartitionTopic repartition : repartitionTopics.values()) {
            if (!topicsWritten.contains(repartition.topic()) || !read.contains(repartition.topic())) {
                throw new TopologyException("repartition topic "
                        + repartition.topic().name() + " needs a sink that writes it and a source that reads it");
            }
        }
    }

    private void checkChangelogSources() {
        changelogSources.forEach((store, topic) -> {
            if (!stores.containsKey(store)) {
                throw new TopologyException(
                        "store " + store + " is to be restored from topic " + topic + ", but was not added: add it");
            }
        });
    }

    /** Returns the groups of topics; groups that share a topic are one, and a topic alone is no group. */
    private List<Set<String>> copartitionedTopics(List<Set<String>> copartitionedSources) {
        List<Set<String>> groups = new ArrayList<>();
        for (Set<String> sources : copartitionedSources) {
            Set<String> group = new HashSet<>();
            for (String source : sources) {
                topicsRead.getOrDefault(source, List.of()).forEach(topic -> group.add(topic.name()));
            }
            List<Set<String>> touched = groups.stream()
                    .filter(other -> !Collections.disjoint(other, group))
                    .toList();
            groups.removeAll(touched);
            touched.forEach(group::addAll);
            groups.add(group);
        }
        return groups.stream()
                .filter(group -> group.size() > 1)
                .map(Set::copyOf)
                .toList();
    }
}
