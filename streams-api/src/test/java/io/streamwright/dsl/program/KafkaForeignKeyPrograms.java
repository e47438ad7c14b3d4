package io.streamwright.dsl.program;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.TableJoined;
import org.apache.kafka.streams.kstream.ValueJoiner;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** What joins tables by foreign keys, written alike for both libraries. Thread-safe: holds nothing. */
public final class KafkaForeignKeyPrograms {
    private static final ValueJoiner<String, String, String> PLUS = (left, right) -> left + "+" + right;

    private KafkaForeignKeyPrograms() {}

    /** Returns what each program does to a builder, by name. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("foreign-key join", KafkaForeignKeyPrograms::join);
        programs.put("foreign-key left join", KafkaForeignKeyPrograms::leftJoin);
        programs.put("foreign-key joins by key and value", KafkaForeignKeyPrograms::joinsByKeyAndValue);
        programs.put("foreign-key joins with names", KafkaForeignKeyPrograms::joinsWithNames);
        programs.put("foreign-key joins in stores", KafkaForeignKeyPrograms::joinsInStores);
        programs.put("foreign-key joins of derived tables", KafkaForeignKeyPrograms::joinsOfDerivedTables);
        programs.put("foreign-key joins of joins", KafkaForeignKeyPrograms::joinsOfJoins);
        programs.put("foreign-key join and its left side", KafkaForeignKeyPrograms::joinAndItsLeftSide);
        programs.put("foreign-key join of one table", KafkaForeignKeyPrograms::joinOfOneTable);
        programs.put("foreign-key joins of streams as tables", KafkaForeignKeyPrograms::joinsOfStreamsAsTables);
        programs.put("foreign-key join by numbers", KafkaForeignKeyPrograms::joinByNumbers);
        return programs;
    }

    private static void join(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2");
        left.join(right, KafkaForeignKeyPrograms::reference, PLUS).toStream().to("out");
    }

    private static void leftJoin(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1", Materialized.as("left"));
        KTable<String, String> right = builder.table("in2");
        left.leftJoin(right, KafkaForeignKeyPrograms::reference, PLUS)
                .toStream()
                .to("out");
    }

    private static void joinsByKeyAndValue(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2", Materialized.as("right"));
        left.join(right, KafkaForeignKeyPrograms::referenceOfRow, PLUS)
                .toStream()
                .to("out1");
        left.leftJoin(right, KafkaForeignKeyPrograms::referenceOfRow, PLUS)
                .toStream()
                .to("out2");
        left.join(right, KafkaForeignKeyPrograms::referenceOfRow, PLUS, TableJoined.as("named"))
                .toStream()
                .to("out3");
        left.leftJoin(right, KafkaForeignKeyPrograms::referenceOfRow, PLUS, TableJoined.as("named-left"))
                .toStream()
                .to("out4");
        left.join(right, KafkaForeignKeyPrograms::referenceOfRow, PLUS, Materialized.as("inner"))
                .toStream()
                .to("out5");
        left.leftJoin(right, KafkaForeignKeyPrograms::referenceOfRow, PLUS, Materialized.as("outer"))
                .toStream()
                .to("out6");
        left.join(
                        right,
                        KafkaForeignKeyPrograms::referenceOfRow,
                        PLUS,
                        TableJoined.as("named-kept"),
                        Materialized.as("inner-kept"))
                .toStream()
                .to("out7");
        left.leftJoin(
                        right,
                        KafkaForeignKeyPrograms::referenceOfRow,
                        PLUS,
                        TableJoined.as("named-left-kept"),
                        Materialized.as("outer-kept"))
                .toStream()
                .to("out8");
    }

    @SuppressWarnings("removal") // a partitioner has a second method there, which is on its way out
    private static void joinsWithNames(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1", Consumed.as("left"));
        KTable<String, String> right = builder.table("in2", Consumed.as("right"));
        left.join(right, KafkaForeignKeyPrograms::reference, PLUS, TableJoined.as("both"))
                .toStream()
                .to("out1");
        left.leftJoin(right, KafkaForeignKeyPrograms::reference, PLUS, TableJoined.as("all"), Materialized.as("kept"))
                .toStream()
                .to("out2");
        TableJoined<String, String> partitioned = TableJoined.with(
                (topic, key, value, count) -> Optional.of(Set.of(0)), (topic, key, value, count) -> Optional.empty());
        left.join(right, KafkaForeignKeyPrograms::reference, PLUS, partitioned)
                .toStream()
                .to("out3");
        left.leftJoin(right, KafkaForeignKeyPrograms::reference, PLUS, partitioned.withName("partitioned"))
                .toStream()
                .to("out4");
    }

    private static void joinsInStores(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2");
        left.join(right, KafkaForeignKeyPrograms::reference, PLUS, Materialized.as("inner"))
                .toStream()
                .to("out1");
        left.leftJoin(
                        right,
                        KafkaForeignKeyPrograms::reference,
                        PLUS,
                        Materialized.with(Serdes.String(), Serdes.String()))
                .toStream()
                .to("out2");
        left.leftJoin(
                        right,
                        KafkaForeignKeyPrograms::reference,
                        PLUS,
                        Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("uncached")
                                .withCachingDisabled()
                                .withLoggingDisabled())
                .toStream()
                .to("out3");
        left.join(
                        right,
                        KafkaForeignKeyPrograms::reference,
                        PLUS,
                        Materialized.as(Stores.inMemoryKeyValueStore("heap")))
                .toStream()
                .to("out4");
    }

    private static void joinsOfDerivedTables(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2");
        KTable<String, String> some = left.filter((key, value) -> value.startsWith("a"));
        KTable<String, String> loud = right.mapValues((key, value) -> key + value + "!");
        some.join(loud, KafkaForeignKeyPrograms::reference, PLUS).toStream().to("out1");
        some.leftJoin(loud, KafkaForeignKeyPrograms::reference, PLUS).toStream().to("out2");
        KTable<String, String> kept = right.filterNot((key, value) -> value.startsWith("b"), Materialized.as("kept"));
        left.mapValues(value -> "m" + value)
                .leftJoin(kept, KafkaForeignKeyPrograms::reference, PLUS)
                .toStream()
                .to("out3");
        left.join(right.filter((key, value) -> value.length() > 1), KafkaForeignKeyPrograms::reference, PLUS)
                .toStream()
                .to("out4");
    }

    private static void joinsOfJoins(StreamsBuilder builder) {
        KTable<String, String> one = builder.table("in1");
        KTable<String, String> two = builder.table("in2");
        KTable<String, String> three = builder.table("in3");
        KTable<String, String> first =
                one.join(two, KafkaForeignKeyPrograms::reference, (left, right) -> right + "/" + left);
        first.join(three, KafkaForeignKeyPrograms::reference, PLUS).toStream().to("out1");
        first.leftJoin(three, PLUS).toStream().to("out2");
        one.leftJoin(two.join(three, PLUS), KafkaForeignKeyPrograms::reference, PLUS)
                .toStream()
                .to("out3");
        one.join(two, (left, right) -> right + left)
                .join(three, KafkaForeignKeyPrograms::reference, PLUS)
                .toStream()
                .to("out4");
        first.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value), Grouped.as("grouped"))
                .count()
                .mapValues(String::valueOf, Named.as("counted"), Materialized.with(Serdes.String(), Serdes.String()))
                .toStream()
                .to("out5");
    }

    private static void joinAndItsLeftSide(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2");
        KTable<String, String> joined = left.join(right, KafkaForeignKeyPrograms::reference, PLUS);
        joined.join(left, PLUS).toStream().to("out1");
        left.leftJoin(joined, PLUS).toStream().to("out2");
    }

    private static void joinOfOneTable(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in1");
        table.join(table, KafkaForeignKeyPrograms::reference, PLUS).toStream().to("out1");
        table.leftJoin(table, KafkaForeignKeyPrograms::reference, PLUS, Materialized.as("all"))
                .toStream()
                .to("out2");
    }

    private static void joinsOfStreamsAsTables(StreamsBuilder builder) {
        KTable<String, String> left = builder.<String, String>stream("in1")
                .selectKey((key, value) -> value.substring(0, 1))
                .toTable(Named.as("left"));
        KTable<String, String> right =
                builder.<String, String>stream("in2").groupByKey().reduce((before, value) -> value);
        left.join(right, KafkaForeignKeyPrograms::reference, PLUS).toStream().to("out1");
        left.leftJoin(right, KafkaForeignKeyPrograms::reference, PLUS)
                .filter((key, value) -> value.startsWith("a"))
                .toStream()
                .to("out2");
    }

    private static void joinByNumbers(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1", Consumed.with(Serdes.String(), Serdes.String()));
        KTable<Long, String> right = builder.<String, String>stream("in2")
                .map((key, value) -> KeyValue.pair((long) value.length(), value))
                .toTable(
                        Named.as("by-length"),
                        Materialized.<Long, String, KeyValueStore<Bytes, byte[]>>as("lengths")
                                .withKeySerde(Serdes.Long())
                                .withValueSerde(Serdes.String()));
        left.join(right, value -> (long) value.length(), PLUS).toStream().to("out1");
        left.leftJoin(right, (key, value) -> value.length() < 2 ? null : (long) value.length(), PLUS)
                .toStream()
                .to("out2");
    }

    /** A value that ends with a digit refers to the key of that number, any other to none. */
    private static String reference(String value) {
        char last = value.isEmpty() ? ' ' : value.charAt(value.length() - 1);
        return Character.isDigit(last) ? "k" + last : null;
    }

    private static String referenceOfRow(String key, String value) {
        return key.equals("k3") ? key : reference(value);
    }
}
