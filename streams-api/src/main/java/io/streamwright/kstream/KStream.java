package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import io.streamwright.KeyValue;
import io.streamwright.processor.TopicNameExtractor;
import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.WindowStore;
import java.time.Duration;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A stream of records that are each a fact of their own, as opposed to the updates of a {@link KTable}.
 *
 * <p>A call adds an operator to the program and returns its output; nothing runs yet. An operator without a name gets one from its
 * kind and its place in the program. An operator that may change keys marks its output: where keys matter downstream, as in
 * groupings and tables, the output goes through a repartition topic first. Operators that change only values keep the key, and need
 * none.
 *
 * <p>What a function of the program throws goes to the task's processing handler unchanged. {@code null} where an argument is not
 * allowed to be null is a {@link NullPointerException}; a name that cannot be part of a topic's name is a
 * {@link io.streamwright.errors.TopologyException}.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface KStream<K extends @Nullable Object, V extends @Nullable Object> {

    /** Keeps the records that satisfy the predicate. */
    default KStream<K, V> filter(Predicate<? super K, ? super V> predicate) {
        return filter(predicate, Named.unnamed());
    }

    /**
     * Keeps the records that satisfy the predicate.
     *
     * @param predicate decides
     * @param named the operator's name
     * @return the records kept, with the serdes of this stream
     */
    KStream<K, V> filter(Predicate<? super K, ? super V> predicate, Named named);

    /** Drops the records that satisfy the predicate. */
    default KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate) {
        return filterNot(predicate, Named.unnamed());
    }

    /**
     * Drops the records that satisfy the predicate.
     *
     * @param predicate decides
     * @param named the operator's name
     * @return the records kept, with the serdes of this stream
     */
    KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named);

    /** Gives each record a new key. */
    default <KOut extends @Nullable Object> KStream<KOut, V> selectKey(
            KeyValueMapper<? super K, ? super V, ? extends KOut> mapper) {
        return selectKey(mapper, Named.unnamed());
    }

    /**
     * Gives each record a new key.
     *
     * @param mapper makes the key
     * @param named the operator's name
     * @return the records under their new keys, with the value serde of this stream
     */
    <KOut extends @Nullable Object> KStream<KOut, V> selectKey(
            KeyValueMapper<? super K, ? super V, ? extends KOut> mapper, Named named);

    /** Gives each record a new value. */
    default <VOut extends @Nullable Object> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper) {
        return mapValues(mapper, Named.unnamed());
    }

    /** Gives each record a new value. */
    default <VOut extends @Nullable Object> KStream<K, VOut> mapValues(
            ValueMapper<? super V, ? extends VOut> mapper, Named named) {
        requireNonNull(mapper, "mapper");
        ValueMapperWithKey<K, V, VOut> withKey = (key, value) -> mapper.apply(value);
        return mapValues(withKey, named);
    }

    /** Gives each record a new value. */
    default <VOut extends @Nullable Object> KStream<K, VOut> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper) {
        return mapValues(mapper, Named.unnamed());
    }

    /**
     * Gives each record a new value.
     *
     * @param mapper makes the value
     * @param named the operator's name
     * @return the records with their new values, with the key serde of this stream
     */
    <VOut extends @Nullable Object> KStream<K, VOut> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper, Named named);

    /** Makes a new record of each. */
    default <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> map(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper) {
        return map(mapper, Named.unnamed());
    }

    /**
     * Makes a new record of each; timestamp and headers stay.
     *
     * @param mapper makes key and value; null is refused, as a record cannot be dropped here
     * @param named the operator's name
     * @return the new records
     */
    <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> map(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper,
            Named named);

    /** Makes any number of records of each. */
    default <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> flatMap(
            KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>>
                    mapper) {
        return flatMap(mapper, Named.unnamed());
    }

    /**
     * Makes any number of records of each; all get its timestamp and headers.
     *
     * @param mapper makes the pairs of key and value
     * @param named the operator's name
     * @return the new records, in the order of the iterables
     */
    <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> flatMap(
            KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>>
                    mapper,
            Named named);

    /** Makes any number of records, with the same key, of each. */
    default <VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
            ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper) {
        return flatMapValues(mapper, Named.unnamed());
    }

    /** Makes any number of records, with the same key, of each. */
    default <VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
            ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper, Named named) {
        requireNonNull(mapper, "mapper");
        ValueMapperWithKey<K, V, Iterable<? extends VOut>> withKey = (key, value) -> mapper.apply(value);
        return flatMapValues(withKey, named);
    }

    /** Makes any number of records, with the same key, of each. */
    default <VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper) {
        return flatMapValues(mapper, Named.unnamed());
    }

    /**
     * Makes any number of records, with the same key, of each; all get its timestamp and headers.
     *
     * @param mapper makes the values
     * @param named the operator's name
     * @return the new records, in the order of the iterables, with the key serde of this stream
     */
    <VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper, Named named);

    /**
     * Prints each record.
     *
     * @param printed where to and how
     */
    void print(Printed<K, V> printed);

    /** Does something for each record, and ends the stream there. */
    default void foreach(ForeachAction<? super K, ? super V> action) {
        foreach(action, Named.unnamed());
    }

    /**
     * Does something for each record, and ends the stream there.
     *
     * @param action what is done; not undone by an abort
     * @param named the operator's name
     */
    void foreach(ForeachAction<? super K, ? super V> action, Named named);

    /** Does something for each record, and passes it on. */
    default KStream<K, V> peek(ForeachAction<? super K, ? super V> action) {
        return peek(action, Named.unnamed());
    }

    /**
     * Does something for each record, and passes it on.
     *
     * @param action what is done; not undone by an abort
     * @param named the operator's name
     * @return the records as they are, with the serdes of this stream
     */
    KStream<K, V> peek(ForeachAction<? super K, ? super V> action, Named named);

    /** Passes the first record of each key within a window of time, and drops the others. */
    default KStream<K, V> distinct(Duration window) {
        return distinct(window, Named.unnamed());
    }

    /** Passes the first record of each key within a window of time, and drops the others. */
    default KStream<K, V> distinct(Duration window, Named named) {
        return distinct(window, named, Materialized.with(null, null));
    }

    /** Passes the first record of each key within a window of time, and drops the others. */
    default KStream<K, V> distinct(Duration window, Materialized<K, byte[], WindowStore<Bytes, byte[]>> materialized) {
        return distinct(window, Named.unnamed(), materialized);
    }

    /**
     * Passes the first record of each key within a window of time, and drops the others; of Streamwright's own, not in Kafka Streams.
     *
     * <p>A record is a duplicate if one with the same key was passed on whose timestamp differs by the window or less, before or after
     * its own. First is what comes first, whatever the timestamps; a record that was dropped makes no other a duplicate. What is passed
     * on keeps its timestamp and headers. What was passed on is known exactly once with the transaction, also after an abort or a crash.
     *
     * <p>Records without a key are dropped, as nothing tells them apart. A record is too late, and is dropped, if its timestamp lies more
     * than the window behind the newest that was passed on in its partition: what came near it may be forgotten. A longer retention
     * of the store lets records be later, by what it is longer than twice the window and a millisecond. So the store holds what was
     * passed on in the last two windows.
     *
     * <p>Where keys may have changed, the stream goes through a topic of the application's own first, so that equal keys meet.
     *
     * @param window the greatest difference of timestamps between duplicates, at least one millisecond
     * @param named the operator's name
     * @param materialized the store's name or supplier, key serde, changelog and retention; its values are empty. A supplier's retention
     *     counts instead of {@code withRetention}
     * @return the records that are no duplicates, with the serdes of this stream
     * @throws IllegalArgumentException if the window is too short, or the retention not longer than it
     */
    KStream<K, V> distinct(
            Duration window, Named named, Materialized<K, byte[], WindowStore<Bytes, byte[]>> materialized);

    /** Passes the first record of each identity within a window of time, and drops the others. */
    default <I extends @Nullable Object> KStream<K, V> distinct(
            Duration window, KeyValueMapper<? super K, ? super V, ? extends I> identity) {
        return distinct(window, identity, Materialized.with(null, null));
    }

    /** Passes the first record of each identity within a window of time, and drops the others. */
    default <I extends @Nullable Object> KStream<K, V> distinct(
            Duration window,
            KeyValueMapper<? super K, ? super V, ? extends I> identity,
            Materialized<I, byte[], WindowStore<Bytes, byte[]>> materialized) {
        return distinct(window, identity, Named.unnamed(), materialized);
    }

    /**
     * The same for records that are told apart by something else than their keys.
     *
     * <p>Identities are compared within the partition of the record's key, and so across the keys of that partition: the stream stays
     * partitioned by key. To compare them everywhere, make the identity the key ({@link #selectKey}); to tell keys apart, make the
     * key part of the identity.
     *
     * @param window as above
     * @param identity returns what a record is told from others by, of its key and value as they are, which may be null; null: the
     *     record is dropped
     * @param named the operator's name
     * @param materialized as above; the key serde is that of the identities, null: the configured default for keys
     * @return the records that are no duplicates, with the serdes of this stream
     * @throws IllegalArgumentException as above
     */
    <I extends @Nullable Object> KStream<K, V> distinct(
            Duration window,
            KeyValueMapper<? super K, ? super V, ? extends I> identity,
            Named named,
            Materialized<I, byte[], WindowStore<Bytes, byte[]>> materialized);

    /** Splits the stream into branches. */
    default BranchedKStream<K, V> split() {
        return split(Named.unnamed());
    }

    /**
     * Splits the stream into branches, of which each record takes at most one.
     *
     * @param named the name of the splitting node, and the start of the branches' names
     * @return where to add the branches
     */
    BranchedKStream<K, V> split(Named named);

    /** Puts two streams together. */
    default KStream<K, V> merge(KStream<K, V> stream) {
        return merge(stream, Named.unnamed());
    }

    /**
     * Puts two streams together. The records of each keep their order; how the two mix is not said.
     *
     * @param stream the other stream, of the same program
     * @param named the operator's name
     * @return all records of both
     */
    KStream<K, V> merge(KStream<K, V> stream, Named named);

    /** Sends the stream through a topic of the application's own. */
    default KStream<K, V> repartition() {
        return repartition(Repartitioned.as(null));
    }

    /**
     * Sends the stream through a topic of the application's own, so that records with equal keys meet in one task. Records without
     * a key are dropped.
     *
     * @param repartitioned the topic's name, partitions and serdes
     * @return the stream as read from the topic
     */
    KStream<K, V> repartition(Repartitioned<K, V> repartitioned);

    /** Writes the stream to a topic, with the serdes of this stream. */
    default void to(String topic) {
        to(topic, Produced.with(null, null));
    }

    /**
     * Writes the stream to a topic.
     *
     * @param topic an existing topic
     * @param produced how it is written
     */
    void to(String topic, Produced<K, V> produced);

    /** Writes each record to the topic that is chosen for it, with the serdes of this stream. */
    default void to(TopicNameExtractor<K, V> topicExtractor) {
        to(topicExtractor, Produced.with(null, null));
    }

    /**
     * Writes each record to the topic that is chosen for it.
     *
     * @param topicExtractor chooses among existing topics
     * @param produced how they are written
     */
    void to(TopicNameExtractor<K, V> topicExtractor, Produced<K, V> produced);

    /** Takes the records as updates of a table. */
    default KTable<K, V> toTable() {
        return toTable(Named.unnamed());
    }

    /** Takes the records as updates of a table. */
    default KTable<K, V> toTable(Named named) {
        return toTable(named, Materialized.with(null, null));
    }

    /** Takes the records as updates of a table. */
    default KTable<K, V> toTable(Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return toTable(Named.unnamed(), materialized);
    }

    /**
     * Takes the records as updates of a table: a record without a value deletes its key, one without a key is dropped.
     *
     * @param named the operator's name
     * @param materialized how the table is kept
     * @return the table
     */
    KTable<K, V> toTable(Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /** Groups the records by their keys, with the serdes of this stream. */
    KGroupedStream<K, V> groupByKey();

    /**
     * Groups the records by their keys.
     *
     * @param grouped the serdes, which are not taken from this stream then, and the repartition topic's name
     * @return the groups
     */
    KGroupedStream<K, V> groupByKey(Grouped<K, V> grouped);

    /** Groups the records by a new key, with the value serde of this stream. */
    <KOut extends @Nullable Object> KGroupedStream<KOut, V> groupBy(
            KeyValueMapper<? super K, ? super V, KOut> keySelector);

    /**
     * Groups the records by a new key.
     *
     * @param keySelector makes the key; records for which it is null are dropped
     * @param grouped the serdes, and the repartition topic's name
     * @return the groups
     */
    <KOut extends @Nullable Object> KGroupedStream<KOut, V> groupBy(
            KeyValueMapper<? super K, ? super V, KOut> keySelector, Grouped<KOut, V> grouped);

    /** Sends each record through a processor. */
    default <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> process(
            ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier,
            String... stateStoreNames) {
        return process(processorSupplier, Named.unnamed(), stateStoreNames);
    }

    /**
     * Sends each record through a processor.
     *
     * @param processorSupplier returns a new processor at each call
     * @param named the operator's name
     * @param stateStoreNames the stores that the processor uses, besides those that its supplier brings
     * @return what the processor forwards
     * @throws IllegalArgumentException if the supplier returns the same processor twice
     */
    <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> process(
            ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier,
            Named named,
            String... stateStoreNames);

    /** Sends each record through a processor that keeps its key. */
    default <VOut extends @Nullable Object> KStream<K, VOut> processValues(
            FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier,
            String... stateStoreNames) {
        return processValues(processorSupplier, Named.unnamed(), stateStoreNames);
    }

    /**
     * Sends each record through a processor that keeps its key.
     *
     * @param processorSupplier returns a new processor at each call
     * @param named the operator's name
     * @param stateStoreNames the stores that the processor uses, besides those that its supplier brings
     * @return what the processor forwards, with the key serde of this stream
     * @throws IllegalArgumentException if the supplier returns the same processor twice
     */
    <VOut extends @Nullable Object> KStream<K, VOut> processValues(
            FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier,
            Named named,
            String... stateStoreNames);

    /** Joins each record with the row that the table has for its key. */
    default <VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
            KTable<K, VTable> table, ValueJoiner<? super V, ? super VTable, ? extends VOut> joiner) {
        return join(table, joiner, Joined.with(null, null, null));
    }

    /** Joins each record with the row that the table has for its key, with a joiner that looks at the key. */
    default <VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
            KTable<K, VTable> table, ValueJoinerWithKey<? super K, ? super V, ? super VTable, ? extends VOut> joiner) {
        return join(table, joiner, Joined.with(null, null, null));
    }

    /** Joins each record with the row that the table has for its key, with serdes and name. */
    default <VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
            KTable<K, VTable> table,
            ValueJoiner<? super V, ? super VTable, ? extends VOut> joiner,
            Joined<K, V, VTable> joined) {
        requireNonNull(joiner, "joiner");
        ValueJoinerWithKey<K, V, VTable, VOut> withKey = (key, value, row) -> joiner.apply(value, row);
        return join(table, withKey, joined);
    }

    /**
     * Joins each record with the row that the table has for its key when the record is processed; later updates of the row change
     * nothing. A record without a row has no result; one without a key or a value is dropped.
     *
     * @param table the table, of the same program and with equally many partitions; it is kept, or those that it is made of
     * @param joiner makes the results
     * @param joined serdes and name
     * @return the results, under the keys and with the timestamps and headers of the records
     * @throws IllegalArgumentException if the table is of another program, or if there is a grace period, which needs a versioned table
     */
    <VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
            KTable<K, VTable> table,
            ValueJoinerWithKey<? super K, ? super V, ? super VTable, ? extends VOut> joiner,
            Joined<K, V, VTable> joined);

    /** Joins each record with the row that the table has for its key, or with null. */
    default <VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table, ValueJoiner<? super V, ? super @Nullable VTable, ? extends VOut> joiner) {
        return leftJoin(table, joiner, Joined.with(null, null, null));
    }

    /** Joins each record with the row that the table has for its key, or with null, with a joiner that looks at the key. */
    default <VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table,
            ValueJoinerWithKey<? super K, ? super V, ? super @Nullable VTable, ? extends VOut> joiner) {
        return leftJoin(table, joiner, Joined.with(null, null, null));
    }

    /** Joins each record with the row that the table has for its key, or with null, with serdes and name. */
    default <VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table,
            ValueJoiner<? super V, ? super @Nullable VTable, ? extends VOut> joiner,
            Joined<K, V, VTable> joined) {
        requireNonNull(joiner, "joiner");
        @SuppressWarnings("NullAway") // does not see that what is above a nullable type takes null
        ValueJoinerWithKey<K, V, @Nullable VTable, VOut> withKey = (key, value, row) -> joiner.apply(value, row);
        return leftJoin(table, withKey, joined);
    }

    /**
     * Joins each record with the row that the table has for its key when the record is processed, or with null where there is none,
     * as for a record without a key. A record without a value is dropped.
     *
     * @param table the table, of the same program and with equally many partitions; it is kept, or those that it is made of
     * @param joiner makes the results
     * @param joined serdes and name
     * @return the results, under the keys and with the timestamps and headers of the records
     * @throws IllegalArgumentException if the table is of another program, or if there is a grace period, which needs a versioned table
     */
    <VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table,
            ValueJoinerWithKey<? super K, ? super V, ? super @Nullable VTable, ? extends VOut> joiner,
            Joined<K, V, VTable> joined);

    /** Joins each record with those of the other stream that have the same key and are near in time. */
    default <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return join(otherStream, joiner, windows, StreamJoined.with(null, null, null));
    }

    /** Joins each record with those of the other stream that have the same key and are near in time, with a joiner that looks at the key. */
    default <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return join(otherStream, joiner, windows, StreamJoined.with(null, null, null));
    }

    /** Joins each record with those of the other stream that have the same key and are near in time, with serdes, names and stores. */
    default <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        requireNonNull(joiner, "joiner");
        ValueJoinerWithKey<K, V, VRight, VOut> withKey = (key, left, right) -> joiner.apply(left, right);
        return join(otherStream, withKey, windows, streamJoined);
    }

    /**
     * Joins each record with those of the other stream that have the same key and are near in time. A record without a key or a value is
     * dropped.
     *
     * <p>A record that is late joins what its store still has: records are kept for the size of the windows and their grace period.
     *
     * @param otherStream a stream of the same program, with equally many partitions; it may be this one
     * @param joiner makes the results
     * @param windows how far apart in time the records may be, and how long late ones are waited for
     * @param streamJoined serdes, names and stores
     * @return the results, under the keys of the records; each has the larger of both timestamps, and the headers of the record that
     *     came second
     * @throws IllegalArgumentException if the other stream is of another program
     * @throws io.streamwright.errors.TopologyException if a store that was given does not fit the windows
     */
    <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined);

    /** Joins each record with those of the other stream that have the same key and are near in time, or with null. */
    default <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super @Nullable VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return leftJoin(otherStream, joiner, windows, StreamJoined.with(null, null, null));
    }

    /** Joins each record with those of the other stream that have the same key and are near in time, or with null, with a joiner that looks at the key. */
    default <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super @Nullable VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return leftJoin(otherStream, joiner, windows, StreamJoined.with(null, null, null));
    }

    /** Joins each record with those of the other stream that have the same key and are near in time, or with null, with serdes, names and stores. */
    default <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super @Nullable VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        requireNonNull(joiner, "joiner");
        @SuppressWarnings("NullAway") // does not see that what is above a nullable type takes null
        ValueJoinerWithKey<K, V, @Nullable VRight, VOut> withKey = (key, left, right) -> joiner.apply(left, right);
        return leftJoin(otherStream, withKey, windows, streamJoined);
    }

    /**
     * Joins each record with those of the other stream that have the same key and are near in time, or with null where there is none.
     *
     * <p>A record has either results with others or one with null, never both: that comes when stream time has passed the end of the
     * record's window and the grace period, and from then on nothing is joined with the record. A late record whose window has closed
     * has its results at once. Stream time is the highest timestamp of a record of both streams that has a key and a value. A record of
     * this stream without a key is joined with null at once (KIP-962); one without a value is dropped, as is one of the other stream
     * without a key.
     *
     * @param otherStream a stream of the same program, with equally many partitions; it may be this one
     * @param joiner makes the results
     * @param windows how far apart in time the records may be, and how long late ones are waited for
     * @param streamJoined serdes, names and stores
     * @return the results, under the keys of the records; each has the larger of both timestamps, and the headers of the record that
     *     came second; a result of this record
     *     alone has its timestamp and no headers
     * @throws IllegalArgumentException if the other stream is of another program
     * @throws io.streamwright.errors.TopologyException if a store that was given does not fit the windows
     */
    <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super @Nullable VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined);

    /** Joins each record of both streams with those of the other that have the same key and are near in time, or with null. */
    default <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super @Nullable V, ? super @Nullable VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return outerJoin(otherStream, joiner, windows, StreamJoined.with(null, null, null));
    }

    /** Joins each record of both streams with those of the other that have the same key and are near in time, or with null, with a joiner that looks at the key. */
    default <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super @Nullable V, ? super @Nullable VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return outerJoin(otherStream, joiner, windows, StreamJoined.with(null, null, null));
    }

    /** Joins each record of both streams with those of the other that have the same key and are near in time, or with null, with serdes, names and stores. */
    default <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super @Nullable V, ? super @Nullable VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        requireNonNull(joiner, "joiner");
        @SuppressWarnings("NullAway") // does not see that what is above a nullable type takes null
        ValueJoinerWithKey<K, @Nullable V, @Nullable VRight, VOut> withKey =
                (key, left, right) -> joiner.apply(left, right);
        return outerJoin(otherStream, withKey, windows, streamJoined);
    }

    /**
     * Joins each record of both streams with those of the other that have the same key and are near in time, or with null where there is
     * none.
     *
     * <p>What {@link #leftJoin(KStream, ValueJoinerWithKey, JoinWindows, StreamJoined)} says of records of this stream holds here for those
     * of both.
     *
     * @param otherStream a stream of the same program, with equally many partitions; it may be this one
     * @param joiner makes the results
     * @param windows how far apart in time the records may be, and how long late ones are waited for
     * @param streamJoined serdes, names and stores
     * @return the results, under the keys of the records; each has the larger of both timestamps, and the headers of the record that
     *     came second; a result of this record
     *     alone has its timestamp and no headers
     * @throws IllegalArgumentException if the other stream is of another program
     * @throws io.streamwright.errors.TopologyException if a store that was given does not fit the windows
     */
    <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super @Nullable V, ? super @Nullable VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined);

    /** Joins each record with the row that a global table has for a key made of the record. */
    default <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object>
            KStream<K, VOut> join(
                    GlobalKTable<GlobalKey, GlobalValue> globalTable,
                    KeyValueMapper<? super K, ? super V, ? extends @Nullable GlobalKey> keySelector,
                    ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner) {
        return join(globalTable, keySelector, joiner, Named.unnamed());
    }

    /** Joins each record with the row that a global table has for a key made of the record, with a joiner that looks at both keys. */
    default <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object>
            KStream<K, VOut> join(
                    GlobalKTable<GlobalKey, GlobalValue> globalTable,
                    KeyValueMapper<? super K, ? super V, ? extends @Nullable GlobalKey> keySelector,
                    ValueJoinerWithStreamAndMappedKey<
                                    ? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut>
                            joiner) {
        return join(globalTable, keySelector, joiner, Named.unnamed());
    }

    /** Joins each record with the row that a global table has for a key made of the record, under a name. */
    default <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object>
            KStream<K, VOut> join(
                    GlobalKTable<GlobalKey, GlobalValue> globalTable,
                    KeyValueMapper<? super K, ? super V, ? extends @Nullable GlobalKey> keySelector,
                    ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner,
                    Named named) {
        requireNonNull(joiner, "joiner");
        ValueJoinerWithStreamAndMappedKey<K, GlobalKey, V, GlobalValue, VOut> withKeys =
                (key, tableKey, value, row) -> joiner.apply(value, row);
        return join(globalTable, keySelector, withKeys, named);
    }

    /**
     * Joins each record with the row that a global table has, when the record is processed, for a key that is made of the record. Rows
     * that come later change nothing, whatever their timestamps. A record without a row has no result; one without a value, or of which
     * no key is made, is dropped.
     *
     * @param globalTable the table, of the same program
     * @param keySelector makes the table's key of a record; null for none. Called once for each record that has a value, whose key may be
     *     null
     * @param joiner makes the results
     * @param named the operator's name
     * @return the results, under the keys and with the timestamps and headers of the records
     * @throws IllegalArgumentException if the table is of another program
     */
    <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object>
            KStream<K, VOut> join(
                    GlobalKTable<GlobalKey, GlobalValue> globalTable,
                    KeyValueMapper<? super K, ? super V, ? extends @Nullable GlobalKey> keySelector,
                    ValueJoinerWithStreamAndMappedKey<
                                    ? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut>
                            joiner,
                    Named named);

    /** Joins each record with the row that a global table has for a key made of the record, or with null. */
    default <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object>
            KStream<K, VOut> leftJoin(
                    GlobalKTable<GlobalKey, GlobalValue> globalTable,
                    KeyValueMapper<? super K, ? super V, ? extends @Nullable GlobalKey> keySelector,
                    ValueJoiner<? super V, ? super @Nullable GlobalValue, ? extends VOut> joiner) {
        return leftJoin(globalTable, keySelector, joiner, Named.unnamed());
    }

    /** Joins each record with the row that a global table has for a key made of the record, or with null, with a joiner that looks at both keys. */
    default <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object>
            KStream<K, VOut> leftJoin(
                    GlobalKTable<GlobalKey, GlobalValue> globalTable,
                    KeyValueMapper<? super K, ? super V, ? extends @Nullable GlobalKey> keySelector,
                    ValueJoinerWithStreamAndMappedKey<
                                    ? super K,
                                    ? super @Nullable GlobalKey,
                                    ? super V,
                                    ? super @Nullable GlobalValue,
                                    ? extends VOut>
                            joiner) {
        return leftJoin(globalTable, keySelector, joiner, Named.unnamed());
    }

    /** Joins each record with the row that a global table has for a key made of the record, or with null, under a name. */
    default <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object>
            KStream<K, VOut> leftJoin(
                    GlobalKTable<GlobalKey, GlobalValue> globalTable,
                    KeyValueMapper<? super K, ? super V, ? extends @Nullable GlobalKey> keySelector,
                    ValueJoiner<? super V, ? super @Nullable GlobalValue, ? extends VOut> joiner,
                    Named named) {
        requireNonNull(joiner, "joiner");
        @SuppressWarnings("NullAway") // does not see that what is above a nullable type takes null
        ValueJoinerWithStreamAndMappedKey<K, @Nullable GlobalKey, V, @Nullable GlobalValue, VOut> withKeys =
                (key, tableKey, value, row) -> joiner.apply(value, row);
        return leftJoin(globalTable, keySelector, withKeys, named);
    }

    /**
     * Joins each record with the row that a global table has, when the record is processed, for a key that is made of the record; or with
     * null if there is no such row, or no key. Rows that come later change nothing, whatever their timestamps. A record without a value is
     * dropped.
     *
     * @param globalTable the table, of the same program
     * @param keySelector makes the table's key of a record; null for none. Called once for each record that has a value, whose key may be
     *     null
     * @param joiner makes the results
     * @param named the operator's name
     * @return the results, under the keys and with the timestamps and headers of the records
     * @throws IllegalArgumentException if the table is of another program
     */
    <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object>
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
                    Named named);
}
