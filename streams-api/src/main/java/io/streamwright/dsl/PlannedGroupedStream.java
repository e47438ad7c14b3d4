package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.operator.AggregateStream;
import io.streamwright.dsl.operator.TableOperation;
import io.streamwright.dsl.operator.window.Windowing;
import io.streamwright.dsl.plan.Aggregation;
import io.streamwright.dsl.plan.Repartition;
import io.streamwright.dsl.plan.RepartitionRoute;
import io.streamwright.dsl.settings.GroupedSettings;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.dsl.settings.MaterializedSettings;
import io.streamwright.dsl.settings.NamedSettings;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.kstream.Aggregator;
import io.streamwright.kstream.CogroupedKStream;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Initializer;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Reducer;
import io.streamwright.kstream.SessionWindowedKStream;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.SlidingWindows;
import io.streamwright.kstream.TimeWindowedKStream;
import io.streamwright.kstream.Window;
import io.streamwright.kstream.Windows;
import io.streamwright.state.KeyValueStore;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A grouped stream. Each aggregation goes through a repartition topic of its own where keys may have changed, unless the grouping is
 * named: then all share one.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys of the groups
 * @param <V> the values
 */
final class PlannedGroupedStream<K extends @Nullable Object, V extends @Nullable Object>
        implements KGroupedStream<K, V> {
    static final String AGGREGATE = "KSTREAM-AGGREGATE-";
    static final String REDUCE = "KSTREAM-REDUCE-";

    private final PlanRecorder recorder;
    private final PlannedStream<K, V> stream;
    private final SerdePair<K, V> serdes;
    private final @Nullable String name;
    private @Nullable Repartition shared;

    PlannedGroupedStream(PlannedStream<K, V> stream, GroupedSettings<K, V> settings) {
        this.recorder = stream.recorder();
        this.stream = stream;
        this.serdes = settings.serdes();
        this.name = settings.name();
    }

    @Override
    public KTable<K, Long> count(Named named) {
        return countIn(named, Materialized.with(null, null));
    }

    @Override
    public KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(materialized, "materialized");
        if (new MaterializedSettings<>(materialized).givenName() == null) {
            takeNumber();
        }
        return countIn(named, materialized);
    }

    /** Takes a number without a store: see {@link PlanRecorder}. */
    void takeNumber() {
        recorder.storeName(AGGREGATE);
    }

    /** Returns the serdes of the groups. */
    SerdePair<K, V> serdes() {
        return serdes;
    }

    private KTable<K, Long> countIn(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        Aggregator<K, V, Long> adder = (key, value, count) -> count + 1;
        return aggregateIn(
                AGGREGATE,
                named,
                materialized,
                new SerdePair<>(serdes.key(), Serdes.Long()),
                role -> AggregateStream.aggregating(() -> 0L, adder, role));
    }

    @Override
    public KTable<K, V> reduce(
            Reducer<V> reducer, Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(reducer, "reducer");
        return aggregateIn(REDUCE, named, materialized, serdes, role -> AggregateStream.reducing(reducer, role));
    }

    @Override
    public <VOut extends @Nullable Object> KTable<K, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Named named,
            Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(initializer, "initializer");
        requireNonNull(aggregator, "aggregator");
        return aggregateIn(
                AGGREGATE,
                named,
                materialized,
                new SerdePair<>(serdes.key(), null),
                role -> AggregateStream.aggregating(initializer, aggregator, role));
    }

    private <A extends @Nullable Object> KTable<K, A> aggregateIn(
            String prefix,
            Named named,
            Materialized<K, A, KeyValueStore<Bytes, byte[]>> materialized,
            SerdePair<K, A> fallback,
            TableOperation operation) {
        MaterializedSettings<K, A> settings = new MaterializedSettings<>(requireNonNull(materialized, "materialized"));
        SerdePair<K, A> known = settings.serdes().or(fallback);
        return aggregate(
                prefix, named, settings.givenName(), storeName -> settings.in(storeName, known), known, operation);
    }

    /**
     * Adds an aggregation.
     *
     * @param prefix of generated names
     * @param named the operator's name, if it has one
     * @param givenStore the store's name; null to have one generated
     * @param keeping says how the aggregates are kept in a store of a name
     * @param known serdes of the result
     * @param operation aggregates
     */
    <KR extends @Nullable Object, A extends @Nullable Object> KTable<KR, A> aggregate(
            String prefix,
            Named named,
            @Nullable String givenStore,
            Function<String, Materialization> keeping,
            SerdePair<KR, A> known,
            TableOperation operation) {
        String givenName = new NamedSettings(requireNonNull(named, "named")).name();
        String storeName = givenStore != null ? givenStore : recorder.storeName(prefix);
        String node = recorder.nodeName(givenName, prefix);
        Materialization store = keeping.apply(storeName);
        int parent = stream.rekeyed() ? repartition(storeName) : stream.origin();
        Aggregation aggregation = recorder.add(id -> new Aggregation(id, node, List.of(parent), operation, store));
        return new PlannedTable<>(recorder, aggregation.id(), known, givenStore);
    }

    @Override
    public <W extends Window> TimeWindowedKStream<K, V> windowedBy(Windows<W> windows) {
        return windowedBy(Windowing.of(requireNonNull(windows, "windows")));
    }

    @Override
    public TimeWindowedKStream<K, V> windowedBy(SlidingWindows windows) {
        return windowedBy(Windowing.of(requireNonNull(windows, "windows")));
    }

    @Override
    public SessionWindowedKStream<K, V> windowedBy(SessionWindows windows) {
        return new PlannedSessions<>(this, requireNonNull(windows, "windows"), EmitStrategy.onWindowUpdate());
    }

    private TimeWindowedKStream<K, V> windowedBy(Windowing windowing) {
        return new PlannedTimeWindows<>(this, windowing, EmitStrategy.onWindowUpdate());
    }

    @Override
    public <VOut extends @Nullable Object> CogroupedKStream<K, VOut> cogroup(
            Aggregator<? super K, ? super V, VOut> aggregator) {
        return new PlannedCogroup<K, VOut>(recorder).cogroup(this, aggregator);
    }

    /** Returns the node of the topic through which the records come by key. */
    private int repartition(String storeName) {
        return repartition(storeName, null).id();
    }

    /**
     * Has the records come by key through a topic.
     *
     * @param prefix of the topic's name, unless the grouping is named
     * @param before the step that the same operator has for an earlier store; null if there is none
     */
    Repartition repartition(String prefix, @Nullable Repartition before) {
        RepartitionRoute route = recorder.route(name != null ? name : prefix);
        Repartition known = before != null ? before : shared;
        if (known != null) {
            return recorder.useAgain(known);
        }
        Repartition step = stream.byKey(route, serdes);
        if (name != null) {
            shared = step;
        }
        return step;
    }

    PlanRecorder recorder() {
        return recorder;
    }

    /** Returns whether the records have to come through a topic, as keys may have changed. */
    boolean isRekeyed() {
        return stream.rekeyed();
    }

    /** Returns whether the program named the grouping. */
    boolean isNamed() {
        return name != null;
    }

    /** Returns the node whose output is grouped. */
    int origin() {
        return stream.origin();
    }
}
