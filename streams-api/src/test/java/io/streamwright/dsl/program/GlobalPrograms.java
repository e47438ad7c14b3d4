package io.streamwright.dsl.program;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.GlobalKTable;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.KeyValueMapper;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/** What reads whole topics into every instance, written alike for both libraries. Thread-safe: holds nothing. */
public final class GlobalPrograms {
    private static final ValueJoiner<String, String, String> PLUS = (left, right) -> left + "+" + right;

    /** A key of the table for most records, and none for some. */
    private static final KeyValueMapper<String, String, String> BY_LENGTH =
            (key, value) -> value == null || value.startsWith("x") ? null : "k" + value.length();

    private GlobalPrograms() {}

    /** Returns what each program does to a builder, by name. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new TreeMap<>();
        programs.put("global table join", GlobalPrograms::globalTableJoin);
        programs.put("global table left join", GlobalPrograms::globalTableLeftJoin);
        programs.put("global table joins with names", GlobalPrograms::globalTableJoinsWithNames);
        programs.put("global table joins with keys", GlobalPrograms::globalTableJoinsWithKeys);
        programs.put("global tables in stores", GlobalPrograms::globalTablesInStores);
        programs.put("global table joins behind changed keys", GlobalPrograms::globalTableJoinsBehindChangedKeys);
        programs.put("global table joins above an aggregation", GlobalPrograms::globalTableJoinsAboveAggregation);
        programs.put("global stores", GlobalPrograms::globalStores);
        programs.put("global table alone", GlobalPrograms::globalTableAlone);
        return programs;
    }

    private static void globalTableJoin(StreamsBuilder builder) {
        GlobalKTable<String, String> table = builder.globalTable("in2");
        KStream<String, String> stream = builder.stream("in1");
        stream.join(table, BY_LENGTH, PLUS).to("out");
    }

    private static void globalTableLeftJoin(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        GlobalKTable<String, String> table = builder.globalTable("in2");
        stream.leftJoin(table, BY_LENGTH, PLUS).to("out");
    }

    private static void globalTableJoinsWithNames(StreamsBuilder builder) {
        GlobalKTable<String, String> table = builder.globalTable(
                "in2", Consumed.with(Serdes.String(), Serdes.String()).withName("rows"));
        GlobalKTable<String, String> other = builder.globalTable("in3", Consumed.as("others"), Materialized.as("kept"));
        KStream<String, String> stream = builder.stream("in1");
        stream.join(table, BY_LENGTH, PLUS, Named.as("inner")).to("out1");
        stream.leftJoin(other, BY_LENGTH, PLUS, Named.as("left")).to("out2");
        stream.join(other, (key, value) -> key, PLUS).to("out3");
    }

    private static void globalTableJoinsWithKeys(StreamsBuilder builder) {
        GlobalKTable<String, String> table = builder.globalTable("in2");
        KStream<String, String> stream = builder.stream("in1");
        stream.join(table, BY_LENGTH, (key, mapped, value, row) -> key + "/" + mapped + ":" + value + row)
                .to("out1");
        stream.leftJoin(table, BY_LENGTH, (key, mapped, value, row) -> key + "/" + mapped + ":" + value + row)
                .to("out2");
        stream.join(table, BY_LENGTH, (key, mapped, value, row) -> mapped + value + row, Named.as("inner-both"))
                .to("out3");
        stream.leftJoin(table, BY_LENGTH, (key, mapped, value, row) -> mapped + value + row, Named.as("left-both"))
                .to("out4");
    }

    private static void globalTablesInStores(StreamsBuilder builder) {
        GlobalKTable<String, String> first = builder.globalTable(
                "in2",
                Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("first")
                        .withCachingDisabled());
        GlobalKTable<String, String> second =
                builder.globalTable("in3", Materialized.as(Stores.inMemoryKeyValueStore("second")));
        KStream<String, String> stream = builder.stream("in1");
        stream.join(first, BY_LENGTH, PLUS)
                .leftJoin(second, (key, value) -> key, PLUS)
                .to("out");
        stream.process(RowReader::new).to("out2");
    }

    private static void globalTableJoinsBehindChangedKeys(StreamsBuilder builder) {
        GlobalKTable<String, String> table = builder.globalTable("in2");
        KStream<String, String> stream = builder.stream("in1");
        KStream<String, String> rekeyed = stream.selectKey((key, value) -> value.startsWith("d") ? null : value);
        rekeyed.join(table, BY_LENGTH, PLUS)
                .groupByKey()
                .count()
                .toStream()
                .mapValues(String::valueOf)
                .to("out1");
        rekeyed.repartition().leftJoin(table, (key, value) -> key, PLUS).to("out2");
        rekeyed.repartition().join(table, BY_LENGTH, PLUS).to("out3");
        KTable<String, String> rows = builder.table("in3");
        stream.join(table, BY_LENGTH, PLUS).leftJoin(rows, PLUS).to("out4");
    }

    private static void globalTableJoinsAboveAggregation(StreamsBuilder builder) {
        GlobalKTable<String, String> table = builder.globalTable("in2");
        KStream<String, String> stream = builder.stream("in1");
        KStream<String, String> rekeyed = stream.selectKey((key, value) -> value);
        rekeyed.join(table, BY_LENGTH, PLUS)
                .groupByKey()
                .count()
                .toStream()
                .mapValues(String::valueOf)
                .to("out1");
        rekeyed.groupByKey().count().toStream().mapValues(String::valueOf).to("out2");
        rekeyed.leftJoin(table, BY_LENGTH, PLUS)
                .groupByKey()
                .reduce(PLUS::apply)
                .toStream()
                .to("out3");
    }

    private static void globalStores(StreamsBuilder builder) {
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("loud"), Serdes.String(), Serdes.String()),
                "in2",
                Consumed.with(Serdes.String(), Serdes.String()),
                Keeper::new);
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("louder"), Serdes.String(), Serdes.String())
                        .withLoggingDisabled(),
                "in3",
                Consumed.<String, String>as("loudest"),
                LouderKeeper::new);
        KStream<String, String> stream = builder.stream("in1");
        stream.process(LoudReader::new).to("out");
    }

    private static void globalTableAlone(StreamsBuilder builder) {
        builder.globalTable("in2");
        KStream<String, String> stream = builder.stream("in1");
        stream.to("out");
    }

    /** Keeps loud values of records with keys. */
    private static class Keeper extends ContextualProcessor<String, String, Void, Void> {
        String store() {
            return "loud";
        }

        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> store = context().getStateStore(store());
            if (record.key() != null
                    && record.value() != null
                    && !record.value().startsWith("b")) {
                store.put(record.key(), record.value() + "!@" + record.timestamp());
            } else if (record.key() != null) {
                store.delete(record.key());
            }
        }
    }

    /** The same in another store. */
    private static final class LouderKeeper extends Keeper {
        @Override
        String store() {
            return "louder";
        }
    }

    /** Reads both stores, to which it is not connected. */
    private static final class LoudReader extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> loud = context().getStateStore("loud");
            KeyValueStore<String, String> louder = context().getStateStore("louder");
            String key = record.key() == null ? "k1" : record.key();
            context().forward(record.withValue(loud.get(key) + "," + louder.get(key)));
        }
    }

    /** Reads the store of a table, to which it is not connected. */
    private static final class RowReader extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            TimestampedKeyValueStore<String, String> rows = context().getStateStore("first");
            ValueAndTimestamp<String> row = rows.get("k1");
            context().forward(record.withValue(row == null ? null : row.value() + "@" + row.timestamp()));
        }
    }
}
