package io.streamwright.dsl.program;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.ValueJoiner;
import org.apache.kafka.streams.state.KeyValueStore;

/** What joins, written alike for both libraries. Thread-safe: holds nothing. */
final class KafkaJoinPrograms {
    private static final ValueJoiner<String, String, String> PLUS = (left, right) -> left + "+" + right;

    private KafkaJoinPrograms() {}

    /** Returns what each program does to a builder, by name. */
    static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new TreeMap<>();
        programs.put("table join", KafkaJoinPrograms::tableJoin);
        programs.put("table left join", KafkaJoinPrograms::tableLeftJoin);
        programs.put("table outer join", KafkaJoinPrograms::tableOuterJoin);
        programs.put("table joins with names", KafkaJoinPrograms::tableJoinsWithNames);
        programs.put("table joins in stores", KafkaJoinPrograms::tableJoinsInStores);
        programs.put("table joins of derived tables", KafkaJoinPrograms::tableJoinsOfDerivedTables);
        programs.put("table joins of joins", KafkaJoinPrograms::tableJoinsOfJoins);
        programs.put("table joins of aggregates", KafkaJoinPrograms::tableJoinsOfAggregates);
        programs.put("grouped table joins", KafkaJoinPrograms::groupedTableJoins);
        programs.put("grouped table joins in stores", KafkaJoinPrograms::groupedTableJoinsInStores);
        programs.put("counted table joins", KafkaJoinPrograms::countedTableJoins);
        programs.put("filtered table joins", KafkaJoinPrograms::filteredTableJoins);
        return programs;
    }

    private static void tableJoin(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2");
        left.join(right, PLUS).toStream().to("out");
    }

    private static void tableLeftJoin(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1", Materialized.as("left"));
        KTable<String, String> right = builder.table("in2");
        left.leftJoin(right, PLUS).toStream().to("out");
    }

    private static void tableOuterJoin(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2", Materialized.as("right"));
        left.outerJoin(right, PLUS).toStream().to("out");
    }

    private static void tableJoinsWithNames(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1", Consumed.as("left"));
        KTable<String, String> right = builder.table("in2", Consumed.as("right"));
        left.join(right, PLUS, Named.as("both")).toStream().to("out1");
        left.leftJoin(right, PLUS, Named.as("left-kept"), Materialized.as("kept"))
                .toStream()
                .to("out2");
        left.outerJoin(right, PLUS, Named.as("all"), Materialized.with(null, null))
                .toStream()
                .to("out3");
        right.leftJoin(left, PLUS, Named.as("right-kept")).toStream().to("out4");
        right.outerJoin(left, PLUS, Named.as("all-again")).toStream().to("out5");
        right.join(left, PLUS, Named.as("both-again"), Materialized.as("both-kept"))
                .toStream()
                .to("out6");
    }

    private static void tableJoinsInStores(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2");
        left.join(right, PLUS, Materialized.as("inner")).toStream().to("out1");
        left.leftJoin(right, PLUS, Materialized.with(Serdes.String(), Serdes.String()))
                .toStream()
                .to("out2");
        left.outerJoin(
                        right,
                        PLUS,
                        Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("outer")
                                .withCachingDisabled())
                .toStream()
                .to("out3");
    }

    private static void tableJoinsOfDerivedTables(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> some = left.filter((key, value) -> value.startsWith("a"));
        KTable<String, String> right = builder.table("in2");
        KTable<String, String> loud = right.mapValues((key, value) -> key + value + "!");
        some.join(loud, PLUS).toStream().to("out1");
        some.leftJoin(loud, PLUS).toStream().to("out2");
        some.outerJoin(loud, PLUS).toStream().to("out3");
        KTable<String, String> kept = right.filterNot((key, value) -> value.startsWith("b"), Materialized.as("kept"));
        kept.mapValues(value -> value + "?").outerJoin(some, PLUS).toStream().to("out4");
        left.filter((key, value) -> value.startsWith("c")).toStream().to("out5");
    }

    private static void tableJoinsOfJoins(StreamsBuilder builder) {
        KTable<String, String> first = builder.table("in1");
        KTable<String, String> second = builder.table("in2");
        KTable<String, String> third = builder.table("in3");
        first.join(second, PLUS).leftJoin(third, PLUS).toStream().to("out1");
        third.outerJoin(first.outerJoin(second, PLUS), PLUS).toStream().to("out2");
        first.leftJoin(second, PLUS, Materialized.as("kept"))
                .mapValues(value -> value + "!")
                .join(third, PLUS)
                .toStream()
                .to("out3");
    }

    private static void tableJoinsOfAggregates(StreamsBuilder builder) {
        KTable<String, String> texts =
                builder.<String, String>stream("in1").groupByKey().reduce((first, second) -> first + second);
        KTable<String, Long> counts = builder.<String, String>stream("in2")
                .groupBy((key, value) -> key)
                .count(Materialized.as("counts"));
        texts.join(counts, (text, count) -> text + count).toStream().to("out1");
        counts.leftJoin(texts, (count, text) -> text + count).toStream().to("out2");
        KTable<String, String> latest = builder.<String, String>stream("in3").toTable();
        latest.outerJoin(counts, (text, count) -> text + count, Materialized.with(Serdes.String(), Serdes.String()))
                .toStream()
                .to("out3");
    }

    private static void groupedTableJoins(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2");
        left.join(right, PLUS)
                .groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
                .aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value)
                .toStream()
                .to("out1");
        left.leftJoin(right, PLUS)
                .groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
                .aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value)
                .toStream()
                .to("out2");
        left.outerJoin(right, PLUS)
                .groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
                .aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value)
                .toStream()
                .to("out3");
    }

    private static void groupedTableJoinsInStores(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2");
        left.join(right, PLUS, Materialized.as("kept"))
                .groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
                .count(Materialized.as("counted"))
                .mapValues(count -> count.toString())
                .toStream()
                .to("out1");
        left.outerJoin(right, PLUS, Materialized.as("all-kept"))
                .groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
                .aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value)
                .toStream()
                .to("out2");
    }

    private static void countedTableJoins(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2");
        left.join(right, PLUS)
                .groupBy((key, value) -> KeyValue.pair(value, key))
                .count()
                .mapValues(count -> count == 0 ? null : count.toString())
                .toStream()
                .to("out1");
        left.leftJoin(right.mapValues(value -> value + "!"), PLUS)
                .groupBy((key, value) -> KeyValue.pair(value, key))
                .count()
                .mapValues(count -> count == 0 ? null : count.toString())
                .toStream()
                .to("out2");
        left.outerJoin(right, PLUS, Materialized.as("kept"))
                .groupBy((key, value) -> KeyValue.pair(value, key))
                .count()
                .mapValues(count -> count == 0 ? null : count.toString())
                .toStream()
                .to("out3");
    }

    private static void filteredTableJoins(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2");
        left.join(right, PLUS)
                .filter((key, value) -> value.startsWith("a"))
                .toStream()
                .to("out1");
        left.outerJoin(right, PLUS, Materialized.as("kept"))
                .filter((key, value) -> value.contains("b"))
                .toStream()
                .to("out2");
    }
}
