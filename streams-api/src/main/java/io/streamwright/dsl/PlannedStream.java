package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.KeyValue;
import io.streamwright.dsl.operator.SourceTable;
import io.streamwright.dsl.operator.global.JoinStreamGlobalTable;
import io.streamwright.dsl.operator.join.GracePeriod;
import io.streamwright.dsl.operator.join.JoinType;
import io.streamwright.dsl.operator.stateless.FilterRecords;
import io.streamwright.dsl.operator.stateless.FlatMapRecordValues;
import io.streamwright.dsl.operator.stateless.FlatMapRecords;
import io.streamwright.dsl.operator.stateless.MapRecordValues;
import io.streamwright.dsl.operator.stateless.MapRecords;
import io.streamwright.dsl.operator.stateless.PassRecords;
import io.streamwright.dsl.operator.stateless.PeekRecords;
import io.streamwright.dsl.operator.stateless.SelectKey;
import io.streamwright.dsl.operator.stateless.VisitRecords;
import io.streamwright.dsl.plan.Effect;
import io.streamwright.dsl.plan.GlobalTableJoin;
import io.streamwright.dsl.plan.Repartition;
import io.streamwright.dsl.plan.RepartitionRoute;
import io.streamwright.dsl.plan.StepWork;
import io.streamwright.dsl.plan.StreamSink;
import io.streamwright.dsl.plan.StreamStep;
import io.streamwright.dsl.plan.StreamTable;
import io.streamwright.dsl.plan.StreamTableJoin;
import io.streamwright.dsl.rewrite.TableVersions;
import io.streamwright.dsl.settings.DistinctSettings;
import io.streamwright.dsl.settings.GroupedSettings;
import io.streamwright.dsl.settings.JoinedSettings;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.dsl.settings.MaterializedSettings;
import io.streamwright.dsl.settings.NamedSettings;
import io.streamwright.dsl.settings.PrintedSettings;
import io.streamwright.dsl.settings.ProducedSettings;
import io.streamwright.dsl.settings.RepartitionedSettings;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.kstream.BranchedKStream;
import io.streamwright.kstream.ForeachAction;
import io.streamwright.kstream.GlobalKTable;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.JoinWindows;
import io.streamwright.kstream.Joined;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.KeyValueMapper;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Predicate;
import io.streamwright.kstream.Printed;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.Repartitioned;
import io.streamwright.kstream.StreamJoined;
import io.streamwright.kstream.ValueJoinerWithKey;
import io.streamwright.kstream.ValueJoinerWithStreamAndMappedKey;
import io.streamwright.kstream.ValueMapperWithKey;
import io.streamwright.processor.StreamPartitioner;
import io.streamwright.processor.TopicNameExtractor;
import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.WindowStore;
import io.streamwright.topology.SinkNode;
import io.streamwright.topology.TopicRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A stream as the output of a node of the plan.
 *
 * <p>Immutable; what is called on it goes to the recorder.
 *
 * @param recorder takes down the program
 * @param origin the node whose output the stream is
 * @param name the name of that node
 * @param serdes those that are known here
 * @param rekeyed whether keys may have changed since the records were in a topic
 * @param <K> the keys
 * @param <V> the values
 */
record PlannedStream<K extends @Nullable Object, V extends @Nullable Object>(
        PlanRecorder recorder, int origin, String name, SerdePair<K, V> serdes, boolean rekeyed)
        implements KStream<K, V> {

    @Override
    public KStream<K, V> filter(Predicate<? super K, ? super V> predicate, Named named) {
        return filter(predicate, true, named);
    }

    @Override
    public KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named) {
        return filter(predicate, false, named);
    }

    private KStream<K, V> filter(Predicate<? super K, ? super V> predicate, boolean accepted, Named named) {
        requireNonNull(predicate, "predicate");
        FixedKeyProcessorSupplier<K, V, V> work = FilterRecords.where(predicate, accepted);
        return after(step(named, "KSTREAM-FILTER-", Effect.NONE, work), serdes, rekeyed);
    }

    @Override
    public <KOut extends @Nullable Object> KStream<KOut, V> selectKey(
            KeyValueMapper<? super K, ? super V, ? extends KOut> mapper, Named named) {
        requireNonNull(mapper, "mapper");
        StreamStep step = step(named, "KSTREAM-KEY-SELECT-", Effect.CHANGES_KEYS, SelectKey.with(mapper));
        return after(step, new SerdePair<KOut, V>(null, serdes.value()), true);
    }

    @Override
    public <VOut extends @Nullable Object> KStream<K, VOut> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper, Named named) {
        requireNonNull(mapper, "mapper");
        FixedKeyProcessorSupplier<K, V, VOut> work = MapRecordValues.with(mapper);
        StreamStep step = step(named, "KSTREAM-MAPVALUES-", Effect.CHANGES_VALUES, work);
        return after(step, new SerdePair<K, VOut>(serdes.key(), null), rekeyed);
    }

    @Override
    public <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> map(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper,
            Named named) {
        requireNonNull(mapper, "mapper");
        StreamStep step = step(named, "KSTREAM-MAP-", Effect.CHANGES_KEYS, MapRecords.with(mapper));
        return after(step, new SerdePair<KOut, VOut>(null, null), true);
    }

    @Override
    public <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> flatMap(
            KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>>
                    mapper,
            Named named) {
        requireNonNull(mapper, "mapper");
        StreamStep step = step(named, "KSTREAM-FLATMAP-", Effect.CHANGES_KEYS, FlatMapRecords.with(mapper));
        return after(step, new SerdePair<KOut, VOut>(null, null), true);
    }

    @Override
    public <VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper, Named named) {
        requireNonNull(mapper, "mapper");
        FixedKeyProcessorSupplier<K, V, VOut> work = FlatMapRecordValues.with(mapper);
        StreamStep step = step(named, "KSTREAM-FLATMAPVALUES-", Effect.CHANGES_VALUES, work);
        return after(step, new SerdePair<K, VOut>(serdes.key(), null), rekeyed);
    }

    @Override
    public void print(Printed<K, V> printed) {
        PrintedSettings<K, V> settings = new PrintedSettings<>(requireNonNull(printed, "printed"));
        String node = recorder.nodeName(settings.name(), "KSTREAM-PRINTER-");
        step(node, Effect.NONE, VisitRecords.with(settings.printer(name)));
    }

    @Override
    public void foreach(ForeachAction<? super K, ? super V> action, Named named) {
        requireNonNull(action, "action");
        ProcessorSupplier<K, V, Void, Void> work = VisitRecords.with(action);
        step(named, "KSTREAM-FOREACH-", Effect.NONE, work);
    }

    @Override
    public KStream<K, V> peek(ForeachAction<? super K, ? super V> action, Named named) {
        requireNonNull(action, "action");
        FixedKeyProcessorSupplier<K, V, V> work = PeekRecords.with(action);
        return after(step(named, "KSTREAM-PEEK-", Effect.NONE, work), serdes, rekeyed);
    }

    @Override
    public KStream<K, V> distinct(
            Duration window, Named named, Materialized<K, byte[], WindowStore<Bytes, byte[]>> materialized) {
        DistinctSettings<K> settings = new DistinctSettings<>(requireNonNull(materialized, "materialized"));
        KeyValueMapper<K, V, K> key = (recordKey, value) -> recordKey;
        return PlannedDistinct.of(this, window).by(key, named, settings, serdes.key());
    }

    @Override
    public <I extends @Nullable Object> KStream<K, V> distinct(
            Duration window,
            KeyValueMapper<? super K, ? super V, ? extends I> identity,
            Named named,
            Materialized<I, byte[], WindowStore<Bytes, byte[]>> materialized) {
        DistinctSettings<I> settings = new DistinctSettings<>(requireNonNull(materialized, "materialized"));
        return PlannedDistinct.of(this, window).by(identity, named, settings, null);
    }

    @Override
    public BranchedKStream<K, V> split(Named named) {
        return new PlannedSplit<>(this, recorder.nodeName(nameOf(named), "KSTREAM-BRANCH-"));
    }

    @Override
    public KStream<K, V> merge(KStream<K, V> stream, Named named) {
        if (!(requireNonNull(stream, "other stream") instanceof PlannedStream<K, V> other)
                || other.recorder != recorder) {
            throw new IllegalArgumentException("stream " + name
                    + " can be merged only with a stream of the same StreamsBuilder, not with " + stream);
        }
        String node = recorder.nodeName(nameOf(named), "KSTREAM-MERGE-");
        List<Integer> parents = Stream.of(origin, other.origin).distinct().toList();
        StreamStep step = recorder.add(id ->
                new StreamStep(id, node, parents, Effect.MERGES, new StepWork.FreeKey(PassRecords.all()), List.of()));
        return after(step, new SerdePair<>(null, null), rekeyed || other.rekeyed);
    }

    @Override
    public KStream<K, V> repartition(Repartitioned<K, V> repartitioned) {
        RepartitionedSettings<K, V> settings =
                new RepartitionedSettings<>(requireNonNull(repartitioned, "repartitioned"));
        String given = settings.name();
        OptionalInt partitions = settings.partitions();
        RepartitionRoute route = recorder.route(given != null ? given : recorder.nodeName("KSTREAM-REPARTITION-"));
        SerdePair<K, V> known = settings.serdes().or(serdes);
        Repartition step =
                repartition(route, Repartition.Payload.STREAM_AS_ASKED, known, settings.partitioner(), partitions);
        return new PlannedStream<>(recorder, step.id(), step.name(), known, false);
    }

    @Override
    public void to(String topic, Produced<K, V> produced) {
        requireNonNull(topic, "topic");
        sink(new SinkNode.FixedTopic(TopicRef.external(topic)), produced);
    }

    @Override
    public void to(TopicNameExtractor<K, V> topicExtractor, Produced<K, V> produced) {
        requireNonNull(topicExtractor, "topic extractor");
        sink(new SinkNode.ChosenTopic(topicExtractor), produced);
    }

    private void sink(SinkNode.Target target, Produced<K, V> produced) {
        ProducedSettings<K, V> settings = new ProducedSettings<>(requireNonNull(produced, "produced"));
        String node = recorder.nodeName(settings.name(), "KSTREAM-SINK-");
        recorder.add(id -> new StreamSink(
                id, node, List.of(origin), target, settings.serdes().or(serdes), settings.partitioner()));
    }

    @Override
    public KTable<K, V> toTable(Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        String givenName = nameOf(named);
        MaterializedSettings<K, V> settings = new MaterializedSettings<>(requireNonNull(materialized, "materialized"));
        String node = recorder.nodeName(givenName, "KSTREAM-TOTABLE-");
        String storeName = PlannedTable.storeName(recorder, settings, "KSTREAM-TOTABLE-");
        SerdePair<K, V> known = settings.serdes().or(serdes);
        int parent = rekeyed ? byKey(recorder.route(node), known).id() : origin;
        Materialization store = settings.in(storeName, known);
        StreamTable table = recorder.add(id -> new StreamTable(id, node, List.of(parent), SourceTable::of, store));
        return new PlannedTable<>(recorder, table.id(), known, settings.givenName());
    }

    @Override
    public <VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
            KTable<K, VTable> table,
            ValueJoinerWithKey<? super K, ? super V, ? super VTable, ? extends VOut> joiner,
            Joined<K, V, VTable> joined) {
        return join("KSTREAM-JOIN-", false, table, joiner, joined);
    }

    @Override
    public <VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table,
            ValueJoinerWithKey<? super K, ? super V, ? super @Nullable VTable, ? extends VOut> joiner,
            Joined<K, V, VTable> joined) {
        return join("KSTREAM-LEFTJOIN-", true, table, joiner, joined);
    }

    private <VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
            String prefix,
            boolean keepsUnmatched,
            KTable<K, VTable> table,
            ValueJoinerWithKey<?, ?, ?, ?> joiner,
            Joined<K, V, VTable> joined) {
        PlannedTable<K, VTable> rows = PlannedTable.of(recorder, table);
        requireNonNull(joiner, "joiner");
        JoinedSettings<K, V, VTable> settings = new JoinedSettings<>(requireNonNull(joined, "joined"));
        String given = settings.name();
        OptionalLong graceMs = settings.graceMs(TableVersions.historyRetentionMs(recorder.plan()::node, rows.origin()));
        SerdePair<K, V> known = settings.serdes().or(serdes);
        int parent = byKeyForJoin(given, known);
        String node = recorder.nodeName(given, prefix);
        Optional<StreamTableJoin.Grace> grace = graceMs.isEmpty()
                ? Optional.empty()
                : Optional.of(new StreamTableJoin.Grace(new GracePeriod(node + "-Buffer", graceMs.getAsLong()), known));
        StreamTableJoin step = recorder.add(
                id -> new StreamTableJoin(id, node, List.of(parent), rows.origin(), keepsUnmatched, joiner, grace));
        return new PlannedStream<>(recorder, step.id(), node, new SerdePair<K, VOut>(known.key(), null), false);
    }

    @Override
    public <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        requireNonNull(joiner, "joiner");
        return PlannedStreamJoin.of(JoinType.INNER, this, otherStream, windows, streamJoined)
                .with(joiner);
    }

    @Override
    public <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super @Nullable VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        requireNonNull(joiner, "joiner");
        return PlannedStreamJoin.of(JoinType.LEFT, this, otherStream, windows, streamJoined)
                .with(joiner);
    }

    @Override
    public <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super @Nullable V, ? super @Nullable VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        requireNonNull(joiner, "joiner");
        return PlannedStreamJoin.of(JoinType.OUTER, this, otherStream, windows, streamJoined)
                .with(joiner);
    }

    /** Returns the node through which the records come to a join by key: that of a topic where keys may have changed. */
    int byKeyForJoin(@Nullable String given, SerdePair<K, V> known) {
        if (!rekeyed) {
            return origin;
        }
        RepartitionRoute route = recorder.route(given != null ? given : name); // takes numbers also for a shared step
        boolean named = given != null && !given.equals(name);
        return recorder.joinStep(origin, named, () -> byKey(route, known)).id();
    }

    @Override
    public <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object>
            KStream<K, VOut> join(
                    GlobalKTable<GlobalKey, GlobalValue> globalTable,
                    KeyValueMapper<? super K, ? super V, ? extends @Nullable GlobalKey> keySelector,
                    ValueJoinerWithStreamAndMappedKey<
                                    ? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut>
                            joiner,
                    Named named) {
        return joinGlobal(false, globalTable, keySelector, joiner, named);
    }

    @Override
    public <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object>
            KStream<K, VOut> leftJoin(
                    GlobalKTable<GlobalKey, GlobalValue> globalTable,
                    KeyValueMapper<? super K, ? super V, ? extends @Nullable GlobalKey> keySelector,
                    ValueJoinerWithStreamAndMappedKey<
                                    ? super K,
                                    ? super @Nullable GlobalKey,
                                    ? super V,
                                    ? super @Nullable GlobalValue,
                                    ? extends VOut>
                            joiner,
                    Named named) {
        return joinGlobal(true, globalTable, keySelector, joiner, named);
    }

    @SuppressWarnings("unchecked") // the callers say what the functions take
    private <VOut extends @Nullable Object> KStream<K, VOut> joinGlobal(
            boolean keepsUnmatched,
            GlobalKTable<?, ?> globalTable,
            KeyValueMapper<?, ?, ?> keySelector,
            ValueJoinerWithStreamAndMappedKey<?, ?, ?, ?, ?> joiner,
            Named named) {
        ProcessorSupplier<?, ?, ?, ?> work =
                JoinStreamGlobalTable.<@Nullable Object, Object, Object, Object, @Nullable Object>with(
                        PlannedGlobalTable.storeOf(recorder, globalTable),
                        keepsUnmatched,
                        (KeyValueMapper<@Nullable Object, Object, @Nullable Object>)
                                requireNonNull(keySelector, "key selector"),
                        (ValueJoinerWithStreamAndMappedKey<
                                        @Nullable Object, @Nullable Object, Object, @Nullable Object, @Nullable Object>)
                                requireNonNull(joiner, "joiner"));
        String node = recorder.nodeName(nameOf(named), "KSTREAM-LEFTJOIN-"); // as there, for both
        GlobalTableJoin step = recorder.add(id -> new GlobalTableJoin(id, node, List.of(origin), keepsUnmatched, work));
        return new PlannedStream<>(recorder, step.id(), node, new SerdePair<K, VOut>(serdes.key(), null), rekeyed);
    }

    /** Records that the stream goes through a topic because an operator needs it by key. */
    Repartition byKey(RepartitionRoute route, SerdePair<K, V> known) {
        return repartition(route, Repartition.Payload.STREAM, known, null, OptionalInt.empty());
    }

    private Repartition repartition(
            RepartitionRoute route,
            Repartition.Payload payload,
            SerdePair<K, V> known,
            @Nullable StreamPartitioner<?, ?> partitioner,
            OptionalInt partitions) {
        return recorder.add(
                id -> new Repartition(id, id, List.of(origin), route, payload, known, partitioner, partitions));
    }

    @Override
    public KGroupedStream<K, V> groupByKey() {
        return groupByKey(Grouped.with(serdes.key(), serdes.value()));
    }

    @Override
    public KGroupedStream<K, V> groupByKey(Grouped<K, V> grouped) {
        return new PlannedGroupedStream<>(this, new GroupedSettings<>(requireNonNull(grouped, "grouped")));
    }

    @Override
    public <KOut extends @Nullable Object> KGroupedStream<KOut, V> groupBy(
            KeyValueMapper<? super K, ? super V, KOut> keySelector) {
        return groupBy(keySelector, Grouped.with(null, serdes.value()));
    }

    @Override
    public <KOut extends @Nullable Object> KGroupedStream<KOut, V> groupBy(
            KeyValueMapper<? super K, ? super V, KOut> keySelector, Grouped<KOut, V> grouped) {
        requireNonNull(keySelector, "key selector");
        GroupedSettings<KOut, V> settings = new GroupedSettings<>(requireNonNull(grouped, "grouped"));
        String node = recorder.nodeName(settings.name(), "KSTREAM-KEY-SELECT-");
        StreamStep step = step(node, Effect.CHANGES_KEYS, SelectKey.with(keySelector));
        PlannedStream<KOut, V> selected = after(step, settings.serdes(), true);
        return new PlannedGroupedStream<>(selected, settings);
    }

    @Override
    public <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> process(
            ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier,
            Named named,
            String... stateStoreNames) {
        checkSupplier(processorSupplier);
        StepWork work = new StepWork.FreeKey(processorSupplier);
        StreamStep step = processing(named, "KSTREAM-PROCESSOR-", work, stateStoreNames);
        return after(step, new SerdePair<KOut, VOut>(null, null), true);
    }

    @Override
    public <VOut extends @Nullable Object> KStream<K, VOut> processValues(
            FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier,
            Named named,
            String... stateStoreNames) {
        checkSupplier(processorSupplier);
        StepWork work = new StepWork.FixedKey(processorSupplier);
        StreamStep step = processing(named, "KSTREAM-PROCESSVALUES-", work, stateStoreNames);
        return after(step, new SerdePair<K, VOut>(serdes.key(), null), rekeyed);
    }

    private static void checkSupplier(Supplier<?> supplier) {
        if (requireNonNull(requireNonNull(supplier, "processor supplier").get(), "processor of a supplier")
                == supplier.get()) {
            throw new IllegalArgumentException("processor supplier " + supplier
                    + " returned the same processor twice: return a new one at each call, as each task has its own");
        }
    }

    private StreamStep processing(Named named, String prefix, StepWork work, String... stateStoreNames) {
        List<String> stores = List.of(requireNonNull(stateStoreNames, "names of state stores"));
        String given = nameOf(named);
        String node = given != null ? given : recorder.nodeName(prefix); // takes no number for a given name
        return recorder.add(id -> new StreamStep(id, node, List.of(origin), Effect.OPAQUE, work, stores));
    }

    /** Records an operator on this stream that keeps nothing. */
    StreamStep step(String node, Effect effect, ProcessorSupplier<?, ?, ?, ?> work) {
        return step(node, effect, new StepWork.FreeKey(work));
    }

    private StreamStep step(String node, Effect effect, StepWork work) {
        return recorder.add(id -> new StreamStep(id, node, List.of(origin), effect, work, List.of()));
    }

    private StreamStep step(Named named, String prefix, Effect effect, ProcessorSupplier<?, ?, ?, ?> work) {
        return step(recorder.nodeName(nameOf(named), prefix), effect, work);
    }

    private StreamStep step(Named named, String prefix, Effect effect, FixedKeyProcessorSupplier<?, ?, ?> work) {
        return step(recorder.nodeName(nameOf(named), prefix), effect, new StepWork.FixedKey(work));
    }

    private static @Nullable String nameOf(Named named) {
        return new NamedSettings(requireNonNull(named, "named")).name();
    }

    /** Returns the output of a step on this stream. */
    <KOut extends @Nullable Object, VOut extends @Nullable Object> PlannedStream<KOut, VOut> after(
            StreamStep step, SerdePair<KOut, VOut> known, boolean keysChanged) {
        return new PlannedStream<>(recorder, step.id(), step.name(), known, keysChanged);
    }
}
