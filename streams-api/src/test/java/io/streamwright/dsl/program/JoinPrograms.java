package io.streamwright.dsl.program;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Joined;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.state.KeyValueStore;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/** What joins, written alike for both libraries. Thread-safe: holds nothing. */
final class JoinPrograms {
    private static final ValueJoiner<String, String, String> PLUS = (left, right) -> left + "+" + right;

    private JoinPrograms() {}

    /** Returns what each program does to a builder, by name. */
    static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new TreeMap<>();
        programs.put("table join", JoinPrograms::tableJoin);
        programs.put("table left join", JoinPrograms::tableLeftJoin);
        programs.put("table outer join", JoinPrograms::tableOuterJoin);
        programs.put("table joins with names", JoinPrograms::tableJoinsWithNames);
        programs.put("table joins in stores", JoinPrograms::tableJoinsInStores);
        programs.put("table joins of derived tables", JoinPrograms::tableJoinsOfDerivedTables);
        programs.put("table joins of joins", JoinPrograms::tableJoinsOfJoins);
        programs.put("table joins of aggregates", JoinPrograms::tableJoinsOfAggregates);
        programs.put("grouped table joins", JoinPrograms::groupedTableJoins);
        programs.put("grouped table joins in stores", JoinPrograms::groupedTableJoinsInStores);
        programs.put("counted table joins", JoinPrograms::countedTableJoins);
        programs.put("filtered table joins", JoinPrograms::filteredTableJoins);
        programs.put("table join of one stream", JoinPrograms::tableJoinOfOneStream);
        programs.put("stream table join", JoinPrograms::streamTableJoin);
        programs.put("stream table left join", JoinPrograms::streamTableLeftJoin);
        programs.put("stream table joins with names", JoinPrograms::streamTableJoinsWithNames);
        programs.put("stream table joins of derived tables", JoinPrograms::streamTableJoinsOfDerivedTables);
        programs.put("stream table joins behind changed keys", JoinPrograms::streamTableJoinsBehindChangedKeys);
        programs.put("stream table joins that share a step", JoinPrograms::streamTableJoinsThatShareAStep);
        programs.put("stream table joins below a merge", JoinPrograms::streamTableJoinsBelowMerge);
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

    private static void tableJoinOfOneStream(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        KTable<String, String> left = stream.toTable();
        KTable<String, String> right =
                stream.mapValues(value -> value == null ? null : value + "!").toTable();
        left.join(right, PLUS).toStream().to("out");
    }

    private static void streamTableJoin(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        KTable<String, String> table = builder.table("in2");
        stream.join(table, PLUS).to("out1");
        stream.join(table, (key, value, row) -> key + value + row).to("out2");
    }

    private static void streamTableLeftJoin(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in2", Materialized.as("rows"));
        KStream<String, String> stream = builder.stream("in1");
        stream.leftJoin(table, PLUS).to("out1");
        stream.leftJoin(table, (key, value, row) -> key + value + row)
                .mapValues(value -> value + "!")
                .to("out2");
    }

    private static void streamTableJoinsWithNames(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1", Consumed.as("records"));
        KTable<String, String> table = builder.table("in2", Consumed.as("rows"));
        stream.join(table, PLUS, Joined.as("joined")).to("out1");
        stream.leftJoin(table, PLUS, Joined.with(Serdes.String(), Serdes.String(), Serdes.String(), "left-joined"))
                .groupByKey()
                .reduce((first, second) -> second)
                .toStream()
                .to("out2");
        stream.leftJoin(
                        table,
                        (key, value, row) -> key + value + row,
                        Joined.<String, String, String>keySerde(Serdes.String())
                                .withValueSerde(Serdes.String())
                                .withOtherValueSerde(Serdes.String())
                                .withName("left-joined-again"))
                .to("out3");
    }

    private static void streamTableJoinsOfDerivedTables(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in2");
        KTable<String, String> right = builder.table("in3");
        KStream<String, String> stream = builder.stream("in1");
        stream.leftJoin(left.filter((key, value) -> value.startsWith("a")), PLUS)
                .to("out1");
        stream.leftJoin(left.mapValues((key, value) -> key + value), PLUS).to("out2");
        stream.join(left.outerJoin(right, PLUS), PLUS).to("out3");
        stream.leftJoin(left.join(right, PLUS).mapValues(value -> value + "!"), PLUS)
                .to("out4");
        stream.leftJoin(left.leftJoin(right, PLUS, Materialized.as("kept")), PLUS)
                .to("out5");
    }

    private static void streamTableJoinsBehindChangedKeys(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in2");
        KStream<String, String> stream = builder.stream("in1");
        stream.selectKey((key, value) -> key).join(table, PLUS).to("out1");
        stream.selectKey((key, value) -> key, Named.as("rekeyed"))
                .leftJoin(table, PLUS)
                .to("out2");
        stream.map((key, value) -> KeyValue.pair(key, value))
                .leftJoin(table, PLUS, Joined.with(Serdes.String(), Serdes.String(), null, "named"))
                .to("out3");
        stream.selectKey((key, value) -> key)
                .peek((key, value) -> {})
                .join(table, PLUS, Joined.as("named-too"))
                .to("out4");
    }

    private static void streamTableJoinsThatShareAStep(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in2");
        KTable<String, String> other = builder.table("in3");
        KStream<String, String> stream = builder.<String, String>stream("in1").selectKey((key, value) -> key);
        stream.join(table, PLUS).to("out1");
        stream.leftJoin(other, PLUS).to("out2");
        stream.join(table, PLUS, Joined.as("named")).to("out3");
        stream.join(other, PLUS).to("out4");
        stream.groupByKey().count();
    }

    private static void streamTableJoinsBelowMerge(StreamsBuilder builder) {
        KTable<String, String> table = builder.<String, String>stream("in2").toTable();
        KStream<String, String> stream = builder.stream("in1");
        stream.selectKey((key, value) -> key)
                .merge(stream.filter((key, value) -> value != null))
                .leftJoin(table, PLUS)
                .leftJoin(table, PLUS)
                .to("out1");
    }
}
