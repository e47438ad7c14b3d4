package io.streamwright.dsl;

import io.streamwright.Topology;
import io.streamwright.dsl.operator.SourceTable;
import io.streamwright.dsl.operator.TableOperation;
import io.streamwright.dsl.operator.TableRole;
import io.streamwright.dsl.operator.cogroup.MergeUpdates;
import io.streamwright.dsl.operator.join.JoinStreamTable;
import io.streamwright.dsl.operator.join.JoinTables;
import io.streamwright.dsl.operator.join.MergeResults;
import io.streamwright.dsl.operator.join.TableLookup;
import io.streamwright.dsl.operator.regroup.ChangeDeserializer;
import io.streamwright.dsl.operator.regroup.ChangeSerializer;
import io.streamwright.dsl.operator.stateless.FilterRecords;
import io.streamwright.dsl.operator.stateless.PassRecords;
import io.streamwright.dsl.operator.suppress.SuppressTable;
import io.streamwright.dsl.operator.window.WindowedSinkSerializer;
import io.streamwright.dsl.plan.Aggregation;
import io.streamwright.dsl.plan.Cogroup;
import io.streamwright.dsl.plan.ForeignKeyJoin;
import io.streamwright.dsl.plan.GlobalStore;
import io.streamwright.dsl.plan.GlobalTableJoin;
import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.PlanNode;
import io.streamwright.dsl.plan.Regrouping;
import io.streamwright.dsl.plan.Repartition;
import io.streamwright.dsl.plan.StepWork;
import io.streamwright.dsl.plan.StoreDeclaration;
import io.streamwright.dsl.plan.StreamJoin;
import io.streamwright.dsl.plan.StreamSink;
import io.streamwright.dsl.plan.StreamSource;
import io.streamwright.dsl.plan.StreamStep;
import io.streamwright.dsl.plan.StreamTable;
import io.streamwright.dsl.plan.StreamTableJoin;
import io.streamwright.dsl.plan.Suppression;
import io.streamwright.dsl.plan.TableJoin;
import io.streamwright.dsl.plan.TableNode;
import io.streamwright.dsl.plan.TableSource;
import io.streamwright.dsl.plan.TableTransform;
import io.streamwright.dsl.rewrite.NullKeys;
import io.streamwright.dsl.rewrite.Optimization;
import io.streamwright.dsl.rewrite.Rewriting;
import io.streamwright.dsl.rewrite.TableLookups;
import io.streamwright.dsl.rewrite.TableRoles;
import io.streamwright.dsl.settings.Consumption;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.dsl.settings.StreamJoinStores;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.kstream.ValueJoinerWithKey;
import io.streamwright.kstream.WindowedSerializer;
import io.streamwright.processor.FailOnInvalidTimestamp;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.state.RecordBufferSpec;
import io.streamwright.state.StoreBuilder;
import io.streamwright.topology.RepartitionTopic;
import io.streamwright.topology.SinkNode;
import io.streamwright.topology.SourceNode;
import io.streamwright.topology.TopicRef;
import io.streamwright.topology.TopologyGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Turns a plan into a topology of sources, processors, sinks and stores.
 *
 * <p>Owner: one build of a program.
 */
final class Lowering implements PlanNode.Cases {
    private final Plan plan;
    private final TableRoles roles;
    private final TableLookups lookups;
    private final NullKeys nullKeys;
    private final SharedStores shared;
    private final Topology topology;
    private final TopologyGraph graph;

    private Lowering(Plan plan, Topology topology) {
        this.plan = plan;
        this.topology = topology;
        this.graph = topology.graph();
        this.shared = SharedStores.in(plan);
        this.roles = TableRoles.in(plan);
        this.lookups = new TableLookups(plan, roles);
        this.nullKeys = NullKeys.in(plan);
    }

    /**
     * Rewrites a plan and lowers it.
     *
     * @param plan the program as written
     * @param optimizations what the program asks for
     * @param topology without nodes, to add them to
     * @throws io.streamwright.errors.TopologyException if names, topics or stores of the program contradict each other
     */
    static Topology lower(Plan plan, Set<Optimization> optimizations, Topology topology) {
        Lowering lowering = new Lowering(Rewriting.rewrite(plan, optimizations), topology);
        lowering.plan.inTurn().forEach(node -> node.match(lowering));
        return lowering.topology;
    }

    @Override
    public void streamSource(StreamSource node) {
        addSource(node.name(), node.topics(), node.pattern(), node.consumption());
    }

    @Override
    public void tableSource(TableSource node) {
        addSource(node.sourceName(), List.of(node.topic()), Optional.empty(), node.consumption());
        boolean kept = addTable(node, node.operation(), List.of(node.sourceName()));
        if (kept && node.topicIsChangelog()) {
            graph.useSourceAsChangelog(node.store().storeName(), node.topic());
        }
    }

    private void addSource(String name, List<String> topics, Optional<Pattern> pattern, Consumption consumption) {
        graph.addSource(new SourceNode(
                name,
                topics.stream().map(TopicRef::external).toList(),
                pattern,
                deserializer(consumption.serdes().key()),
                deserializer(consumption.serdes().value()),
                consumption.timestampExtractor(),
                consumption.offsetReset()));
    }

    @Override
    public void streamStep(StreamStep node) {
        if (node.work() instanceof StepWork.FixedKey fixedKey) {
            graph.addFixedKeyProcessor(node.name(), fixedKey.supplier(), plan.parentNames(node));
        } else if (node.work() instanceof StepWork.FreeKey freeKey) {
            addStored(node.name(), freeKey.supplier(), shared.of(node), plan.parentNames(node));
        }
        if (!node.stores().isEmpty()) {
            graph.connect(node.name(), node.stores());
        }
    }

    @Override
    public void streamSink(StreamSink node) {
        graph.addSink(new SinkNode(
                node.name(),
                plan.parentNames(node),
                node.target(),
                sinkSerializer(serializer(node.serdes().key())),
                serializer(node.serdes().value()),
                node.partitioner()));
    }

    private static @Nullable Serializer<?> sinkSerializer(@Nullable Serializer<?> keys) {
        return keys instanceof WindowedSerializer<?> windowed ? new WindowedSinkSerializer<>(windowed) : keys;
    }

    @Override
    public void streamTable(StreamTable node) {
        addTable(node, node.operation(), plan.parentNames(node));
    }

    @Override
    public void aggregation(Aggregation node) {
        addTable(node, node.operation(), plan.parentNames(node));
    }

    @Override
    public void cogroup(Cogroup node) {
        graph.addProcessor(node.name(), MergeUpdates.in(roles.roleOf(node)), plan.parentNames(node));
        graph.copartition(plan.sourceNames(node.id()));
    }

    @Override
    public void tableTransform(TableTransform node) {
        addTable(node, node.operation(), plan.parentNames(node));
        if (!node.connected().isEmpty()) {
            graph.connect(node.name(), node.connected());
        }
    }

    @Override
    public void suppression(Suppression node) {
        List<StoreBuilder<?>> buffer = List.of(node.buffer().get());
        addStored(node.name(), SuppressTable.by(node.rule()), buffer, plan.parentNames(node));
    }

    @Override
    @SuppressWarnings("unchecked") // the program's types are checked where it is written
    public void tableJoin(TableJoin node) {
        ValueJoiner<@Nullable Object, @Nullable Object, @Nullable Object> joiner =
                (ValueJoiner<@Nullable Object, @Nullable Object, @Nullable Object>) node.joiner();
        TableLookup<Object, Object> left = lookups.of(node.left());
        TableLookup<Object, Object> right = lookups.of(node.right());
        TableRole role = roles.roleOf(node);
        TableJoin.Names names = node.names();
        graph.addProcessor(
                names.left(),
                JoinTables.<Object, Object, Object, Object>left(node.type(), joiner, right, role.sendsOldValues()),
                List.of(plan.node(node.left()).name()));
        graph.addProcessor(
                names.right(),
                JoinTables.<Object, Object, Object, Object>right(node.type(), joiner, left, role.sendsOldValues()),
                List.of(plan.node(node.right()).name()));
        graph.connect(names.left(), right.stores());
        graph.connect(names.right(), left.stores());
        addTable(node, MergeResults::in, List.of(names.left(), names.right()));
        copartition(node.left(), node.right());
    }

    @Override
    public void streamJoin(StreamJoin node) {
        StreamJoin.Names names = node.names();
        StreamJoinStores stores = node.stores();
        List<String> keepsLeft = List.of(plan.node(node.left()).name());
        List<String> keepsRight = List.of(plan.node(node.right()).name());
        StoreBuilder<?> left = shared.builder(stores.left());
        if (node.hasOneStore()) {
            addStored(names.merge(), node.work().self(), List.of(left), keepsLeft);
            return;
        }
        List<StoreBuilder<?>> searchedByLeft = new ArrayList<>(List.of(shared.builder(stores.right())));
        List<StoreBuilder<?>> searchedByRight = new ArrayList<>(List.of(left));
        stores.pending().map(shared::builder).ifPresent(pending -> {
            searchedByLeft.add(pending);
            searchedByRight.add(pending);
        });
        addStored(names.left(), node.work().left(), searchedByLeft, keepsLeft);
        addStored(names.right(), node.work().right(), searchedByRight, keepsRight);
        graph.addProcessor(names.merge(), PassRecords.all(), List.of(names.left(), names.right()));
        copartition(node.left(), node.right());
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public void streamTableJoin(StreamTableJoin node) {
        ValueJoinerWithKey<@Nullable Object, Object, @Nullable Object, @Nullable Object> joiner =
                (ValueJoinerWithKey<@Nullable Object, Object, @Nullable Object, @Nullable Object>) node.joiner();
        TableLookup<@Nullable Object, Object> table = lookups.of(node.table());
        addStored(
                node.name(),
                JoinStreamTable.<@Nullable Object, Object, Object, @Nullable Object>with(
                        joiner, node.keepsUnmatched(), table, node.grace().map(StreamTableJoin.Grace::period)),
                node.grace().map(Lowering::buffer).stream().toList(),
                plan.parentNames(node));
        graph.connect(node.name(), table.stores());
        copartition(node.id(), node.table());
    }

    private static StoreBuilder<?> buffer(StreamTableJoin.Grace grace) {
        SerdePair<?, ?> serdes = grace.serdes();
        return RecordBufferSpec.builder(grace.period().store(), serdes.key(), serdes.value());
    }

    @Override
    public void foreignKeyJoin(ForeignKeyJoin node) {
        new ForeignKeyLowering(node, plan, lookups, graph).lower();
        addTable(node, SourceTable::of, List.of(node.names().response().resolve()));
    }

    private void copartition(int one, int other) {
        Set<String> sources = new HashSet<>(plan.sourceNames(one));
        sources.addAll(plan.sourceNames(other));
        graph.copartition(sources);
    }

    @Override
    public void regrouping(Regrouping node) {
        graph.addProcessor(node.name(), node.supplier(), plan.parentNames(node));
    }

    @Override
    public void globalStore(GlobalStore node) {
        Consumption consumption = node.consumption();
        graph.addGlobalStore(
                node.builder().get(),
                new SourceNode(
                        node.sourceName(),
                        List.of(TopicRef.external(node.topic())),
                        Optional.empty(),
                        deserializer(consumption.serdes().key()),
                        deserializer(consumption.serdes().value()),
                        consumption.timestampExtractor(),
                        null),
                node.name(),
                node.work());
    }

    @Override
    public void globalTableJoin(GlobalTableJoin node) {
        graph.addProcessor(node.name(), node.work(), plan.parentNames(node));
    }

    @Override
    public void storeDeclaration(StoreDeclaration node) {
        graph.addStore(node.builder(), List.of());
    }

    /** Adds the processor of a table, and its store if it is kept. Returns whether it is. */
    private boolean addTable(TableNode node, TableOperation operation, List<String> parents) {
        Optional<Materialization> store = roles.storeOf(node);
        List<StoreBuilder<?>> builders = store.<List<StoreBuilder<?>>>map(
                        kept -> List.of(kept.builder().get()))
                .orElse(List.of());
        addStored(node.name(), operation.inRole(roles.roleOf(node)), builders, parents);
        return store.isPresent();
    }

    private void addStored(
            String name,
            ProcessorSupplier<?, ?, ?, ?> work,
            List<? extends StoreBuilder<?>> stores,
            List<String> parents) {
        graph.addProcessor(name, StoredSupplier.of(work, stores), parents);
    }

    @Override
    public void repartition(Repartition node) {
        TopicRef topic = TopicRef.internal(node.route().topic());
        graph.addRepartitionTopic(new RepartitionTopic(topic, node.partitions()));
        List<String> parents = plan.parentNames(node);
        Optional<String> filter = node.route().filter();
        if (filter.isPresent()) {
            graph.addFixedKeyProcessor(
                    filter.get(), nullKeys.passThrough(node) ? FilterRecords.all() : FilterRecords.keyed(), parents);
            parents = List.of(filter.get());
        }
        Serde<?> key = node.serdes().key();
        Serde<?> value = node.serdes().value();
        boolean changes = node.payload() == Repartition.Payload.CHANGES;
        graph.addSink(new SinkNode(
                node.route().sink(),
                parents,
                new SinkNode.FixedTopic(topic),
                serializer(key),
                changes ? new ChangeSerializer<>(topic.name(), serializer(value)) : serializer(value),
                node.partitioner()));
        graph.addSource(new SourceNode(
                node.route().source(),
                List.of(topic),
                Optional.empty(),
                deserializer(key),
                changes ? new ChangeDeserializer<>(topic.name(), deserializer(value)) : deserializer(value),
                new FailOnInvalidTimestamp(),
                null));
    }

    private static <T> @Nullable Serializer<T> serializer(@Nullable Serde<T> serde) {
        return serde == null ? null : serde.serializer();
    }

    private static <T> @Nullable Deserializer<T> deserializer(@Nullable Serde<T> serde) {
        return serde == null ? null : serde.deserializer();
    }
}
