package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.KeyValue;
import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.FilterTable;
import io.streamwright.dsl.operator.MapTableValues;
import io.streamwright.dsl.operator.RowOperation;
import io.streamwright.dsl.operator.TableOperation;
import io.streamwright.dsl.operator.join.JoinType;
import io.streamwright.dsl.operator.regroup.RegroupTable;
import io.streamwright.dsl.operator.stateless.MapRecordValues;
import io.streamwright.dsl.operator.suppress.SuppressTable;
import io.streamwright.dsl.operator.transform.TransformRows;
import io.streamwright.dsl.operator.transform.TransformTableValues;
import io.streamwright.dsl.plan.Effect;
import io.streamwright.dsl.plan.ForeignKeyJoin;
import io.streamwright.dsl.plan.ForeignKeyJoin.Relation;
import io.streamwright.dsl.plan.OldValueDemand;
import io.streamwright.dsl.plan.Regrouping;
import io.streamwright.dsl.plan.StepWork;
import io.streamwright.dsl.plan.StreamStep;
import io.streamwright.dsl.plan.Suppression;
import io.streamwright.dsl.plan.TableJoin;
import io.streamwright.dsl.plan.TableTransform;
import io.streamwright.dsl.rewrite.TableVersions;
import io.streamwright.dsl.rewrite.WindowGrace;
import io.streamwright.dsl.settings.GroupedSettings;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.dsl.settings.MaterializedSettings;
import io.streamwright.dsl.settings.NamedSettings;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.dsl.settings.TableJoinedSettings;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KGroupedTable;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.KeyValueMapper;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Predicate;
import io.streamwright.kstream.Suppressed;
import io.streamwright.kstream.SuppressedUntil;
import io.streamwright.kstream.TableJoined;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.kstream.ValueMapperWithKey;
import io.streamwright.kstream.ValueTransformerWithKeySupplier;
import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.state.BufferStoreSpec;
import io.streamwright.state.KeyValueStore;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A table as the output of a node of the plan.
 *
 * <p>Immutable; what is called on it goes to the recorder.
 *
 * @param recorder takes down the program
 * @param origin the node whose output the table is
 * @param serdes those that are known here
 * @param queryableStoreName null if the table cannot be queried
 * @param <K> the keys
 * @param <V> the values
 */
record PlannedTable<K extends @Nullable Object, V extends @Nullable Object>(
        PlanRecorder recorder,
        int origin,
        SerdePair<K, V> serdes,
        @Nullable String queryableStoreName) implements KTable<K, V> {
    private static final String FILTER = "KTABLE-FILTER-";
    private static final String MERGE = "KTABLE-MERGE-";
    private static final String SUPPRESS = "KTABLE-SUPPRESS-";
    private static final String MAP_VALUES = "KTABLE-MAPVALUES-";
    private static final String TRANSFORM_VALUES = "KTABLE-TRANSFORMVALUES-";

    /** Returns the store's name that the program gave, or generates one. */
    static String storeName(PlanRecorder recorder, MaterializedSettings<?, ?> settings, String prefix) {
        String given = settings.givenName();
        return given != null ? given : recorder.storeName(prefix);
    }

    @Override
    public KTable<K, V> filter(Predicate<? super K, ? super V> predicate) {
        return filter(predicate, true, null, null);
    }

    @Override
    public KTable<K, V> filter(Predicate<? super K, ? super V> predicate, Named named) {
        return filter(predicate, true, requireNonNull(named, "named"), null);
    }

    @Override
    public KTable<K, V> filter(
            Predicate<? super K, ? super V> predicate,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return filter(predicate, true, requireNonNull(named, "named"), requireNonNull(materialized, "materialized"));
    }

    @Override
    public KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate) {
        return filter(predicate, false, null, null);
    }

    @Override
    public KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named) {
        return filter(predicate, false, requireNonNull(named, "named"), null);
    }

    @Override
    public KTable<K, V> filterNot(
            Predicate<? super K, ? super V> predicate,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return filter(predicate, false, requireNonNull(named, "named"), requireNonNull(materialized, "materialized"));
    }

    private KTable<K, V> filter(
            Predicate<? super K, ? super V> predicate,
            boolean accepted,
            @Nullable Named named,
            @Nullable Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(predicate, "predicate");
        TableOperation operation = role -> FilterTable.where(predicate, accepted, role);
        ValueMapperWithKey<K, V, @Nullable V> rows =
                (key, value) -> predicate.test(key, value) == accepted ? value : null;
        return transform(
                FILTER,
                named,
                materialized,
                serdes,
                new RowWork(operation, RowOperation.of(rows), OldValueDemand.WELCOME, List.of()));
    }

    @Override
    public <VR extends @Nullable Object> KTable<K, VR> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper, Named named) {
        return mapValuesIn(mapper, requireNonNull(named, "named"), null);
    }

    @Override
    public <VR extends @Nullable Object> KTable<K, VR> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return mapValuesIn(mapper, requireNonNull(named, "named"), requireNonNull(materialized, "materialized"));
    }

    private <VR extends @Nullable Object> KTable<K, VR> mapValuesIn(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
            Named named,
            @Nullable Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(mapper, "mapper");
        TableOperation operation = role -> MapTableValues.with(mapper, role);
        SerdePair<K, VR> fallback = new SerdePair<>(serdes.key(), null);
        return transform(
                MAP_VALUES,
                named,
                materialized,
                fallback,
                new RowWork(operation, RowOperation.of(mapper), OldValueDemand.NONE, List.of()));
    }

    @Override
    public <VR extends @Nullable Object> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            Named named,
            String... stateStoreNames) {
        return transformValuesIn(transformerSupplier, requireNonNull(named, "named"), null, stateStoreNames);
    }

    @Override
    public <VR extends @Nullable Object> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized,
            Named named,
            String... stateStoreNames) {
        requireNonNull(materialized, "materialized");
        return transformValuesIn(transformerSupplier, requireNonNull(named, "named"), materialized, stateStoreNames);
    }

    private <VR extends @Nullable Object> KTable<K, VR> transformValuesIn(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> supplier,
            Named named,
            @Nullable Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized,
            String... stateStoreNames) {
        requireNonNull(supplier, "transformer supplier");
        List<String> connected = List.of(requireNonNull(stateStoreNames, "names of state stores"));
        TableOperation operation = role -> TransformTableValues.with(supplier, role);
        SerdePair<K, VR> fallback = new SerdePair<>(serdes.key(), null);
        RowOperation<K, V, VR> rows = new TransformRows<>(supplier, connected);
        return transform(
                TRANSFORM_VALUES,
                named,
                materialized,
                fallback,
                new RowWork(operation, rows, OldValueDemand.NONE, connected));
    }

    private <VR extends @Nullable Object> KTable<K, VR> transform(
            String prefix,
            @Nullable Named named,
            @Nullable Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized,
            SerdePair<K, VR> fallback,
            RowWork work) {
        String givenName = named == null ? null : new NamedSettings(named).name();
        SerdePair<K, VR> known = fallback;
        String queryable = null;
        Optional<Materialization> store = Optional.empty();
        if (materialized != null) {
            MaterializedSettings<K, VR> settings = new MaterializedSettings<>(materialized);
            known = settings.serdes().or(fallback);
            queryable = settings.givenName();
            if (queryable != null) {
                store = Optional.of(settings.in(queryable, known));
            } else if (settings.isKept()) {
                store = Optional.of(settings.in(recorder.storeName(prefix), known));
            } else if (!prefix.equals(TRANSFORM_VALUES)) { // which takes none in Kafka Streams
                recorder.storeName(prefix); // takes a number even if there will be no store
            }
        }
        Optional<Materialization> kept = store;
        String node = recorder.nodeName(givenName, prefix);
        TableTransform step = recorder.add(id -> new TableTransform(
                id, node, List.of(origin), work.operation(), work.rows(), kept, work.demand(), work.connected()));
        return new PlannedTable<>(recorder, step.id(), known, queryable);
    }

    /** What a transformation does to updates and rows, and what it asks for. Immutable. */
    private record RowWork(
            TableOperation operation, RowOperation<?, ?, ?> rows, OldValueDemand demand, List<String> connected) {}

    @Override
    public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(
            KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named) {
        return join(JoinType.INNER, other, joiner, named, null);
    }

    @Override
    public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return join(JoinType.INNER, other, joiner, named, requireNonNull(materialized, "materialized"));
    }

    @Override
    public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(
            KTable<K, VO> other, ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner, Named named) {
        return join(JoinType.LEFT, other, joiner, named, null);
    }

    @Override
    public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return join(JoinType.LEFT, other, joiner, named, requireNonNull(materialized, "materialized"));
    }

    @Override
    public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(
            KTable<K, VO> other,
            ValueJoiner<? super @Nullable V, ? super @Nullable VO, ? extends VR> joiner,
            Named named) {
        return join(JoinType.OUTER, other, joiner, named, null);
    }

    @Override
    public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(
            KTable<K, VO> other,
            ValueJoiner<? super @Nullable V, ? super @Nullable VO, ? extends VR> joiner,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return join(JoinType.OUTER, other, joiner, named, requireNonNull(materialized, "materialized"));
    }

    private <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(
            JoinType type,
            KTable<K, VO> otherTable,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Named named,
            @Nullable Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(joiner, "joiner");
        PlannedTable<K, VO> other = of(recorder, otherTable);
        String given = new NamedSettings(requireNonNull(named, "named")).name();
        SerdePair<K, VR> fallback = new SerdePair<>(serdes.key(), null);
        SerdePair<K, VR> known = fallback;
        String storeName = null;
        Optional<Materialization> store = Optional.empty();
        if (materialized != null) {
            MaterializedSettings<K, VR> settings = new MaterializedSettings<>(materialized);
            known = settings.serdes().or(fallback);
            storeName = storeName(recorder, settings, MERGE);
            store = Optional.of(settings.in(storeName, known));
        }
        Optional<Materialization> kept = store;
        String merge = recorder.nodeName(given, MERGE);
        String left = recorder.nodeName(NamedSettings.suffixed(given, "-join-this"), "KTABLE-JOINTHIS-");
        String right = recorder.nodeName(NamedSettings.suffixed(given, "-join-other"), "KTABLE-JOINOTHER-");
        TableJoin.Names names = new TableJoin.Names(left, right, merge);
        TableJoin step = recorder.add(id -> new TableJoin(id, names, origin, other.origin, type, joiner, kept));
        return new PlannedTable<>(recorder, step.id(), known, storeName);
    }

    @Override
    public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(joiner, "joiner");
        return joinByForeignKey(JoinType.INNER, other, foreignKeyExtractor, joiner, tableJoined, materialized);
    }

    @Override
    public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object>
            KTable<K, VR> leftJoin(
                    KTable<KO, VO> other,
                    BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKeyExtractor,
                    ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner,
                    TableJoined<K, KO> tableJoined,
                    Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(joiner, "joiner");
        return joinByForeignKey(JoinType.LEFT, other, foreignKeyExtractor, joiner, tableJoined, materialized);
    }

    private <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object>
            KTable<K, VR> joinByForeignKey(
                    JoinType type,
                    KTable<KO, VO> otherTable,
                    BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKeyExtractor,
                    ValueJoiner<?, ?, ? extends VR> joiner,
                    TableJoined<K, KO> tableJoined,
                    Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(foreignKeyExtractor, "foreignKeyExtractor");
        PlannedTable<KO, VO> other = of(recorder, otherTable);
        TableJoinedSettings<K, KO> options = new TableJoinedSettings<>(requireNonNull(tableJoined, "tableJoined"));
        MaterializedSettings<K, VR> keeping = new MaterializedSettings<>(requireNonNull(materialized, "materialized"));
        ForeignKeyJoin.Names names = ForeignKeyNames.of(recorder, options.name());
        SerdePair<K, VR> known = keeping.serdes().or(new SerdePair<>(serdes.key(), null));
        Materialization store = keeping.in(storeName(recorder, keeping, ForeignKeyNames.RESULT), known);
        Relation relation = new Relation(type, foreignKeyExtractor, joiner, serdes, other.serdes);
        ForeignKeyJoin step =
                recorder.add(id -> new ForeignKeyJoin(id, names, origin, other.origin, relation, options, store));
        return new PlannedTable<>(recorder, step.id(), known, keeping.givenName());
    }

    /**
     * Returns a table of the same program as the operator's that is called with it.
     *
     * @throws IllegalArgumentException if it is of another one
     */
    static <K extends @Nullable Object, V extends @Nullable Object> PlannedTable<K, V> of(
            PlanRecorder recorder, KTable<K, V> table) {
        if (requireNonNull(table, "table") instanceof PlannedTable<K, V> planned && planned.recorder == recorder) {
            return planned;
        }
        throw new IllegalArgumentException("only a table of the same StreamsBuilder can be joined, not " + table
                + ": it would be in another program");
    }

    @Override
    public KTable<K, V> suppress(Suppressed<? super K> suppressed) {
        SuppressedUntil<?> until = (SuppressedUntil<?>) requireNonNull(suppressed, "suppressed");
        String given = until.name();
        if (TableVersions.historyRetentionMs(recorder.plan()::node, origin).isPresent()) {
            throw new TopologyException("suppress() is only supported for non-versioned KTables: suppression "
                    + (given == null ? "without a name" : given)
                    + " would lose versions of the table before it; take a table"
                    + " that is kept in a plain store");
        }
        String node = given != null ? given : recorder.nodeName(SUPPRESS);
        long waitMs = until.waitMs().orElseGet(() -> WindowGrace.of(recorder.plan(), origin));
        String storeName = given != null ? given + "-store" : recorder.storeName(SUPPRESS);
        SuppressTable.Rule rule =
                new SuppressTable.Rule(node, storeName, until.waitMs().isEmpty(), waitMs, until.limits());
        BufferStoreSpec<K, V> buffer = new BufferStoreSpec<>(
                storeName,
                serdes.key(),
                serdes.value(),
                until.limits().loggingEnabled(),
                until.limits().logConfig());
        Suppression step = recorder.add(id -> new Suppression(id, List.of(origin), rule, buffer::builder));
        return new PlannedTable<>(recorder, step.id(), serdes, null);
    }

    @Override
    public KStream<K, V> toStream(Named named) {
        String node = recorder.nodeName(new NamedSettings(requireNonNull(named, "named")).name(), "KTABLE-TOSTREAM-");
        ValueMapperWithKey<K, Change<V>, @Nullable V> newest = (key, change) -> change.newValue();
        FixedKeyProcessorSupplier<K, Change<V>, @Nullable V> work =
                MapRecordValues.<K, Change<V>, @Nullable V>with(newest);
        StreamStep step = recorder.add(
                id -> new StreamStep(id, node, List.of(origin), Effect.NONE, new StepWork.FixedKey(work), List.of()));
        return new PlannedStream<>(recorder, step.id(), node, serdes, false);
    }

    @Override
    public <KR extends @Nullable Object, VR extends @Nullable Object> KGroupedTable<KR, VR> groupBy(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> selector,
            Grouped<KR, VR> grouped) {
        requireNonNull(selector, "selector");
        GroupedSettings<KR, VR> settings = new GroupedSettings<>(requireNonNull(grouped, "grouped"));
        String node = recorder.nodeName(settings.name(), "KTABLE-SELECT-");
        Regrouping step = recorder.add(id -> new Regrouping(id, node, List.of(origin), RegroupTable.by(selector)));
        return new PlannedGroupedTable<>(recorder, step.id(), settings);
    }
}
