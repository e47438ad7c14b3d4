package io.streamwright.dsl.program;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Branched;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.KGroupedTable;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Printed;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.Repartitioned;
import io.streamwright.processor.RecordContext;
import io.streamwright.processor.TopicNameExtractor;
import io.streamwright.processor.api.ContextualFixedKeyProcessor;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * What is done with single streams and tables, by name. All read {@code in1} and {@code in2} and write topics that start with {@code out}; the default serdes
 * are those of strings.
 *
 * <p>The text of this class and that of its twin for the other library differ in nothing but package names.
 */
final class BasicPrograms {
    private BasicPrograms() {}

    /** Returns all programs. */
    static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("word count", BasicPrograms::wordCount);
        programs.put("stateless steps", BasicPrograms::statelessSteps);
        programs.put("stateless steps with names", BasicPrograms::statelessStepsWithNames);
        programs.put("steps that change keys", BasicPrograms::stepsThatChangeKeys);
        programs.put("ends of a stream", BasicPrograms::endsOfStream);
        programs.put("print", BasicPrograms::print);
        programs.put("sources", BasicPrograms::sources);
        programs.put("sources of the same topics", BasicPrograms::sourcesOfSameTopics);
        programs.put("pattern", BasicPrograms::pattern);
        programs.put("split", BasicPrograms::split);
        programs.put("split with names", BasicPrograms::splitWithNames);
        programs.put("merge", BasicPrograms::merge);
        programs.put("repartition", BasicPrograms::repartition);
        programs.put("process", BasicPrograms::process);
        programs.put("process values", BasicPrograms::processValues);
        programs.put("count by key", BasicPrograms::countByKey);
        programs.put("count with names", BasicPrograms::countWithNames);
        programs.put("reduce", BasicPrograms::reduce);
        programs.put("aggregate", BasicPrograms::aggregate);
        programs.put("aggregate without caching", BasicPrograms::aggregateWithoutCaching);
        programs.put("several aggregations", BasicPrograms::severalAggregations);
        programs.put("several aggregations of a named grouping", BasicPrograms::namedGrouping);
        programs.put("aggregations below other steps", BasicPrograms::aggregationsBelowOtherSteps);
        programs.put("aggregations below a change of values", BasicPrograms::aggregationsBelowChangeOfValues);
        programs.put("aggregations below a merge", BasicPrograms::aggregationsBelowMerge);
        programs.put("to table", BasicPrograms::toTable);
        programs.put("to table with changed keys", BasicPrograms::toTableWithChangedKeys);
        programs.put("table", BasicPrograms::table);
        programs.put("table with names", BasicPrograms::tableWithNames);
        programs.put("table filters", BasicPrograms::tableFilters);
        programs.put("table filters in stores", BasicPrograms::tableFiltersInStores);
        programs.put("table values", BasicPrograms::tableValues);
        programs.put("table to stream", BasicPrograms::tableToStream);
        programs.put("grouped table", BasicPrograms::groupedTable);
        programs.put("grouped table with names", BasicPrograms::groupedTableWithNames);
        programs.put("grouped table of aggregates", BasicPrograms::groupedTableOfAggregates);
        programs.put("grouped table of derived tables", BasicPrograms::groupedTableOfDerivedTables);
        return programs;
    }

    private static void wordCount(StreamsBuilder builder) {
        builder.stream("in1", Consumed.with(Serdes.String(), Serdes.String()))
                .flatMapValues(line -> Arrays.asList(line.split(" ")))
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", Produced.with(Serdes.String(), Serdes.Long()));
    }

    private static void statelessSteps(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.filter((key, value) -> value != null)
                .filterNot((key, value) -> value.startsWith("x"))
                .peek((key, value) -> {})
                .mapValues(value -> value + "!")
                .mapValues((key, value) -> key + value)
                .flatMapValues(value -> List.of(value, value + "2"))
                .flatMapValues((key, value) -> List.of(value))
                .to("out");
    }

    private static void statelessStepsWithNames(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1", Consumed.as("origin"));
        stream.filter((key, value) -> value != null, Named.as("present"))
                .filterNot((key, value) -> value.startsWith("x"), Named.as("wanted"))
                .peek((key, value) -> {}, Named.as("look"))
                .mapValues(value -> value + "!", Named.as("louder"))
                .mapValues((key, value) -> key + value, Named.as("signed"))
                .flatMapValues(value -> List.of(value, value + "2"), Named.as("twice"))
                .peek((key, value) -> {})
                .to("out", Produced.as("end"));
    }

    private static void stepsThatChangeKeys(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.map((key, value) -> KeyValue.pair(value, key))
                .selectKey((key, value) -> value)
                .flatMap((key, value) -> List.of(KeyValue.pair(key, value), KeyValue.pair(value, key)))
                .map((key, value) -> KeyValue.pair(value, key), Named.as("swap"))
                .selectKey((key, value) -> value, Named.as("rekey"))
                .flatMap((key, value) -> List.of(KeyValue.pair(key, value)), Named.as("copy"))
                .to("out");
    }

    private static void endsOfStream(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.foreach((key, value) -> {});
        stream.foreach((key, value) -> {}, Named.as("each"));
        stream.to("out1");
        stream.to(new ChosenTopic());
        stream.to(new ChosenTopic(), Produced.with(Serdes.String(), Serdes.String()));
    }

    private static void print(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.print(Printed.toSysOut());
        stream.print(Printed.<String, String>toSysOut().withLabel("label").withName("printer"));
    }

    private static void sources(StreamsBuilder builder) {
        builder.stream(List.of("in1", "in2")).to("out1");
        builder.table("in3").toStream().to("out2");
    }

    private static void sourcesOfSameTopics(StreamsBuilder builder) {
        KStream<String, String> first = builder.stream("in1");
        KStream<String, String> second = builder.stream("in1");
        KStream<String, String> third = builder.stream("in2");
        second.to("out1");
        first.merge(second).merge(third).to("out2");
        builder.<String, String>stream("in2").groupByKey().count();
    }

    private static void pattern(StreamsBuilder builder) {
        builder.stream(Pattern.compile("in.*")).to("out1");
        builder.stream(Pattern.compile("in.*")).to("out2");
    }

    private static void split(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        Map<String, KStream<String, String>> branches = stream.split()
                .branch((key, value) -> value.startsWith("a"))
                .branch((key, value) -> value.startsWith("b"))
                .defaultBranch();
        branches.get("KSTREAM-BRANCH-00000000011").to("out1");
        branches.get("KSTREAM-BRANCH-00000000010")
                .mapValues(value -> value + "!")
                .to("out2");
        stream.split().branch((key, value) -> value.startsWith("c")).noDefaultBranch();
        stream.to("out3");
    }

    private static void splitWithNames(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        Map<String, KStream<String, String>> branches = stream.selectKey((key, value) -> value)
                .split(Named.as("split-"))
                .branch((key, value) -> value.startsWith("a"), Branched.as("a"))
                .branch(
                        (key, value) -> value.startsWith("b"),
                        Branched.withFunction(branch -> branch.mapValues(value -> value + "!")))
                .branch((key, value) -> value.startsWith("c"), Branched.withFunction(branch -> null, "nothing"))
                .branch((key, value) -> value.startsWith("d"), Branched.withConsumer(branch -> branch.to("out1"), "d"))
                .defaultBranch(Branched.withConsumer(branch -> branch.to("out2")));
        branches.get("split-a").groupByKey().count();
        branches.get("split-2").to("out3");
    }

    private static void merge(StreamsBuilder builder) {
        KStream<String, String> first = builder.stream("in1");
        KStream<String, String> second = builder.stream("in2");
        first.merge(second).filter((key, value) -> value != null).to("out1");
        first.merge(first.filter((key, value) -> value != null), Named.as("together"))
                .to("out2");
        first.merge(second.selectKey((key, value) -> value)).groupByKey().count();
    }

    private static void repartition(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.selectKey((key, value) -> value).repartition().groupByKey().count();
        stream.repartition(Repartitioned.<String, String>as("by-hand").withNumberOfPartitions(3))
                .to("out1");
        stream.repartition(Repartitioned.with(Serdes.String(), Serdes.String())).to("out2");
    }

    private static void process(StreamsBuilder builder) {
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("memory"), Serdes.String(), Serdes.String()));
        KStream<String, String> stream = builder.stream("in1");
        stream.process(Swap::new).to("out1");
        stream.process(Swap::new, Named.as("swap"), "memory").groupByKey().count();
        stream.process(Swap::new, "memory").groupByKey().reduce((first, second) -> second);
    }

    private static void processValues(StreamsBuilder builder) {
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("memory"), Serdes.String(), Serdes.String()));
        KStream<String, String> stream = builder.stream("in1");
        stream.processValues(Louder::new).groupByKey().count();
        stream.processValues(Louder::new, Named.as("louder"), "memory").to("out");
        stream.processValues(Louder::new, "memory");
    }

    private static void countByKey(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.groupByKey().count().toStream().to("out1", Produced.with(Serdes.String(), Serdes.Long()));
        stream.groupBy((key, value) -> value)
                .count(Materialized.with(Serdes.String(), Serdes.Long()))
                .toStream()
                .to("out2", Produced.valueSerde(Serdes.Long()));
    }

    private static void countWithNames(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.groupBy((key, value) -> value, Grouped.as("by-value")).count(Named.as("counting"));
        stream.groupBy((key, value) -> value).count(Named.as("counting2"), Materialized.as("kept"));
        stream.groupByKey(Grouped.as("unused")).count(Materialized.as("kept2"));
    }

    private static void reduce(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.groupByKey().reduce((first, second) -> first + second).toStream().to("out1");
        stream.groupBy((key, value) -> value)
                .reduce((first, second) -> first + second, Materialized.as("reduced"))
                .toStream()
                .to("out2");
        stream.groupBy((key, value) -> value)
                .reduce((first, second) -> first + second, Named.as("reducing"), Materialized.with(null, null))
                .toStream()
                .to("out3");
    }

    private static void aggregate(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.groupByKey()
                .aggregate(() -> "I", (key, value, all) -> value.equals("del") ? null : all + value)
                .toStream()
                .to("out1");
        stream.groupBy((key, value) -> value)
                .aggregate(() -> 0, (key, value, all) -> all + 1, Materialized.with(Serdes.String(), Serdes.Integer()))
                .toStream()
                .to("out2", Produced.valueSerde(Serdes.Integer()));
        stream.groupBy((key, value) -> value)
                .aggregate(() -> "", (key, value, all) -> all + value, Named.as("adding"), Materialized.as("sums"))
                .toStream()
                .to("out3");
    }

    private static void aggregateWithoutCaching(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.groupByKey()
                .aggregate(
                        () -> "",
                        (key, value, all) -> all + value,
                        Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("all")
                                .withCachingDisabled()
                                .withLoggingDisabled())
                .toStream()
                .to("out1");
        stream.groupByKey()
                .count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("counted"))
                        .withCachingDisabled())
                .toStream()
                .to("out2", Produced.valueSerde(Serdes.Long()));
    }

    private static void severalAggregations(StreamsBuilder builder) {
        KGroupedStream<String, String> groups =
                builder.<String, String>stream("in1").groupBy((key, value) -> value);
        groups.count().toStream().to("out1", Produced.valueSerde(Serdes.Long()));
        groups.reduce((first, second) -> second).toStream().to("out2");
        groups.aggregate(() -> "", (key, value, all) -> all + value).toStream().to("out3");
    }

    private static void namedGrouping(StreamsBuilder builder) {
        KStream<String, String> stream = builder.<String, String>stream("in1").selectKey((key, value) -> value);
        KGroupedStream<String, String> groups = stream.groupByKey(Grouped.as("shared"));
        groups.count().toStream().to("out1", Produced.valueSerde(Serdes.Long()));
        stream.to("out2");
        groups.reduce((first, second) -> second).toStream().to("out3");
    }

    private static void aggregationsBelowOtherSteps(StreamsBuilder builder) {
        KStream<String, String> stream = builder.<String, String>stream("in1").selectKey((key, value) -> value);
        stream.groupByKey().count().toStream().to("out1", Produced.valueSerde(Serdes.Long()));
        stream.filter((key, value) -> value != null)
                .peek((key, value) -> {})
                .groupByKey()
                .reduce((first, second) -> second)
                .toStream()
                .to("out2");
        stream.to("out3");
        stream.toTable().toStream().to("out4");
    }

    private static void aggregationsBelowChangeOfValues(StreamsBuilder builder) {
        KStream<String, String> stream = builder.<String, String>stream("in1").selectKey((key, value) -> value);
        stream.mapValues(value -> value.length())
                .groupByKey(Grouped.with(Serdes.String(), Serdes.Integer()))
                .reduce(Integer::sum)
                .toStream()
                .to("out1", Produced.valueSerde(Serdes.Integer()));
        stream.groupByKey().count().toStream().to("out2", Produced.valueSerde(Serdes.Long()));
        stream.groupByKey().reduce((first, second) -> first).toStream().to("out3");
    }

    private static void aggregationsBelowMerge(StreamsBuilder builder) {
        KStream<String, String> first = builder.<String, String>stream("in1").selectKey((key, value) -> value);
        KStream<String, String> second = builder.<String, String>stream("in2").selectKey((key, value) -> value);
        KStream<String, String> both = first.merge(second);
        both.groupByKey().count().toStream().to("out1", Produced.valueSerde(Serdes.Long()));
        both.groupByKey().reduce((left, right) -> right).toStream().to("out2");
    }

    private static void toTable(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.toTable().toStream().to("out1");
        stream.toTable(Named.as("latest"), Materialized.as("kept")).toStream().to("out2");
        stream.toTable(Materialized.with(Serdes.String(), Serdes.String()))
                .groupBy((key, value) -> KeyValue.pair(value, key))
                .count();
    }

    private static void toTableWithChangedKeys(StreamsBuilder builder) {
        KStream<String, String> stream =
                builder.<String, String>stream("in1").map((key, value) -> KeyValue.pair(value, key));
        stream.toTable().toStream().to("out1");
        stream.toTable(Named.as("latest")).toStream().to("out2");
        stream.toTable(Materialized.as("kept")).toStream().to("out3");
    }

    private static void table(StreamsBuilder builder) {
        builder.<String, String>table("in1").toStream().to("out1");
        builder.<String, String>table("in2", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("rows"))
                .toStream()
                .to("out2");
    }

    private static void tableWithNames(StreamsBuilder builder) {
        builder.<String, String>table("in1", Consumed.as("rows"))
                .toStream(Named.as("updates"))
                .to("out1");
        builder.<String, String>table("in2", Materialized.as("kept")).toStream().to("out2");
    }

    private static void tableFilters(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in1");
        table.filter((key, value) -> value.startsWith("a")).toStream().to("out1");
        table.filterNot((key, value) -> value.startsWith("a"), Named.as("others"))
                .toStream()
                .to("out2");
        KTable<String, String> kept = builder.table("in2", Materialized.as("kept"));
        kept.filter((key, value) -> value.startsWith("a")).toStream().to("out3");
        kept.filterNot((key, value) -> value.startsWith("a")).toStream().to("out4");
    }

    private static void tableFiltersInStores(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in1");
        table.filter((key, value) -> value.startsWith("a"), Materialized.as("as"))
                .toStream()
                .to("out1");
        table.filterNot((key, value) -> value.startsWith("a"), Materialized.with(Serdes.String(), Serdes.String()))
                .toStream()
                .to("out2");
        table.filter((key, value) -> value.startsWith("b"), Named.as("bees"), Materialized.as("bs"))
                .toStream()
                .to("out3");
    }

    private static void tableValues(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in1");
        table.mapValues(value -> value + "!").toStream().to("out1");
        table.mapValues((key, value) -> key + value, Named.as("signed"))
                .toStream()
                .to("out2");
        table.mapValues(value -> value + "?", Materialized.as("asked"))
                .toStream()
                .to("out3");
        table.mapValues((key, value) -> key + value, Named.as("kept"), Materialized.with(null, null))
                .toStream()
                .to("out4");
    }

    private static void tableToStream(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in1");
        table.toStream((key, value) -> value).groupByKey().count();
        table.toStream((key, value) -> value, Named.as("updates")).to("out");
    }

    private static void groupedTable(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in1");
        KGroupedTable<String, String> groups = table.groupBy(
                (key, value) -> KeyValue.pair(value.substring(0, 1), value),
                Grouped.with(Serdes.String(), Serdes.String()));
        groups.count().toStream().to("out1", Produced.valueSerde(Serdes.Long()));
        groups.reduce((all, value) -> all + "+" + value, (all, value) -> all + "-" + value)
                .toStream()
                .to("out2");
        groups.aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value)
                .toStream()
                .to("out3");
    }

    private static void groupedTableWithNames(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in1");
        KGroupedTable<String, String> groups =
                table.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value), Grouped.as("by-first"));
        groups.count(Named.as("counting"), Materialized.as("counted"))
                .toStream()
                .to("out1", Produced.valueSerde(Serdes.Long()));
        groups.reduce((all, value) -> value, (all, value) -> all, Named.as("reducing"), Materialized.as("reduced"))
                .toStream()
                .to("out2");
        groups.aggregate(() -> "", (key, value, all) -> all + value, (key, value, all) -> all, Named.as("adding"))
                .toStream()
                .to("out3");
    }

    private static void groupedTableOfAggregates(StreamsBuilder builder) {
        builder.<String, String>stream("in1")
                .groupByKey()
                .reduce((first, second) -> second)
                .groupBy((key, value) -> KeyValue.pair(value, key))
                .count()
                .filter((key, count) -> count > 1)
                .toStream()
                .to("out", Produced.valueSerde(Serdes.Long()));
    }

    private static void groupedTableOfDerivedTables(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in1");
        KTable<String, String> before = table.filter((key, value) -> value.startsWith("a"));
        table.mapValues(value -> value + "!")
                .filter((key, value) -> !value.startsWith("b"))
                .groupBy((key, value) -> KeyValue.pair(value, key))
                .count()
                .toStream()
                .to("out1", Produced.valueSerde(Serdes.Long()));
        before.toStream().to("out2");
        table.filter((key, value) -> value.startsWith("a")).toStream().to("out3");
        table.mapValues(value -> value + "?", Materialized.as("kept"))
                .groupBy((key, value) -> KeyValue.pair(value, key))
                .reduce((all, value) -> all + value, (all, value) -> all.replaceFirst(value, ""))
                .toStream()
                .to("out4");
    }

    private static final class Swap extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record.withKey(record.value()).withValue(record.key()));
        }
    }

    private static final class Louder extends ContextualFixedKeyProcessor<String, String, String> {
        @Override
        public void process(FixedKeyRecord<String, String> record) {
            context().forward(record.withValue(record.value() + "!"));
        }
    }

    private static final class ChosenTopic implements TopicNameExtractor<String, String> {
        @Override
        public String extract(String key, String value, RecordContext context) {
            return "out2";
        }

        @Override
        public String toString() {
            return "always out2";
        }
    }
}
