package io.streamwright.dsl;

import io.streamwright.Topology;
import io.streamwright.dsl.operator.SourceTable;
import io.streamwright.dsl.operator.global.KeepGlobalTable;
import io.streamwright.dsl.plan.GlobalStore;
import io.streamwright.dsl.plan.StoreDeclaration;
import io.streamwright.dsl.plan.StreamSource;
import io.streamwright.dsl.plan.TableSource;
import io.streamwright.dsl.rewrite.Optimization;
import io.streamwright.dsl.settings.ConsumedSettings;
import io.streamwright.dsl.settings.Consumption;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.dsl.settings.MaterializedSettings;
import io.streamwright.dsl.settings.NamedSettings;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.GlobalKTable;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A program that is being written: where its streams and tables begin, and where it is turned into a topology.
 *
 * <p>Owner: the thread that builds the program.
 */
public final class Program {
    private final PlanRecorder recorder = new PlanRecorder();

    /** Starts an empty program. */
    public Program() {}

    /** Adds a source of topics. */
    public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(
            List<String> topics, Consumed<K, V> consumed) {
        return stream(topics, Optional.empty(), consumed);
    }

    /** Adds a source of all topics whose names match. */
    public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(
            Pattern topicPattern, Consumed<K, V> consumed) {
        return stream(List.of(), Optional.of(topicPattern), consumed);
    }

    private <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(
            List<String> topics, Optional<Pattern> pattern, Consumed<K, V> consumed) {
        ConsumedSettings<K, V> settings = new ConsumedSettings<>(consumed);
        SerdePair<K, V> serdes = settings.serdes();
        Consumption consumption = settings.consumption(serdes);
        String name = recorder.nodeName(settings.name(), "KSTREAM-SOURCE-");
        StreamSource source = recorder.add(id -> new StreamSource(id, name, topics, pattern, consumption));
        return new PlannedStream<>(recorder, source.id(), name, serdes, false);
    }

    /** Adds a source of a table. Serdes that one of the settings leaves open are taken from the other. */
    public <K extends @Nullable Object, V extends @Nullable Object> KTable<K, V> table(
            String topic, Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        ConsumedSettings<K, V> settings = new ConsumedSettings<>(consumed);
        MaterializedSettings<K, V> keeping = new MaterializedSettings<>(materialized);
        SerdePair<K, V> serdes = settings.serdes().or(keeping.serdes());
        Consumption consumption = settings.consumption(serdes);
        String given = settings.name();
        String storeName = PlannedTable.storeName(recorder, keeping, topic + "-");
        String sourceName = recorder.nodeName(given == null ? null : given + "-source", "KSTREAM-SOURCE-");
        String name = recorder.nodeName(given, "KTABLE-SOURCE-");
        Materialization store = keeping.in(storeName, serdes);
        TableSource source = recorder.add(
                id -> new TableSource(id, name, sourceName, topic, consumption, SourceTable::of, store, false));
        return new PlannedTable<>(recorder, source.id(), serdes, keeping.givenName());
    }

    /** Adds a global table. Serdes that one of the settings leaves open are taken from the other. */
    public <K extends @Nullable Object, V extends @Nullable Object> GlobalKTable<K, V> globalTable(
            String topic, Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        ConsumedSettings<K, V> settings = new ConsumedSettings<>(consumed);
        MaterializedSettings<K, V> keeping = new MaterializedSettings<>(materialized);
        keeping.refuseTimeToLiveOfAll(topic);
        SerdePair<K, V> serdes = settings.serdes().or(keeping.serdes());
        String storeName = PlannedTable.storeName(recorder, keeping, topic + "-");
        addGlobalStore(
                topic,
                settings,
                serdes,
                KeepGlobalTable.in(storeName),
                keeping.in(storeName, serdes).builder());
        return new PlannedGlobalTable<>(recorder, storeName);
    }

    /** Adds a store of every instance that a processor of the program keeps. */
    public <K extends @Nullable Object, V extends @Nullable Object> void addGlobalStore(
            StoreBuilder<?> builder, String topic, Consumed<K, V> consumed, ProcessorSupplier<K, V, Void, Void> work) {
        ConsumedSettings<K, V> settings = new ConsumedSettings<>(consumed);
        addGlobalStore(topic, settings, settings.serdes(), work, () -> builder);
    }

    private <K extends @Nullable Object, V extends @Nullable Object> void addGlobalStore(
            String topic,
            ConsumedSettings<K, V> settings,
            SerdePair<K, V> serdes,
            ProcessorSupplier<?, ?, ?, ?> work,
            Supplier<? extends StoreBuilder<?>> builder) {
        String given = settings.name();
        String sourceName = recorder.nodeName(NamedSettings.suffixed(given, "-source"), "KSTREAM-SOURCE-");
        String name = recorder.nodeName(given, "KTABLE-SOURCE-");
        Consumption consumption = settings.consumption(serdes);
        recorder.add(id -> new GlobalStore(id, name, sourceName, topic, consumption, work, builder));
    }

    /** Adds a store for the program's processors. */
    public void addStateStore(StoreBuilder<?> builder) {
        recorder.add(id -> new StoreDeclaration(id, builder));
    }

    /**
     * Turns the program, as it is now, into a topology.
     *
     * @param optimizations what is allowed
     * @param topology without nodes, to add them to
     * @throws io.streamwright.errors.TopologyException if names, topics or stores contradict each other
     */
    public Topology topology(Set<Optimization> optimizations, Topology topology) {
        Lowering.lower(recorder.plan(), optimizations, topology);
        topology.graph().callSites(recorder.callSites());
        topology.graph().generatedNames(recorder.generatedNames());
        return topology;
    }
}
