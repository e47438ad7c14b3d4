package io.streamwright;

import static java.util.Objects.requireNonNull;

import io.streamwright.errors.TopologyException;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StreamPartitioner;
import io.streamwright.processor.TimestampExtractor;
import io.streamwright.processor.TopicNameExtractor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.ProcessorWrapper;
import io.streamwright.state.StoreBuilder;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.SinkNode;
import io.streamwright.topology.SourceNode;
import io.streamwright.topology.TopicRef;
import io.streamwright.topology.TopologyGraph;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A program as a graph of named nodes: sources read topics, processors work on records, sinks write topics.
 *
 * <p>Parents are added before their children. Processors that are connected, by forwarding or by a store they share, form a
 * sub-topology; sub-topologies exchange records by topics only. {@link StreamsBuilder} makes a topology from a program in the
 * DSL, and nodes may be added to it.
 *
 * <p>Every {@code add} and {@code connect} method returns this topology. Every {@code add} method throws {@link TopologyException} if the name is taken or empty, and changes nothing then. A
 * {@code null} where it is not allowed is a {@link NullPointerException}.
 *
 * <p>Owner: the thread that builds the program.
 */
public class Topology {
    private final TopologyGraph graph;
    private final @Nullable TopologyConfig config;

    /** Creates a topology without nodes. */
    public Topology() {
        this(null, UnwrappedProcessors.INSTANCE);
    }

    /**
     * Creates a topology without nodes that has settings of its own (KIP-591).
     *
     * @param topologyConfigs what counts for this topology, also when it runs
     * @throws org.apache.kafka.common.config.ConfigException if the processor wrapper that they name cannot be made
     */
    public Topology(TopologyConfig topologyConfigs) {
        this(requireNonNull(topologyConfigs, "topology configs"), topologyConfigs.processorWrapper());
    }

    private Topology(@Nullable TopologyConfig config, ProcessorWrapper wrapper) {
        this.config = config;
        this.graph = new TopologyGraph(wrapper);
    }

    /** Adds a source of topics with the configured deserializers, timestamp extractor and offset reset. */
    public Topology addSource(String name, String... topics) {
        return addSource(null, name, null, null, null, topics);
    }

    /** Adds a source of all topics whose name matches a pattern with the configured deserializers, timestamp extractor and offset reset. */
    public Topology addSource(String name, Pattern topicPattern) {
        return addSource(null, name, null, null, null, topicPattern);
    }

    /** Adds a source of topics that starts where {@code offsetReset} says if nothing is committed. */
    public Topology addSource(@Nullable AutoOffsetReset offsetReset, String name, String... topics) {
        return addSource(offsetReset, name, null, null, null, topics);
    }

    /** Adds a source of all topics whose name matches a pattern that starts where {@code offsetReset} says if nothing is committed. */
    public Topology addSource(@Nullable AutoOffsetReset offsetReset, String name, Pattern topicPattern) {
        return addSource(offsetReset, name, null, null, null, topicPattern);
    }

    /** Adds a source of topics that takes time from {@code timestampExtractor}. */
    public Topology addSource(@Nullable TimestampExtractor timestampExtractor, String name, String... topics) {
        return addSource(null, name, timestampExtractor, null, null, topics);
    }

    /** Adds a source of all topics whose name matches a pattern that takes time from {@code timestampExtractor}. */
    public Topology addSource(@Nullable TimestampExtractor timestampExtractor, String name, Pattern topicPattern) {
        return addSource(null, name, timestampExtractor, null, null, topicPattern);
    }

    /** Adds a source of topics with an offset reset and a timestamp extractor of its own. */
    public Topology addSource(
            @Nullable AutoOffsetReset offsetReset,
            @Nullable TimestampExtractor timestampExtractor,
            String name,
            String... topics) {
        return addSource(offsetReset, name, timestampExtractor, null, null, topics);
    }

    /** Adds a source of all topics whose name matches a pattern with an offset reset and a timestamp extractor of its own. */
    public Topology addSource(
            @Nullable AutoOffsetReset offsetReset,
            @Nullable TimestampExtractor timestampExtractor,
            String name,
            Pattern topicPattern) {
        return addSource(offsetReset, name, timestampExtractor, null, null, topicPattern);
    }

    /** Adds a source of topics with deserializers of its own. */
    public <K, V> Topology addSource(
            String name,
            @Nullable Deserializer<K> keyDeserializer,
            @Nullable Deserializer<V> valueDeserializer,
            String... topics) {
        return addSource(null, name, null, keyDeserializer, valueDeserializer, topics);
    }

    /** Adds a source of all topics whose name matches a pattern with deserializers of its own. */
    public <K, V> Topology addSource(
            String name,
            @Nullable Deserializer<K> keyDeserializer,
            @Nullable Deserializer<V> valueDeserializer,
            Pattern topicPattern) {
        return addSource(null, name, null, keyDeserializer, valueDeserializer, topicPattern);
    }

    /** Adds a source of topics with an offset reset and deserializers of its own. */
    public <K, V> Topology addSource(
            @Nullable AutoOffsetReset offsetReset,
            String name,
            @Nullable Deserializer<K> keyDeserializer,
            @Nullable Deserializer<V> valueDeserializer,
            String... topics) {
        return addSource(offsetReset, name, null, keyDeserializer, valueDeserializer, topics);
    }

    /** Adds a source of all topics whose name matches a pattern with an offset reset and deserializers of its own. */
    public <K, V> Topology addSource(
            @Nullable AutoOffsetReset offsetReset,
            String name,
            @Nullable Deserializer<K> keyDeserializer,
            @Nullable Deserializer<V> valueDeserializer,
            Pattern topicPattern) {
        return addSource(offsetReset, name, null, keyDeserializer, valueDeserializer, topicPattern);
    }

    /**
     * Adds a source of topics.
     *
     * @param offsetReset where to start if nothing is committed; null: as configured
     * @param name the node's name
     * @param timestampExtractor gives each record its time; null: as configured
     * @param keyDeserializer null: the one of the configured default key serde
     * @param valueDeserializer null: the one of the configured default value serde
     * @param topics at least one; no other source may read it
     * @throws TopologyException if no topic is given, or if another source reads one of them
     */
    public <K, V> Topology addSource(
            @Nullable AutoOffsetReset offsetReset,
            String name,
            @Nullable TimestampExtractor timestampExtractor,
            @Nullable Deserializer<K> keyDeserializer,
            @Nullable Deserializer<V> valueDeserializer,
            String... topics) {
        List<TopicRef> refs = List.of(topics).stream().map(TopicRef::external).toList();
        if (refs.isEmpty()) {
            throw new TopologyException("source " + name + " reads no topic: name at least one, or give a pattern");
        }
        graph.addSource(new SourceNode(
                name, refs, Optional.empty(), keyDeserializer, valueDeserializer, timestampExtractor, offsetReset));
        return this;
    }

    /**
     * Adds a source of all topics whose name matches a pattern.
     *
     * @param offsetReset where to start if nothing is committed; null: as configured
     * @param name the node's name
     * @param timestampExtractor gives each record its time; null: as configured
     * @param keyDeserializer null: the one of the configured default key serde
     * @param valueDeserializer null: the one of the configured default value serde
     * @param topicPattern matches whole names; no topic that another source names may match
     * @throws TopologyException if a topic that another source names matches
     */
    public <K, V> Topology addSource(
            @Nullable AutoOffsetReset offsetReset,
            String name,
            @Nullable TimestampExtractor timestampExtractor,
            @Nullable Deserializer<K> keyDeserializer,
            @Nullable Deserializer<V> valueDeserializer,
            Pattern topicPattern) {
        requireNonNull(topicPattern, "topic pattern");
        graph.addSource(new SourceNode(
                name,
                List.of(),
                Optional.of(topicPattern),
                keyDeserializer,
                valueDeserializer,
                timestampExtractor,
                offsetReset));
        return this;
    }

    /** Adds a sink to one topic, with the configured serializers, partitioned by key. */
    public Topology addSink(String name, String topic, String... parentNames) {
        return addSink(name, topic, null, null, null, parentNames);
    }

    /** Adds a sink to one topic, with the configured serializers and a partitioner of its own. */
    public <K, V> Topology addSink(
            String name,
            String topic,
            @Nullable StreamPartitioner<? super K, ? super V> partitioner,
            String... parentNames) {
        return addSink(name, topic, null, null, partitioner, parentNames);
    }

    /** Adds a sink to one topic, with serializers of its own, partitioned by key. */
    public <K, V> Topology addSink(
            String name,
            String topic,
            @Nullable Serializer<K> keySerializer,
            @Nullable Serializer<V> valueSerializer,
            String... parentNames) {
        return addSink(name, topic, keySerializer, valueSerializer, null, parentNames);
    }

    /**
     * Adds a sink to one topic.
     *
     * @param name the node's name
     * @param topic the topic that all records go to
     * @param keySerializer null: the one of the configured default key serde
     * @param valueSerializer null: the one of the configured default value serde
     * @param partitioner null: by the hash of the serialized key
     * @param parentNames the sources and processors that forward to it; at least one
     * @throws TopologyException if a parent is unknown or a sink, or none is given
     */
    public <K, V> Topology addSink(
            String name,
            String topic,
            @Nullable Serializer<K> keySerializer,
            @Nullable Serializer<V> valueSerializer,
            @Nullable StreamPartitioner<? super K, ? super V> partitioner,
            String... parentNames) {
        SinkNode.Target target = new SinkNode.FixedTopic(TopicRef.external(requireNonNull(topic, "topic")));
        graph.addSink(new SinkNode(name, List.of(parentNames), target, keySerializer, valueSerializer, partitioner));
        return this;
    }

    /** Adds a sink to the topic that an extractor chooses for each record, with the configured serializers, partitioned by key. */
    public <K, V> Topology addSink(
            String name, TopicNameExtractor<? super K, ? super V> topicExtractor, String... parentNames) {
        return addSink(name, topicExtractor, null, null, null, parentNames);
    }

    /** Adds a sink to the topic that an extractor chooses for each record, with the configured serializers and a partitioner of its own. */
    public <K, V> Topology addSink(
            String name,
            TopicNameExtractor<? super K, ? super V> topicExtractor,
            @Nullable StreamPartitioner<? super K, ? super V> partitioner,
            String... parentNames) {
        return addSink(name, topicExtractor, null, null, partitioner, parentNames);
    }

    /** Adds a sink to the topic that an extractor chooses for each record, with serializers of its own, partitioned by key. */
    public <K, V> Topology addSink(
            String name,
            TopicNameExtractor<? super K, ? super V> topicExtractor,
            @Nullable Serializer<K> keySerializer,
            @Nullable Serializer<V> valueSerializer,
            String... parentNames) {
        return addSink(name, topicExtractor, keySerializer, valueSerializer, null, parentNames);
    }

    /**
     * Adds a sink to the topic that an extractor chooses for each record.
     *
     * @param name the node's name
     * @param topicExtractor chooses the topic of each record; the topics must exist
     * @param keySerializer null: the one of the configured default key serde
     * @param valueSerializer null: the one of the configured default value serde
     * @param partitioner null: by the hash of the serialized key
     * @param parentNames the sources and processors that forward to it; at least one
     * @throws TopologyException if a parent is unknown or a sink, or none is given
     */
    public <K, V> Topology addSink(
            String name,
            TopicNameExtractor<? super K, ? super V> topicExtractor,
            @Nullable Serializer<K> keySerializer,
            @Nullable Serializer<V> valueSerializer,
            @Nullable StreamPartitioner<? super K, ? super V> partitioner,
            String... parentNames) {
        SinkNode.Target target = new SinkNode.ChosenTopic(requireNonNull(topicExtractor, "topic extractor"));
        graph.addSink(new SinkNode(name, List.of(parentNames), target, keySerializer, valueSerializer, partitioner));
        return this;
    }

    /**
     * Adds a processor, adds the stores that its supplier names, and connects them to it.
     *
     * @param name the node's name
     * @param supplier returns a new processor at each call
     * @param parentNames the sources and processors that forward to it; at least one
     * @throws TopologyException if a parent is unknown or a sink, or none is given
     * @throws IllegalArgumentException if the supplier returns the same processor twice
     */
    public <KIn, VIn, KOut, VOut> Topology addProcessor(
            String name, ProcessorSupplier<KIn, VIn, KOut, VOut> supplier, String... parentNames) {
        graph.addProcessor(name, supplier, List.of(parentNames));
        return this;
    }

    /**
     * Adds a store. A store that no processor is connected to is not opened.
     *
     * @param storeBuilder makes the store; the same builder may be added again
     * @param processorNames the processors that may use it
     * @throws TopologyException if a different builder has that name, or if a processor is unknown
     */
    public <S extends StateStore> Topology addStateStore(StoreBuilder<S> storeBuilder, String... processorNames) {
        graph.addStore(storeBuilder, List.of(processorNames));
        return this;
    }

    /** Adds a store of every instance of the application, with the configured timestamp extractor. */
    public <K extends @Nullable Object, V extends @Nullable Object, S extends StateStore> Topology addGlobalStore(
            StoreBuilder<S> storeBuilder,
            String sourceName,
            @Nullable Deserializer<K> keyDeserializer,
            @Nullable Deserializer<V> valueDeserializer,
            String topic,
            String processorName,
            ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
        return addGlobalStore(
                storeBuilder,
                sourceName,
                null,
                keyDeserializer,
                valueDeserializer,
                topic,
                processorName,
                stateUpdateSupplier);
    }

    /**
     * Adds a store of which every instance of the application keeps a full copy: what a processor makes of all partitions of a topic.
     *
     * <p>The topic is read from its start, committed records only, before the first record of a task is processed; then the store
     * follows the topic. Every processor may read it by its name without being connected to it. The processor that keeps it runs outside
     * of all tasks and transactions: it forwards nothing and has no stream time and no punctuations.
     *
     * @param storeBuilder makes the store; logging is switched off, as the topic is the store's changelog
     * @param sourceName the name of the node that reads the topic
     * @param timestampExtractor gives each record its time; null: as configured
     * @param keyDeserializer null: the one of the configured default key serde
     * @param valueDeserializer null: the one of the configured default value serde
     * @param topic the topic; no other source may read it
     * @param processorName the name of the processor that keeps the store
     * @param stateUpdateSupplier returns a new processor at each call, which writes the store; it also runs when the store is restored
     * @throws TopologyException if a name is taken, or if another source reads the topic
     * @throws IllegalArgumentException if the supplier returns the same processor twice
     */
    public <K extends @Nullable Object, V extends @Nullable Object, S extends StateStore> Topology addGlobalStore(
            StoreBuilder<S> storeBuilder,
            String sourceName,
            @Nullable TimestampExtractor timestampExtractor,
            @Nullable Deserializer<K> keyDeserializer,
            @Nullable Deserializer<V> valueDeserializer,
            String topic,
            String processorName,
            ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
        graph.addGlobalStore(
                storeBuilder,
                sourceOf(sourceName, timestampExtractor, keyDeserializer, valueDeserializer, topic, null),
                processorName,
                stateUpdateSupplier);
        return this;
    }

    /** Adds a store of the tasks that a topic is the changelog of, with the configured timestamp extractor. */
    public <K extends @Nullable Object, V extends @Nullable Object, S extends StateStore>
            Topology addReadOnlyStateStore(
                    StoreBuilder<S> storeBuilder,
                    String sourceName,
                    @Nullable Deserializer<K> keyDeserializer,
                    @Nullable Deserializer<V> valueDeserializer,
                    String topic,
                    String processorName,
                    ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
        return addReadOnlyStateStore(
                storeBuilder,
                sourceName,
                null,
                keyDeserializer,
                valueDeserializer,
                topic,
                processorName,
                stateUpdateSupplier);
    }

    /**
     * Adds a store of the tasks that holds what a processor makes of a topic, which is also the store's changelog (KIP-813). Processors
     * that are connected to the store may read it; only the one that keeps it may write.
     *
     * @param storeBuilder makes the store; logging is switched off
     * @param sourceName the name of the node that reads the topic, from its start
     * @param timestampExtractor gives each record its time; null: as configured
     * @param keyDeserializer null: the one of the configured default key serde
     * @param valueDeserializer null: the one of the configured default value serde
     * @param topic the topic; no other source may read it
     * @param processorName the name of the processor that keeps the store
     * @param stateUpdateSupplier returns a new processor at each call, which writes the store and no other; it also runs when the store
     *     is restored
     * @throws TopologyException if a name is taken, or if another source reads the topic
     * @throws IllegalArgumentException if the supplier returns the same processor twice
     */
    public <K extends @Nullable Object, V extends @Nullable Object, S extends StateStore>
            Topology addReadOnlyStateStore(
                    StoreBuilder<S> storeBuilder,
                    String sourceName,
                    @Nullable TimestampExtractor timestampExtractor,
                    @Nullable Deserializer<K> keyDeserializer,
                    @Nullable Deserializer<V> valueDeserializer,
                    String topic,
                    String processorName,
                    ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
        graph.addReadOnlyStore(
                storeBuilder,
                sourceOf(
                        sourceName,
                        timestampExtractor,
                        keyDeserializer,
                        valueDeserializer,
                        topic,
                        AutoOffsetReset.earliest()),
                processorName,
                stateUpdateSupplier);
        return this;
    }

    private static SourceNode sourceOf(
            String name,
            @Nullable TimestampExtractor timestampExtractor,
            @Nullable Deserializer<?> keyDeserializer,
            @Nullable Deserializer<?> valueDeserializer,
            String topic,
            @Nullable AutoOffsetReset offsetReset) {
        return new SourceNode(
                requireNonNull(name, "source name"),
                List.of(TopicRef.external(requireNonNull(topic, "topic"))),
                Optional.empty(),
                keyDeserializer,
                valueDeserializer,
                timestampExtractor,
                offsetReset);
    }

    /**
     * Lets a processor use stores. Processors that share a store run in the same task.
     *
     * @param processorName the processor
     * @param stateStoreNames stores that were added; at least one
     * @throws TopologyException if the processor or a store is unknown, or if the node is a source or a sink
     */
    public Topology connectProcessorAndStateStores(String processorName, String... stateStoreNames) {
        graph.connect(processorName, List.of(stateStoreNames));
        return this;
    }

    /** Returns what was added so far. */
    public TopologyDescription describe() {
        return graph.describe();
    }

    /**
     * For the engine and the test driver: returns the whole program, checked.
     *
     * @throws TopologyException if an internal topic is not both written and read
     */
    public Blueprint blueprint() {
        return graph.blueprint();
    }

    /** For the engine and the test driver: returns the settings of the application that runs this topology, as they are for it. */
    public StreamsConfig settings(StreamsConfig application) {
        return config == null ? application : config.over(application);
    }

    /** For the engine and the test driver: returns the same, with the stores that settings ask for where the program chooses none. */
    public Blueprint blueprint(StreamsConfig application) {
        return blueprint()
                .withStoresOf(DefaultStores.in(config, application), DefaultStores.keepHeaders(settings(application)));
    }

    /** For the DSL: returns the graph behind this topology, which also takes internal topics and copartitioned sources. */
    public TopologyGraph graph() {
        return graph;
    }
}
