package io.streamwright.dsl.program;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.StreamJoined;
import org.apache.kafka.streams.kstream.ValueJoiner;
import org.apache.kafka.streams.kstream.ValueJoinerWithKey;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;

/**
 * What joins streams with each other, as those of {@link KafkaPrograms}. Grace periods of left and
 * outer joins are longer than anything is out of order in the tests' input.
 *
 * <p>The text of this class and that of its twin for the other library differ in nothing but package names.
 */
public final class KafkaStreamJoinPrograms {
    private static final JoinWindows WINDOWS =
            JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(80), Duration.ofMillis(60));
    private static final JoinWindows NO_GRACE = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(70));
    private static final ValueJoiner<String, String, String> PLUS = (left, right) -> left + "+" + right;
    private static final ValueJoinerWithKey<String, String, String, String> KEYED =
            (key, left, right) -> key + ":" + left + "+" + right;

    private KafkaStreamJoinPrograms() {}

    /** Returns all programs. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("stream join", KafkaStreamJoinPrograms::join);
        programs.put("stream left join", KafkaStreamJoinPrograms::leftJoin);
        programs.put("stream outer join", KafkaStreamJoinPrograms::outerJoin);
        programs.put("stream joins with names", KafkaStreamJoinPrograms::joinsWithNames);
        programs.put("stream left joins with names", KafkaStreamJoinPrograms::leftJoinsWithNames);
        programs.put("stream outer joins with names", KafkaStreamJoinPrograms::outerJoinsWithNames);
        programs.put("stream joins in other windows", KafkaStreamJoinPrograms::joinsInOtherWindows);
        programs.put("stream joins in memory", KafkaStreamJoinPrograms::joinsInMemory);
        programs.put("stream joins in given stores", KafkaStreamJoinPrograms::joinsInGivenStores);
        programs.put("stream left joins in given stores", KafkaStreamJoinPrograms::leftJoinsInGivenStores);
        programs.put("stream outer joins in one given store", KafkaStreamJoinPrograms::outerJoinsInOneGivenStore);
        programs.put("stream joins without changelogs", KafkaStreamJoinPrograms::joinsWithoutChangelogs);
        programs.put("stream joins behind changed keys", KafkaStreamJoinPrograms::joinsBehindChangedKeys);
        programs.put("stream left joins behind changed keys", KafkaStreamJoinPrograms::leftJoinsBehindChangedKeys);
        programs.put("stream outer joins behind changed keys", KafkaStreamJoinPrograms::outerJoinsBehindChangedKeys);
        programs.put("named stream joins behind changed keys", KafkaStreamJoinPrograms::namedJoinsBehindChangedKeys);
        programs.put("stream join of a join", KafkaStreamJoinPrograms::joinOfJoin);
        programs.put("stream self joins", KafkaStreamJoinPrograms::selfJoins);
        programs.put("stream self joins of two sources", KafkaStreamJoinPrograms::selfJoinOfTwoSources);
        programs.put("stream self join behind changed keys", KafkaStreamJoinPrograms::selfJoinBehindChangedKeys);
        programs.put(
                "named stream self join behind changed keys", KafkaStreamJoinPrograms::namedSelfJoinBehindChangedKeys);
        programs.put("stream self joins with names", KafkaStreamJoinPrograms::selfJoinsWithNames);
        programs.put("stream self joins in given stores", KafkaStreamJoinPrograms::selfJoinInGivenStores);
        programs.put("stream self join of a self join", KafkaStreamJoinPrograms::selfJoinOfSelfJoin);
        programs.put("stream self join that is none", KafkaStreamJoinPrograms::selfJoinThatIsNone);
        programs.put("aggregations below a stream join", KafkaStreamJoinPrograms::aggregationsBelowJoin);
        return programs;
    }

    private static KStream<String, String> left(StreamsBuilder builder) {
        return builder.stream("in1");
    }

    private static KStream<String, String> right(StreamsBuilder builder) {
        return builder.stream("in2");
    }

    private static KStream<String, String> byValue(KStream<String, String> stream) {
        return stream.selectKey((key, value) -> key == null ? null : value.substring(0, 1));
    }

    private static StreamJoined<String, String, String> strings() {
        return StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String());
    }

    private static void join(StreamsBuilder builder) {
        left(builder).join(right(builder), PLUS, WINDOWS).to("out");
    }

    private static void leftJoin(StreamsBuilder builder) {
        left(builder).leftJoin(right(builder), PLUS, WINDOWS).to("out");
    }

    private static void outerJoin(StreamsBuilder builder) {
        left(builder).outerJoin(right(builder), PLUS, WINDOWS).to("out");
    }

    private static void joinsWithNames(StreamsBuilder builder) {
        KStream<String, String> left = builder.stream("in1", Consumed.as("one"));
        KStream<String, String> right = builder.stream("in2", Consumed.as("two"));
        left.join(right, PLUS, WINDOWS, strings()).to("out1");
        left.join(right, KEYED, WINDOWS).to("out2");
        left.join(right, KEYED, WINDOWS, strings().withName("joined")).to("out3");
        left.join(right, PLUS, WINDOWS, StreamJoined.as("kept")).to("out4");
        left.join(right, PLUS, NO_GRACE, strings().withName("both").withStoreName("both-kept"))
                .to("out5");
    }

    private static void leftJoinsWithNames(StreamsBuilder builder) {
        KStream<String, String> left = left(builder);
        KStream<String, String> right = right(builder);
        left.leftJoin(right, PLUS, WINDOWS, strings()).to("out1");
        left.leftJoin(right, KEYED, WINDOWS).to("out2");
        left.leftJoin(right, KEYED, WINDOWS, strings().withName("joined")).to("out3");
        left.leftJoin(right, PLUS, WINDOWS, StreamJoined.as("kept")).to("out4");
        left.leftJoin(right, PLUS, WINDOWS, strings().withName("both").withStoreName("both-kept"))
                .to("out5");
    }

    private static void outerJoinsWithNames(StreamsBuilder builder) {
        KStream<String, String> left = left(builder);
        KStream<String, String> right = right(builder);
        left.outerJoin(right, PLUS, WINDOWS, strings()).to("out1");
        left.outerJoin(right, KEYED, WINDOWS).to("out2");
        left.outerJoin(right, KEYED, WINDOWS, strings().withName("joined")).to("out3");
        left.outerJoin(right, PLUS, WINDOWS, StreamJoined.as("kept")).to("out4");
        left.outerJoin(right, PLUS, WINDOWS, strings().withName("both").withStoreName("both-kept"))
                .to("out5");
    }

    private static void joinsInOtherWindows(StreamsBuilder builder) {
        KStream<String, String> left = left(builder);
        KStream<String, String> right = right(builder);
        left.join(right, PLUS, WINDOWS.before(Duration.ofMillis(10))).to("out1");
        left.join(right, PLUS, NO_GRACE.after(Duration.ofMillis(5))).to("out2");
        left.leftJoin(right, PLUS, WINDOWS.before(Duration.ofMillis(75))).to("out3");
    }

    private static void joinsInMemory(StreamsBuilder builder) {
        KStream<String, String> left = left(builder);
        KStream<String, String> right = right(builder);
        left.join(right, PLUS, WINDOWS, StreamJoined.with(Materialized.StoreType.IN_MEMORY))
                .to("out1");
        left.leftJoin(right, PLUS, WINDOWS, strings().withDslStoreSuppliers(Materialized.StoreType.IN_MEMORY))
                .to("out2");
        left.outerJoin(right, PLUS, WINDOWS, StreamJoined.with(Materialized.StoreType.IN_MEMORY))
                .to("out3");
    }

    private static WindowBytesStoreSupplier onDisk(String name) {
        return Stores.persistentWindowStore(name, Duration.ofMillis(220), Duration.ofMillis(160), true);
    }

    private static WindowBytesStoreSupplier inMemory(String name) {
        return Stores.inMemoryWindowStore(name, Duration.ofMillis(220), Duration.ofMillis(160), true);
    }

    private static void joinsInGivenStores(StreamsBuilder builder) {
        left(builder)
                .join(right(builder), PLUS, WINDOWS, StreamJoined.with(onDisk("one"), inMemory("two")))
                .to("out1");
        left(builder)
                .join(
                        right(builder),
                        PLUS,
                        WINDOWS,
                        strings().withStoreName("rest").withOtherStoreSupplier(inMemory("three")))
                .to("out2");
    }

    private static void leftJoinsInGivenStores(StreamsBuilder builder) {
        left(builder)
                .leftJoin(
                        right(builder),
                        PLUS,
                        WINDOWS,
                        StreamJoined.<String, String, String>with(inMemory("one"), inMemory("two"))
                                .withName("first"))
                .to("out1");
        left(builder)
                .leftJoin(
                        right(builder),
                        PLUS,
                        WINDOWS,
                        strings().withStoreName("rest").withThisStoreSupplier(onDisk("three")))
                .to("out2");
    }

    private static void outerJoinsInOneGivenStore(StreamsBuilder builder) {
        left(builder)
                .outerJoin(right(builder), PLUS, WINDOWS, strings().withThisStoreSupplier(inMemory("one")))
                .to("out1");
        left(builder)
                .outerJoin(right(builder), PLUS, WINDOWS, strings().withOtherStoreSupplier(onDisk("two")))
                .to("out2");
    }

    private static void joinsWithoutChangelogs(StreamsBuilder builder) {
        left(builder)
                .join(right(builder), PLUS, WINDOWS, strings().withLoggingDisabled())
                .to("out1");
        left(builder)
                .outerJoin(right(builder), PLUS, WINDOWS, strings().withLoggingDisabled())
                .to("out2");
        left(builder)
                .leftJoin(right(builder), PLUS, WINDOWS, strings().withLoggingEnabled(Map.of("segment.ms", "1000")))
                .to("out3");
    }

    private static void joinsBehindChangedKeys(StreamsBuilder builder) {
        KStream<String, String> left = byValue(left(builder));
        KStream<String, String> right = byValue(right(builder));
        left.join(right, PLUS, WINDOWS).to("out1");
        left.join(right, KEYED, NO_GRACE).to("out2");
        right(builder).join(left, PLUS, WINDOWS).to("out3");
    }

    private static void leftJoinsBehindChangedKeys(StreamsBuilder builder) {
        KStream<String, String> left = byValue(left(builder));
        left.leftJoin(byValue(right(builder)), PLUS, WINDOWS, strings()).to("out1");
        right(builder)
                .leftJoin(left.filter((key, value) -> !value.startsWith("d"), Named.as("some")), PLUS, WINDOWS)
                .to("out2");
    }

    private static void outerJoinsBehindChangedKeys(StreamsBuilder builder) {
        byValue(left(builder))
                .outerJoin(byValue(right(builder)), KEYED, WINDOWS)
                .to("out1");
        left(builder)
                .map((key, value) -> new KeyValue<>(value, key))
                .outerJoin(right(builder), KEYED, WINDOWS)
                .to("out2");
    }

    private static void namedJoinsBehindChangedKeys(StreamsBuilder builder) {
        KStream<String, String> left = byValue(left(builder));
        KStream<String, String> right = byValue(right(builder));
        left.join(right, PLUS, WINDOWS, strings().withName("first")).to("out1");
        left.outerJoin(right, PLUS, WINDOWS, strings().withName("second").withStoreName("kept"))
                .to("out2");
    }

    private static void joinOfJoin(StreamsBuilder builder) {
        KStream<String, String> left = left(builder);
        KStream<String, String> right = right(builder);
        left.join(right, PLUS, WINDOWS).join(left, PLUS, WINDOWS).to("out1");
        left.join(left, PLUS, NO_GRACE).merge(right).to("out2");
    }

    private static void selfJoins(StreamsBuilder builder) {
        KStream<String, String> stream = left(builder);
        stream.join(stream, PLUS, WINDOWS).to("out1");
        KStream<String, String> changed = stream.mapValues(value -> value + "!");
        changed.join(changed, KEYED, NO_GRACE.before(Duration.ofMillis(30))).to("out2");
    }

    private static void selfJoinOfTwoSources(StreamsBuilder builder) {
        left(builder).join(left(builder), PLUS, WINDOWS).to("out");
    }

    private static void selfJoinBehindChangedKeys(StreamsBuilder builder) {
        KStream<String, String> stream = byValue(left(builder));
        stream.join(stream, PLUS, WINDOWS).to("out");
    }

    private static void namedSelfJoinBehindChangedKeys(StreamsBuilder builder) {
        KStream<String, String> stream = byValue(left(builder));
        stream.join(stream, PLUS, WINDOWS, strings().withName("self")).to("out");
    }

    private static void selfJoinsWithNames(StreamsBuilder builder) {
        KStream<String, String> stream = left(builder);
        stream.join(stream, PLUS, WINDOWS, strings().withName("self").withStoreName("kept"))
                .to("out1");
        stream.join(stream, PLUS, WINDOWS, strings().withDslStoreSuppliers(Materialized.StoreType.IN_MEMORY))
                .to("out2");
    }

    private static void selfJoinInGivenStores(StreamsBuilder builder) {
        KStream<String, String> stream = left(builder);
        stream.join(stream, PLUS, WINDOWS, StreamJoined.with(onDisk("one"), inMemory("two")))
                .to("out");
    }

    private static void selfJoinOfSelfJoin(StreamsBuilder builder) {
        KStream<String, String> stream = left(builder);
        KStream<String, String> pairs = stream.join(stream, PLUS, NO_GRACE);
        pairs.join(pairs, PLUS, NO_GRACE).to("out");
    }

    private static void selfJoinThatIsNone(StreamsBuilder builder) {
        KStream<String, String> stream = left(builder);
        stream.join(stream.filter((key, value) -> !value.startsWith("d")), PLUS, WINDOWS)
                .to("out");
    }

    private static void aggregationsBelowJoin(StreamsBuilder builder) {
        KStream<String, String> joined = left(builder).join(right(builder), PLUS, WINDOWS, strings());
        joined.groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .mapValues(String::valueOf)
                .to("out1");
        joined.groupBy((key, value) -> value.substring(0, 1))
                .reduce((first, second) -> second)
                .toStream()
                .to("out2");
    }
}
