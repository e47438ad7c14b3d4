package io.streamwright;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.Program;
import io.streamwright.dsl.rewrite.Optimization;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.GlobalKTable;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Where a program in the DSL begins.
 *
 * <pre>{@code
 * StreamsBuilder builder = new StreamsBuilder();
 * builder.stream("lines", Consumed.with(Serdes.String(), Serdes.String()))
 *         .flatMapValues(line -> List.of(line.split(" ")))
 *         .groupBy((key, word) -> word)
 *         .count()
 *         .toStream()
 *         .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
 * Topology topology = builder.build();
 * }</pre>
 *
 * <p>{@code null} as an argument is a {@link NullPointerException}; contradictions that show only in the whole program are a
 * {@link TopologyException} of {@link #build}.
 *
 * <p>Owner: the thread that builds the program.
 */
public class StreamsBuilder {
    private final Program program = new Program();
    private final @Nullable TopologyConfig config;

    /** Starts an empty program. */
    public StreamsBuilder() {
        this.config = null;
    }

    /**
     * Starts an empty program with settings of its own (KIP-591).
     *
     * @param topologyConfigs what counts for this program, also when it runs
     */
    public StreamsBuilder(TopologyConfig topologyConfigs) {
        this.config = requireNonNull(topologyConfigs, "topology configs");
    }

    /**
     * Makes the topology to which the program is added when it is built, if the program has settings of its own.
     *
     * @param topologyConfigs those settings
     * @return a topology without nodes; a new one at each call
     */
    protected Topology newTopology(TopologyConfig topologyConfigs) {
        return new Topology(topologyConfigs);
    }

    /** Reads a topic as a stream, as configured. */
    public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(String topic) {
        return stream(List.of(topic));
    }

    /** Reads a topic as a stream. */
    public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(
            String topic, Consumed<K, V> consumed) {
        return stream(List.of(topic), consumed);
    }

    /** Reads topics as one stream, as configured. */
    public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(Collection<String> topics) {
        return stream(topics, Consumed.with(null, null));
    }

    /**
     * Reads topics as one stream. The records of a partition keep their order; how those of several topics mix depends on their
     * timestamps.
     *
     * @param topics at least one; they must have the same types of keys and values
     * @param consumed how they are read
     * @return the stream
     * @throws TopologyException if no topic is given
     */
    public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(
            Collection<String> topics, Consumed<K, V> consumed) {
        List<String> distinct = topics.stream().distinct().toList();
        if (distinct.isEmpty()) {
            throw new TopologyException("a stream reads no topic: name at least one, or give a pattern");
        }
        return program.stream(distinct, requireNonNull(consumed, "consumed"));
    }

    /** Reads all topics whose names match as one stream, as configured. */
    public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(Pattern topicPattern) {
        return stream(topicPattern, Consumed.with(null, null));
    }

    /**
     * Reads all topics whose names match as one stream.
     *
     * @param topicPattern matches whole names
     * @param consumed how they are read
     * @return the stream
     */
    public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(
            Pattern topicPattern, Consumed<K, V> consumed) {
        return program.stream(requireNonNull(topicPattern, "topic pattern"), requireNonNull(consumed, "consumed"));
    }

    /**
     * Reads a topic as a table: a record without a value deletes its key, one without a key is dropped.
     *
     * @param topic the topic; written by key, best compacted
     * @param consumed how it is read
     * @param materialized how the table is kept; its serdes count where {@code consumed} leaves them open
     * @return the table
     */
    public <K extends @Nullable Object, V extends @Nullable Object> KTable<K, V> table(
            String topic, Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return program.table(
                requireNonNull(topic, "topic"),
                requireNonNull(consumed, "consumed"),
                requireNonNull(materialized, "materialized"));
    }

    /** Reads a topic as a table, as configured. */
    public <K extends @Nullable Object, V extends @Nullable Object> KTable<K, V> table(String topic) {
        return table(topic, Consumed.with(null, null));
    }

    /** Reads a topic as a table, which is kept in a store only if an operator needs it. */
    public <K extends @Nullable Object, V extends @Nullable Object> KTable<K, V> table(
            String topic, Consumed<K, V> consumed) {
        return table(topic, consumed, Materialized.with(null, null));
    }

    /** Reads a topic as a table, with the serdes of its store. */
    public <K extends @Nullable Object, V extends @Nullable Object> KTable<K, V> table(
            String topic, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return table(topic, Consumed.with(null, null), materialized);
    }

    /** Reads a whole topic into a table of every instance, as configured. */
    public <K extends @Nullable Object, V extends @Nullable Object> GlobalKTable<K, V> globalTable(String topic) {
        return globalTable(topic, Consumed.with(null, null));
    }

    /** Reads a whole topic into a table of every instance. */
    public <K extends @Nullable Object, V extends @Nullable Object> GlobalKTable<K, V> globalTable(
            String topic, Consumed<K, V> consumed) {
        return globalTable(topic, consumed, Materialized.with(null, null));
    }

    /** Reads a whole topic into a table of every instance, with the serdes of its store. */
    public <K extends @Nullable Object, V extends @Nullable Object> GlobalKTable<K, V> globalTable(
            String topic, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return globalTable(topic, Consumed.with(null, null), materialized);
    }

    /**
     * Reads a whole topic into a table of every instance: a record without a value deletes its key, one without a key is dropped. The
     * table always has a store, which no changelog is written for, as the topic is one.
     *
     * @param topic the topic, which nothing else in the program may read; best compacted
     * @param consumed how it is read, always from its start; the offset reset is left aside
     * @param materialized how the table is kept; its serdes count where {@code consumed} leaves them open
     * @return the table
     */
    public <K extends @Nullable Object, V extends @Nullable Object> GlobalKTable<K, V> globalTable(
            String topic, Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return program.globalTable(
                requireNonNull(topic, "topic"),
                requireNonNull(consumed, "consumed"),
                requireNonNull(materialized, "materialized"));
    }

    /**
     * Adds a store of every instance that holds what a processor makes of a whole topic. See {@link Topology#addGlobalStore}.
     *
     * @param storeBuilder makes the store; logging is switched off, as the topic is the store's changelog
     * @param topic the topic, which nothing else in the program may read
     * @param consumed how it is read, always from its start; the offset reset is left aside
     * @param stateUpdateSupplier returns a new processor at each call, which writes the store; it also runs when the store is restored
     * @return this
     */
    public <KIn extends @Nullable Object, VIn extends @Nullable Object> StreamsBuilder addGlobalStore(
            StoreBuilder<?> storeBuilder,
            String topic,
            Consumed<KIn, VIn> consumed,
            ProcessorSupplier<KIn, VIn, Void, Void> stateUpdateSupplier) {
        program.addGlobalStore(
                requireNonNull(storeBuilder, "store builder"),
                requireNonNull(topic, "topic"),
                requireNonNull(consumed, "consumed"),
                requireNonNull(stateUpdateSupplier, "processor supplier"));
        return this;
    }

    /**
     * Adds a store for processors that name it.
     *
     * @param builder makes the store
     * @return this
     */
    public StreamsBuilder addStateStore(StoreBuilder<?> builder) {
        program.addStateStore(requireNonNull(builder, "store builder"));
        return this;
    }

    /**
     * Returns the topology of the program as it is now, without optimizations.
     *
     * @throws TopologyException if names, topics or stores of the program contradict each other, or if its settings demand names
     *     that it did not give
     */
    public Topology build() {
        return build(Set.of());
    }

    private Topology build(Set<Optimization> optimizations) {
        Topology topology = program.topology(optimizations, config == null ? new Topology() : newTopology(config));
        if (config != null && config.ensureExplicitInternalResourceNaming) {
            topology.graph().requireGivenNames();
        }
        return topology;
    }

    /**
     * Returns the topology of the program as it is now.
     *
     * @param props the application's settings, of which {@code topology.optimization} counts here; null for none
     * @throws TopologyException if names, topics or stores of the program contradict each other
     * @throws ConfigException if the setting has an impossible value
     */
    public Topology build(@Nullable Properties props) {
        Object setting = props == null ? null : props.get(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG);
        if (setting == null) {
            return build();
        }
        String text = setting.toString();
        String problem = Optimizations.problem(text);
        if (problem != null) {
            throw new ConfigException(
                    StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG,
                    text,
                    "it " + problem + "; allowed is " + Optimizations.ALLOWED);
        }
        return build(Optimization.named(Optimizations.read(text)));
    }
}
