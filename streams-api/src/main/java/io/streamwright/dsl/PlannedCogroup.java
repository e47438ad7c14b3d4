package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.operator.AggregateStream;
import io.streamwright.dsl.operator.TableRole;
import io.streamwright.dsl.operator.window.Windowing;
import io.streamwright.dsl.plan.Cogroup;
import io.streamwright.dsl.plan.Effect;
import io.streamwright.dsl.plan.Repartition;
import io.streamwright.dsl.plan.StepWork;
import io.streamwright.dsl.plan.StreamStep;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.dsl.settings.MaterializedSettings;
import io.streamwright.dsl.settings.NamedSettings;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.kstream.Aggregator;
import io.streamwright.kstream.CogroupedKStream;
import io.streamwright.kstream.Initializer;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.SessionWindowedCogroupedKStream;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.SlidingWindows;
import io.streamwright.kstream.TimeWindowedCogroupedKStream;
import io.streamwright.kstream.Window;
import io.streamwright.kstream.Windows;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.state.KeyValueStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Several grouped streams with their aggregators. All aggregations share the topics through which streams come whose keys may have
 * changed; they are named by the first.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys of the groups
 * @param <VOut> the aggregates
 */
final class PlannedCogroup<K extends @Nullable Object, VOut extends @Nullable Object>
        implements CogroupedKStream<K, VOut> {
    static final String AGGREGATE = "COGROUPKSTREAM-AGGREGATE-";
    private static final String MERGE = "COGROUPKSTREAM-MERGE-";

    private final PlanRecorder recorder;
    private final Map<PlannedGroupedStream<K, ?>, Aggregator<? super K, Object, VOut>> streams = new LinkedHashMap<>();
    private final Map<PlannedGroupedStream<K, ?>, Repartition> repartitions = new LinkedHashMap<>();

    PlannedCogroup(PlanRecorder recorder) {
        this.recorder = recorder;
    }

    @Override
    @SuppressWarnings("unchecked") // each aggregator is called with records of its own stream
    public <V extends @Nullable Object> CogroupedKStream<K, VOut> cogroup(
            KGroupedStream<K, V> groupedStream, Aggregator<? super K, ? super V, VOut> aggregator) {
        requireNonNull(groupedStream, "grouped stream");
        requireNonNull(aggregator, "aggregator");
        if (!(groupedStream instanceof PlannedGroupedStream<K, V> planned) || planned.recorder() != recorder) {
            throw new IllegalArgumentException("only grouped streams of the same StreamsBuilder can be aggregated"
                    + " together, not " + groupedStream + ": it would be in another program");
        }
        streams.put(planned, (Aggregator<? super K, Object, VOut>) aggregator);
        return this;
    }

    @Override
    public KTable<K, VOut> aggregate(
            Initializer<VOut> initializer,
            Named named,
            Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(initializer, "initializer");
        MaterializedSettings<K, VOut> settings =
                new MaterializedSettings<>(requireNonNull(materialized, "materialized"));
        return aggregate(
                named,
                settings.givenName(),
                storeName -> settings.in(storeName, settings.serdes()),
                settings.serdes(),
                OptionalLong.empty(),
                (aggregator, role) -> AggregateStream.aggregating(initializer, aggregator, role));
    }

    @Override
    public <W extends Window> TimeWindowedCogroupedKStream<K, VOut> windowedBy(Windows<W> windows) {
        return new PlannedCogroupWindows<>(this, Windowing.of(requireNonNull(windows, "windows")));
    }

    @Override
    public TimeWindowedCogroupedKStream<K, VOut> windowedBy(SlidingWindows windows) {
        return new PlannedCogroupWindows<>(this, Windowing.of(requireNonNull(windows, "windows")));
    }

    @Override
    public SessionWindowedCogroupedKStream<K, VOut> windowedBy(SessionWindows windows) {
        return new PlannedCogroupSessions<>(this, requireNonNull(windows, "windows"));
    }

    /**
     * Adds an aggregation.
     *
     * @param named the operator's name, if it has one
     * @param givenStore the store's name; null to have one generated
     * @param keeping says how the aggregates are kept in a store of a name
     * @param known serdes of the result
     * @param graceMs how long windows take records after their end; empty if there are no windows
     * @param work makes the processors that aggregate one stream
     */
    <KR extends @Nullable Object> KTable<KR, VOut> aggregate(
            Named named,
            @Nullable String givenStore,
            Function<String, Materialization> keeping,
            SerdePair<KR, VOut> known,
            OptionalLong graceMs,
            BiFunction<Aggregator<? super K, Object, VOut>, TableRole, ProcessorSupplier<?, ?, ?, ?>> work) {
        String given = new NamedSettings(requireNonNull(named, "named")).name();
        String storeName = givenStore != null ? givenStore : recorder.storeName(AGGREGATE);
        Materialization store = keeping.apply(storeName);
        List<Integer> origins = new ArrayList<>();
        streams.keySet().forEach(stream -> origins.add(origin(stream, topicPrefix(storeName, origins.size()))));
        TableRole role = TableRole.sharing(storeName, store.timeToLiveMs());
        List<Integer> steps = new ArrayList<>();
        for (Aggregator<? super K, Object, VOut> aggregator : streams.values()) {
            int index = steps.size();
            String name = recorder.nodeName(NamedSettings.suffixed(given, "-cogroup-agg-" + index), AGGREGATE);
            StepWork step = new StepWork.FreeKey(work.apply(aggregator, role));
            List<Integer> parent = List.of(origins.get(index));
            steps.add(recorder.add(id -> new StreamStep(id, name, parent, Effect.OPAQUE, step, List.of()))
                    .id());
        }
        String merge = recorder.nodeName(NamedSettings.suffixed(given, "-cogroup-merge"), MERGE);
        Cogroup table = recorder.add(id -> new Cogroup(id, merge, steps, store, graceMs));
        return new PlannedTable<>(recorder, table.id(), known, givenStore);
    }

    /**
     * Returns how the topic of a stream without a name is called: like the store, for the first that needs one. Kafka Streams has no name
     * for more of them, and refuses the program.
     */
    private String topicPrefix(String storeName, int index) {
        boolean isTaken =
                streams.keySet().stream().limit(index).anyMatch(stream -> stream.isRekeyed() && !stream.isNamed());
        return isTaken ? storeName + "-" + index : storeName;
    }

    /** Returns the node from which the records of a stream come by key. */
    private int origin(PlannedGroupedStream<K, ?> stream, String topicPrefix) {
        if (!stream.isRekeyed()) {
            return stream.origin();
        }
        Repartition before = repartitions.get(stream);
        Repartition step = stream.repartition(topicPrefix, before);
        repartitions.put(stream, step);
        return step.id();
    }
}
