package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import io.streamwright.KeyValue;
import io.streamwright.state.KeyValueStore;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A table of the latest value of each key, as a sequence of updates: an update without a value deletes its key.
 *
 * <p>A table is kept in a store only if that store is named or if an operator downstream needs to know old values. Updates are taken
 * in the order of the log, also where their timestamps go back. A table whose store has caching passes on one update for each key
 * and transaction; any other, every update.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface KTable<K extends @Nullable Object, V extends @Nullable Object> {

    /** Keeps the rows that satisfy the predicate. */
    KTable<K, V> filter(Predicate<? super K, ? super V> predicate);

    /** Keeps the rows that satisfy the predicate, under a name. */
    KTable<K, V> filter(Predicate<? super K, ? super V> predicate, Named named);

    /** Keeps the rows that satisfy the predicate, and keeps them in a store if that is named. */
    default KTable<K, V> filter(
            Predicate<? super K, ? super V> predicate, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return filter(predicate, Named.unnamed(), materialized);
    }

    /**
     * Keeps the rows that satisfy the predicate. A row that no longer does is deleted downstream.
     *
     * @param predicate decides; not asked about deletions
     * @param named the operator's name
     * @param materialized how the result is kept, if its store is named
     * @return the rows kept
     */
    KTable<K, V> filter(
            Predicate<? super K, ? super V> predicate,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /** Drops the rows that satisfy the predicate. */
    KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate);

    /** Drops the rows that satisfy the predicate, under a name. */
    KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named);

    /** Drops the rows that satisfy the predicate, and keeps the others in a store if that is named. */
    default KTable<K, V> filterNot(
            Predicate<? super K, ? super V> predicate, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return filterNot(predicate, Named.unnamed(), materialized);
    }

    /**
     * Drops the rows that satisfy the predicate.
     *
     * @param predicate decides; not asked about deletions
     * @param named the operator's name
     * @param materialized how the result is kept, if its store is named
     * @return the rows kept
     */
    KTable<K, V> filterNot(
            Predicate<? super K, ? super V> predicate,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /** Gives each row a new value. */
    default <VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper) {
        return mapValues(mapper, Named.unnamed());
    }

    /** Gives each row a new value, under a name. */
    default <VR extends @Nullable Object> KTable<K, VR> mapValues(
            ValueMapper<? super V, ? extends VR> mapper, Named named) {
        requireNonNull(mapper, "mapper");
        ValueMapperWithKey<K, V, VR> withKey = (key, value) -> mapper.apply(value);
        return mapValues(withKey, named);
    }

    /** Gives each row a new value. */
    default <VR extends @Nullable Object> KTable<K, VR> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper) {
        return mapValues(mapper, Named.unnamed());
    }

    /** Gives each row a new value, under a name. */
    <VR extends @Nullable Object> KTable<K, VR> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper, Named named);

    /** Gives each row a new value, and keeps the result in a store if that is named. */
    default <VR extends @Nullable Object> KTable<K, VR> mapValues(
            ValueMapper<? super V, ? extends VR> mapper,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return mapValues(mapper, Named.unnamed(), materialized);
    }

    /** Gives each row a new value, under a name, and keeps the result in a store if that is named. */
    default <VR extends @Nullable Object> KTable<K, VR> mapValues(
            ValueMapper<? super V, ? extends VR> mapper,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(mapper, "mapper");
        ValueMapperWithKey<K, V, VR> withKey = (key, value) -> mapper.apply(value);
        return mapValues(withKey, named, materialized);
    }

    /** Gives each row a new value, and keeps the result in a store if that is named. */
    default <VR extends @Nullable Object> KTable<K, VR> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return mapValues(mapper, Named.unnamed(), materialized);
    }

    /**
     * Gives each row a new value.
     *
     * @param mapper makes the value; not asked about deletions, and deletes the row downstream where it returns null
     * @param named the operator's name
     * @param materialized how the result is kept, if its store is named
     * @return the rows with their new values
     */
    <VR extends @Nullable Object> KTable<K, VR> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /** Gives each row the value that a transformer makes. */
    default <VR extends @Nullable Object> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            String... stateStoreNames) {
        return transformValues(transformerSupplier, Named.unnamed(), stateStoreNames);
    }

    /** Gives each row the value that a transformer makes, under a name. */
    <VR extends @Nullable Object> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            Named named,
            String... stateStoreNames);

    /** Gives each row the value that a transformer makes, and keeps the result in a store if that is named. */
    default <VR extends @Nullable Object> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized,
            String... stateStoreNames) {
        return transformValues(transformerSupplier, materialized, Named.unnamed(), stateStoreNames);
    }

    /**
     * Gives each row the value that a transformer makes, which may use stores.
     *
     * <p>The transformer is asked about deletions too. Where the result is not kept, it is asked again for old values and for rows that
     * joins look up: then what it makes of a row should depend on the row alone, or the result should be kept.
     *
     * @param transformerSupplier makes transformers, and may bring their stores
     * @param materialized how the result is kept, if its store is named
     * @param named the operator's name
     * @param stateStoreNames the stores that the transformers use, besides those that their supplier brings; to be added to the program
     *     before
     * @return the rows with their new values
     */
    <VR extends @Nullable Object> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized,
            Named named,
            String... stateStoreNames);

    /**
     * Holds updates back until stream time says so, and passes on the last one of each key (KIP-328).
     *
     * <p>An update is passed on with the timestamp and the headers of the record that made it, at the record that moves stream time far
     * enough. What waits belongs to the task's transactions: it is there again after an abort, and after a crash unless the buffer has no
     * changelog.
     *
     * @param suppressed for how long, and how much may wait
     * @return the same rows, each with the value that was passed on last
     * @throws io.streamwright.errors.TopologyException if updates are to wait for windows to close and the table has none, or if the
     *     table is versioned
     */
    KTable<K, V> suppress(Suppressed<? super K> suppressed);

    /** Takes the updates as records of a stream. */
    default KStream<K, V> toStream() {
        return toStream(Named.unnamed());
    }

    /**
     * Takes the updates as records of a stream; a deletion is a record without a value.
     *
     * @param named the operator's name
     * @return the updates, with the serdes of this table
     */
    KStream<K, V> toStream(Named named);

    /** Takes the updates as records of a stream, under new keys. */
    default <KR extends @Nullable Object> KStream<KR, V> toStream(
            KeyValueMapper<? super K, ? super V, ? extends KR> mapper) {
        return toStream(mapper, Named.unnamed());
    }

    /**
     * Takes the updates as records of a stream, under new keys.
     *
     * @param mapper makes the key; also called for deletions
     * @param named the name of the operator before the change of keys
     * @return the updates under their new keys
     */
    default <KR extends @Nullable Object> KStream<KR, V> toStream(
            KeyValueMapper<? super K, ? super V, ? extends KR> mapper, Named named) {
        return toStream(named).selectKey(mapper);
    }

    /** Groups the rows by a new key, with the configured default serdes. */
    default <KR extends @Nullable Object, VR extends @Nullable Object> KGroupedTable<KR, VR> groupBy(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> selector) {
        return groupBy(selector, Grouped.with(null, null));
    }

    /**
     * Groups the rows by a new key, through a repartition topic. A row that changes leaves its old group and joins the new one.
     *
     * @param selector makes the key of the group and the value to aggregate; a row is in no group where one of them is null
     * @param grouped the serdes, and the repartition topic's name
     * @return the groups
     */
    <KR extends @Nullable Object, VR extends @Nullable Object> KGroupedTable<KR, VR> groupBy(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> selector,
            Grouped<KR, VR> grouped);

    /** Joins the rows of both tables that have the same key. */
    default <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(
            KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
        return join(other, joiner, Named.unnamed());
    }

    /** Joins the rows of both tables that have the same key, under a name. */
    <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(
            KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named);

    /** Joins the rows of both tables that have the same key, and keeps the results in a store. */
    default <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return join(other, joiner, Named.unnamed(), materialized);
    }

    /**
     * Joins the rows of both tables that have the same key. Each update of either table updates the result, with the larger of both
     * rows' timestamps; the result is deleted with the first of its rows. Both tables are kept, or those that they are made of.
     *
     * @param other the right table, of the same program and with equally many partitions
     * @param joiner makes the results; where it returns null, there is none
     * @param named start of the names of the operator's nodes
     * @param materialized how the results are kept, whether their store is named or not
     * @return the results
     * @throws IllegalArgumentException if the other table is of another program
     */
    <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /** Joins all rows of this table with those of the other that have the same key. */
    default <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(
            KTable<K, VO> other, ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner) {
        return leftJoin(other, joiner, Named.unnamed());
    }

    /** Joins all rows of this table with those of the other that have the same key, under a name. */
    <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(
            KTable<K, VO> other, ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner, Named named);

    /** Joins all rows of this table with those of the other that have the same key, and keeps the results in a store. */
    default <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return leftJoin(other, joiner, Named.unnamed(), materialized);
    }

    /**
     * Joins all rows of this table with those of the other that have the same key, or with null where there is none. Otherwise as
     * {@link #join(KTable, ValueJoiner, Named, Materialized)}; the result is deleted with this table's row.
     *
     * @param other the right table, of the same program and with equally many partitions
     * @param joiner makes the results; where it returns null, there is none
     * @param named start of the names of the operator's nodes
     * @param materialized how the results are kept, whether their store is named or not
     * @return the results
     * @throws IllegalArgumentException if the other table is of another program
     */
    <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /** Joins all rows of both tables by key. */
    default <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(
            KTable<K, VO> other, ValueJoiner<? super @Nullable V, ? super @Nullable VO, ? extends VR> joiner) {
        return outerJoin(other, joiner, Named.unnamed());
    }

    /** Joins all rows of both tables by key, under a name. */
    <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(
            KTable<K, VO> other,
            ValueJoiner<? super @Nullable V, ? super @Nullable VO, ? extends VR> joiner,
            Named named);

    /** Joins all rows of both tables by key, and keeps the results in a store. */
    default <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(
            KTable<K, VO> other,
            ValueJoiner<? super @Nullable V, ? super @Nullable VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return outerJoin(other, joiner, Named.unnamed(), materialized);
    }

    /**
     * Joins all rows of both tables by key, with null for the one that is missing. Otherwise as
     * {@link #join(KTable, ValueJoiner, Named, Materialized)}; the result is deleted with the last of its rows.
     *
     * @param other the right table, of the same program and with equally many partitions
     * @param joiner makes the results; where it returns null, there is none
     * @param named start of the names of the operator's nodes
     * @param materialized how the results are kept, whether their store is named or not
     * @return the results
     * @throws IllegalArgumentException if the other table is of another program
     */
    <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(
            KTable<K, VO> other,
            ValueJoiner<? super @Nullable V, ? super @Nullable VO, ? extends VR> joiner,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /** Joins each row with the row of the other table that it refers to, by a foreign key in its value. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends @Nullable KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
        requireNonNull(foreignKeyExtractor, "foreignKeyExtractor");
        return join(
                other,
                (key, value) -> foreignKeyExtractor.apply(value),
                joiner,
                TableJoined.with(null, null),
                Materialized.with(null, null));
    }

    /** Joins each row with the row of the other table that it refers to, by a foreign key in its value, with a name or partitioners. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends @Nullable KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined) {
        requireNonNull(foreignKeyExtractor, "foreignKeyExtractor");
        return join(
                other,
                (key, value) -> foreignKeyExtractor.apply(value),
                joiner,
                tableJoined,
                Materialized.with(null, null));
    }

    /** Joins each row with the row of the other table that it refers to, by a foreign key in its value, and keeps the results in a store. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends @Nullable KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(foreignKeyExtractor, "foreignKeyExtractor");
        return join(
                other,
                (key, value) -> foreignKeyExtractor.apply(value),
                joiner,
                TableJoined.with(null, null),
                materialized);
    }

    /** Joins each row with the row of the other table that it refers to, by a foreign key in its value, with a name or partitioners, and keeps the results in a store. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends @Nullable KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(foreignKeyExtractor, "foreignKeyExtractor");
        return join(other, (key, value) -> foreignKeyExtractor.apply(value), joiner, tableJoined, materialized);
    }

    /** Joins each row with the row of the other table that it refers to, by a foreign key in its key and value. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
        return join(other, foreignKeyExtractor, joiner, TableJoined.with(null, null), Materialized.with(null, null));
    }

    /** Joins each row with the row of the other table that it refers to, by a foreign key in its key and value, with a name or partitioners. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined) {
        return join(other, foreignKeyExtractor, joiner, tableJoined, Materialized.with(null, null));
    }

    /** Joins each row with the row of the other table that it refers to, by a foreign key in its key and value, and keeps the results in a store. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return join(other, foreignKeyExtractor, joiner, TableJoined.with(null, null), materialized);
    }

    /**
     * Joins each row with the row of the other table that it refers to, by a foreign key in its key and value (KIP-213, KIP-1104).
     *
     * <p>A row subscribes to the row that it refers to, by way of an internal topic partitioned as the other table, and gets answers by
     * way of another, partitioned as this table; so the tables may have different numbers of partitions. Each update of either row
     * updates the result, with the larger of both rows' timestamps. The result is deleted when one of the rows is, or when the row
     * refers to none. Both tables are kept, or those that they are made of.
     *
     * @param other the table that rows refer to, of the same program; may be this one
     * @param foreignKeyExtractor returns the key that a row refers to; null: none, and the row has no result
     * @param joiner makes the results; where it returns null, there is none
     * @param tableJoined start of the names of nodes, topics and the store of subscriptions, and how topics are partitioned
     * @param materialized how the results are kept, if the store is named or an operator needs them
     * @return the results, by the keys of this table
     * @throws IllegalArgumentException if the other table is of another program
     */
    <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /** Joins each row with the row of the other table that it refers to, or with null, by a foreign key in its value. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object>
            KTable<K, VR> leftJoin(
                    KTable<KO, VO> other,
                    Function<? super V, ? extends @Nullable KO> foreignKeyExtractor,
                    ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner) {
        requireNonNull(foreignKeyExtractor, "foreignKeyExtractor");
        return leftJoin(
                other,
                (key, value) -> foreignKeyExtractor.apply(value),
                joiner,
                TableJoined.with(null, null),
                Materialized.with(null, null));
    }

    /** Joins each row with the row of the other table that it refers to, or with null, by a foreign key in its value, with a name or partitioners. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object>
            KTable<K, VR> leftJoin(
                    KTable<KO, VO> other,
                    Function<? super V, ? extends @Nullable KO> foreignKeyExtractor,
                    ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner,
                    TableJoined<K, KO> tableJoined) {
        requireNonNull(foreignKeyExtractor, "foreignKeyExtractor");
        return leftJoin(
                other,
                (key, value) -> foreignKeyExtractor.apply(value),
                joiner,
                tableJoined,
                Materialized.with(null, null));
    }

    /** Joins each row with the row of the other table that it refers to, or with null, by a foreign key in its value, and keeps the results in a store. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object>
            KTable<K, VR> leftJoin(
                    KTable<KO, VO> other,
                    Function<? super V, ? extends @Nullable KO> foreignKeyExtractor,
                    ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner,
                    Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(foreignKeyExtractor, "foreignKeyExtractor");
        return leftJoin(
                other,
                (key, value) -> foreignKeyExtractor.apply(value),
                joiner,
                TableJoined.with(null, null),
                materialized);
    }

    /** Joins each row with the row of the other table that it refers to, or with null, by a foreign key in its value, with a name or partitioners, and keeps the results in a store. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object>
            KTable<K, VR> leftJoin(
                    KTable<KO, VO> other,
                    Function<? super V, ? extends @Nullable KO> foreignKeyExtractor,
                    ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner,
                    TableJoined<K, KO> tableJoined,
                    Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        requireNonNull(foreignKeyExtractor, "foreignKeyExtractor");
        return leftJoin(other, (key, value) -> foreignKeyExtractor.apply(value), joiner, tableJoined, materialized);
    }

    /** Joins each row with the row of the other table that it refers to, or with null, by a foreign key in its key and value. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object>
            KTable<K, VR> leftJoin(
                    KTable<KO, VO> other,
                    BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKeyExtractor,
                    ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner) {
        return leftJoin(
                other, foreignKeyExtractor, joiner, TableJoined.with(null, null), Materialized.with(null, null));
    }

    /** Joins each row with the row of the other table that it refers to, or with null, by a foreign key in its key and value, with a name or partitioners. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object>
            KTable<K, VR> leftJoin(
                    KTable<KO, VO> other,
                    BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKeyExtractor,
                    ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner,
                    TableJoined<K, KO> tableJoined) {
        return leftJoin(other, foreignKeyExtractor, joiner, tableJoined, Materialized.with(null, null));
    }

    /** Joins each row with the row of the other table that it refers to, or with null, by a foreign key in its key and value, and keeps the results in a store. */
    default <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object>
            KTable<K, VR> leftJoin(
                    KTable<KO, VO> other,
                    BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKeyExtractor,
                    ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner,
                    Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return leftJoin(other, foreignKeyExtractor, joiner, TableJoined.with(null, null), materialized);
    }

    /**
     * Joins each row with the row of the other table that it refers to, or with null, by a foreign key in its key and value. Otherwise
     * as {@link #join(KTable, BiFunction, ValueJoiner, TableJoined, Materialized)}; the result is deleted with this table's row.
     *
     * @param other the table that rows refer to, of the same program; may be this one
     * @param foreignKeyExtractor returns the key that a row refers to; null: none, and the row is joined with null
     * @param joiner makes the results; where it returns null, there is none
     * @param tableJoined start of the names of nodes, topics and the store of subscriptions, and how topics are partitioned
     * @param materialized how the results are kept, if the store is named or an operator needs them
     * @return the results, by the keys of this table
     * @throws IllegalArgumentException if the other table is of another program
     */
    <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super @Nullable VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /** Returns the name under which the table can be queried; null if it cannot. */
    @Nullable
    String queryableStoreName();
}
