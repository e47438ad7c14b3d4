package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.operator.AggregateTable;
import io.streamwright.dsl.operator.TableOperation;
import io.streamwright.dsl.plan.Aggregation;
import io.streamwright.dsl.plan.Repartition;
import io.streamwright.dsl.plan.RepartitionRoute;
import io.streamwright.dsl.settings.GroupedSettings;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.dsl.settings.MaterializedSettings;
import io.streamwright.dsl.settings.NamedSettings;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.kstream.Aggregator;
import io.streamwright.kstream.Initializer;
import io.streamwright.kstream.KGroupedTable;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Reducer;
import io.streamwright.state.KeyValueStore;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A grouped table. Each aggregation goes through a repartition topic of its own, unless the grouping is named: then all share one.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys of the groups
 * @param <V> the values
 */
final class PlannedGroupedTable<K extends @Nullable Object, V extends @Nullable Object> implements KGroupedTable<K, V> {
    private static final String AGGREGATE = "KTABLE-AGGREGATE-";
    private static final String REDUCE = "KTABLE-REDUCE-";

    private final PlanRecorder recorder;
    private final int origin;
    private final SerdePair<K, V> serdes;
    private final @Nullable String name;
    private @Nullable Repartition shared;

    PlannedGroupedTable(PlanRecorder recorder, int origin, GroupedSettings<K, V> settings) {
        this.recorder = recorder;
        this.origin = origin;
        this.serdes = settings.serdes();
        this.name = settings.name();
    }

    @Override
    public KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        Aggregator<K, V, Long> adder = (key, value, count) -> count + 1;
        Aggregator<K, V, Long> subtractor = (key, value, count) -> count - 1;
        return aggregateIn(
                AGGREGATE,
                named,
                materialized,
                new SerdePair<>(serdes.key(), Serdes.Long()),
                role -> AggregateTable.aggregating(() -> 0L, adder, subtractor, role));
    }

    @Override
    public KTable<K, V> reduce(
            Reducer<V> adder,
            Reducer<V> subtractor,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(adder, "adder");
        requireNonNull(subtractor, "subtractor");
        return aggregateIn(
                REDUCE, named, materialized, serdes, role -> AggregateTable.reducing(adder, subtractor, role));
    }

    @Override
    public <VR extends @Nullable Object> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(initializer, "initializer");
        requireNonNull(adder, "adder");
        requireNonNull(subtractor, "subtractor");
        return aggregateIn(
                AGGREGATE,
                named,
                materialized,
                new SerdePair<>(serdes.key(), null),
                role -> AggregateTable.aggregating(initializer, adder, subtractor, role));
    }

    private <A extends @Nullable Object> KTable<K, A> aggregateIn(
            String prefix,
            Named named,
            Materialized<K, A, KeyValueStore<Bytes, byte[]>> materialized,
            SerdePair<K, A> fallback,
            TableOperation operation) {
        String givenName = new NamedSettings(requireNonNull(named, "named")).name();
        MaterializedSettings<K, A> settings = new MaterializedSettings<>(requireNonNull(materialized, "materialized"));
        // Stores of both kinds of aggregations have the same prefix, unlike those of streams.
        String storeName = PlannedTable.storeName(recorder, settings, AGGREGATE);
        RepartitionRoute route = route(givenName, storeName);
        String node = recorder.nodeName(givenName, prefix);
        SerdePair<K, A> known = settings.serdes().or(fallback);
        Materialization store = settings.in(storeName, known);
        int parent = repartition(route);
        Aggregation aggregation = recorder.add(id -> new Aggregation(id, node, List.of(parent), operation, store));
        return new PlannedTable<>(recorder, aggregation.id(), known, settings.givenName());
    }

    /** Names the way to the groups: no filter is on it, as a row without a group does not get here. */
    private RepartitionRoute route(@Nullable String givenName, String storeName) {
        String sink = suffixed(givenName, "-sink", "KSTREAM-SINK-");
        String source = suffixed(givenName, "-source", "KSTREAM-SOURCE-");
        return new RepartitionRoute((name != null ? name : storeName) + "-repartition", Optional.empty(), sink, source);
    }

    private String suffixed(@Nullable String givenName, String suffix, String prefix) {
        return recorder.nodeName(givenName == null ? null : givenName + suffix, prefix);
    }

    private int repartition(RepartitionRoute route) {
        if (shared != null) {
            return recorder.useAgain(shared).id();
        }
        Repartition step = recorder.add(id -> new Repartition(
                id, id, List.of(origin), route, Repartition.Payload.CHANGES, serdes, null, OptionalInt.empty()));
        if (name != null) {
            shared = step;
        }
        return step.id();
    }
}
