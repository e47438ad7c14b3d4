package io.streamwright.dsl.program;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Joined;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Predicate;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/** What is done with versioned tables, written alike for both libraries. Immutable. */
public final class VersionedPrograms {
    private static final ValueJoiner<String, String, String> PLUS = (left, right) -> left + "+" + right;
    private static final Predicate<String, String> SHORT = (key, value) -> value.length() < 3;

    private static final Duration GRACE = Duration.ofMillis(20);

    private final Duration historyRetention;

    private VersionedPrograms(Duration historyRetention) {
        this.historyRetention = historyRetention;
    }

    /** Returns what each program does to a builder, by name. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        return withHistoryOf(Duration.ofHours(1));
    }

    /** Returns what each program does to a builder, by name, where versions are kept for so long. */
    public static Map<String, Consumer<StreamsBuilder>> withHistoryOf(Duration historyRetention) {
        VersionedPrograms texts = new VersionedPrograms(historyRetention);
        Map<String, Consumer<StreamsBuilder>> programs = new TreeMap<>();
        programs.put("versioned table", texts::table);
        programs.put("versioned table with settings", texts::tableWithSettings);
        programs.put("versioned table of a stream", texts::tableOfStream);
        programs.put("versioned table filters", texts::filters);
        programs.put("versioned table filters in stores", texts::filtersInStores);
        programs.put("versioned table values", texts::values);
        programs.put("versioned table joins", texts::joins);
        programs.put("versioned table joins with plain tables", texts::mixedJoins);
        programs.put("versioned table joins in stores", texts::joinsInStores);
        programs.put("versioned table joins of filters", texts::joinsOfFilters);
        programs.put("versioned foreign-key joins", texts::foreignKeyJoins);
        programs.put("versioned grouped table", texts::grouped);
        programs.put("versioned aggregates", texts::aggregates);
        programs.put("versioned stream table joins", texts::streamJoins);
        programs.put("versioned stream table joins behind changed keys", texts::streamJoinsBehindChangedKeys);
        programs.put("versioned stream table joins of derived tables", texts::streamJoinsOfDerivedTables);
        programs.put("versioned stream table join with grace", texts::streamJoinWithGrace);
        programs.put("versioned stream table left join with grace", texts::streamLeftJoinWithGrace);
        programs.put("versioned stream table joins with grace and names", texts::streamJoinsWithGraceAndNames);
        return programs;
    }

    private Materialized<String, String, KeyValueStore<Bytes, byte[]>> versioned(String store) {
        return Materialized.as(Stores.persistentVersionedKeyValueStore(store, historyRetention));
    }

    private Materialized<String, Long, KeyValueStore<Bytes, byte[]>> versionedCounts(String store) {
        return Materialized.<String, Long>as(
                        Stores.persistentVersionedKeyValueStore(store, historyRetention, Duration.ofMillis(10)))
                .withValueSerde(Serdes.Long());
    }

    private void table(StreamsBuilder builder) {
        builder.table("in1", versioned("rows")).toStream().to("out");
    }

    private void tableWithSettings(StreamsBuilder builder) {
        builder.table(
                        "in1",
                        Consumed.with(Serdes.String(), Serdes.String()).withName("numbers"),
                        versioned("rows").withLoggingDisabled().withCachingEnabled())
                .toStream(Named.as("updates"))
                .to("out1");
        builder.table("in2", versioned("others").withLoggingEnabled(new TreeMap<>(Map.of("retention.ms", "1"))))
                .toStream()
                .to("out2");
    }

    private void tableOfStream(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.toTable(versioned("rows")).toStream().to("out1");
        stream.selectKey((key, value) -> value.substring(0, 1))
                .toTable(Named.as("by-letter"), versioned("letters"))
                .toStream()
                .to("out2");
    }

    private void filters(StreamsBuilder builder) {
        KTable<String, String> rows = builder.table("in1", versioned("rows"));
        rows.filter(SHORT).toStream().to("out1");
        rows.filterNot(SHORT).mapValues(value -> value + "!").toStream().to("out2");
        rows.filter(SHORT)
                .groupBy((key, value) -> KeyValue.pair(value, value))
                .count()
                .toStream()
                .mapValues(count -> "" + count)
                .to("out3");
    }

    private void filtersInStores(StreamsBuilder builder) {
        KTable<String, String> rows = builder.table("in1", versioned("rows"));
        rows.filter(SHORT, Materialized.as("plain")).toStream().to("out1");
        rows.filter(SHORT, versioned("short")).toStream().to("out2");
        builder.<String, String>table("in2")
                .filterNot(SHORT, versioned("long"))
                .toStream()
                .to("out3");
        rows.filter(SHORT, versioned("first"))
                .filterNot((key, value) -> value.equals("a"), Materialized.as("second"))
                .toStream()
                .to("out4");
    }

    private void values(StreamsBuilder builder) {
        KTable<String, String> rows = builder.table("in1", versioned("rows"));
        rows.mapValues((key, value) -> key + value).toStream().to("out1");
        rows.mapValues(value -> value + "1", Materialized.as("plain"))
                .toStream()
                .to("out2");
        rows.mapValues(value -> value + "2", versioned("versions")).toStream().to("out3");
    }

    private void joins(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1", versioned("left"));
        KTable<String, String> right = builder.table("in2", versioned("right"));
        left.join(right, PLUS).toStream().to("out1");
        left.leftJoin(right, PLUS).toStream().to("out2");
        left.outerJoin(right, PLUS).toStream().to("out3");
    }

    private void mixedJoins(StreamsBuilder builder) {
        KTable<String, String> versions = builder.table("in1", versioned("versions"));
        KTable<String, String> plain = builder.table("in2", Materialized.as("plain"));
        versions.join(plain, PLUS).toStream().to("out1");
        plain.join(versions, PLUS).toStream().to("out2");
        versions.leftJoin(plain, PLUS).toStream().to("out3");
        plain.leftJoin(versions, PLUS).toStream().to("out4");
        versions.outerJoin(plain, PLUS).toStream().to("out5");
        plain.outerJoin(versions, PLUS).toStream().to("out6");
    }

    private void joinsInStores(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1", versioned("left"));
        KTable<String, String> right = builder.table("in2", versioned("right"));
        KTable<String, String> both = left.join(right, PLUS, versioned("both"));
        both.toStream().to("out1");
        both.outerJoin(left, PLUS, Materialized.as("plain")).toStream().to("out2");
        builder.<String, String>stream("in3").leftJoin(both, PLUS).to("out3");
    }

    private void joinsOfFilters(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1", versioned("left"));
        KTable<String, String> right = builder.table("in2", versioned("right"));
        left.filter(SHORT)
                .join(right.mapValues(value -> value + "r"), PLUS)
                .toStream()
                .to("out1");
        left.filter(SHORT).leftJoin(right.filterNot(SHORT), PLUS).toStream().to("out2");
        left.filter(SHORT, Materialized.as("plain"))
                .outerJoin(right.filter(SHORT, versioned("versions")), PLUS)
                .toStream()
                .to("out3");
    }

    private void foreignKeyJoins(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1", versioned("left"));
        KTable<String, String> right = builder.table("in2", versioned("right"));
        left.join(right, value -> "k" + value.length(), PLUS).toStream().to("out1");
        left.leftJoin(right, value -> "k" + value.length() % 3, PLUS, versioned("all"))
                .toStream()
                .to("out2");
    }

    private void grouped(StreamsBuilder builder) {
        KTable<String, String> rows = builder.table("in1", versioned("rows"));
        rows.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
                .count(versionedCounts("counts"))
                .toStream()
                .mapValues(count -> "" + count)
                .to("out1");
        rows.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value), Grouped.as("grouped"))
                .reduce((sum, value) -> sum + value, (sum, value) -> sum.replaceFirst(value, ""), versioned("sums"))
                .toStream()
                .to("out2");
        rows.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
                .aggregate(() -> "", (key, value, sum) -> sum + value, (key, value, sum) -> sum.replaceFirst(value, ""))
                .toStream()
                .to("out3");
    }

    private void aggregates(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        KTable<String, Long> counts = stream.groupByKey().count(versionedCounts("counts"));
        counts.toStream().mapValues(count -> "" + count).to("out1");
        KTable<String, String> longest = stream.groupByKey()
                .reduce((one, other) -> one.length() > other.length() ? one : null, versioned("longest"));
        longest.toStream().to("out2");
        stream.groupByKey()
                .aggregate(() -> "", (key, value, sum) -> value, versioned("last"))
                .filter(SHORT)
                .toStream()
                .to("out3");
        builder.<String, String>stream("in2").leftJoin(longest, PLUS).to("out4");
    }

    private void streamJoins(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        KTable<String, String> rows = builder.table("in2", versioned("rows"));
        stream.join(rows, PLUS).to("out1");
        stream.leftJoin(rows, PLUS).to("out2");
    }

    private void streamJoinsBehindChangedKeys(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        KTable<String, String> rows = builder.table("in2", versioned("rows"));
        stream.selectKey((key, value) -> "k" + value.length()).join(rows, PLUS).to("out");
    }

    private void streamJoinsOfDerivedTables(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        KTable<String, String> rows = builder.table("in2", versioned("rows"));
        KTable<String, String> others = builder.table("in3", versioned("others"));
        stream.leftJoin(rows.filter(SHORT), PLUS).to("out1");
        stream.leftJoin(rows.mapValues(value -> value + "?").filterNot(SHORT), PLUS)
                .to("out2");
        stream.leftJoin(rows.filter(SHORT, Materialized.as("plain")), PLUS).to("out3");
        stream.leftJoin(rows.join(others, PLUS), PLUS).to("out4");
    }

    private void streamJoinWithGrace(StreamsBuilder builder) {
        KTable<String, String> rows = builder.table("in2", versioned("rows"));
        builder.<String, String>stream("in1")
                .join(rows, PLUS, Joined.<String, String, String>as(null).withGracePeriod(GRACE))
                .to("out");
    }

    private void streamLeftJoinWithGrace(StreamsBuilder builder) {
        KTable<String, String> rows = builder.table("in2", versioned("rows"));
        builder.<String, String>stream("in1")
                .filter((key, value) -> key != null)
                .leftJoin(rows, PLUS, Joined.with(Serdes.String(), Serdes.String(), Serdes.String(), "kept", GRACE))
                .to("out");
    }

    private void streamJoinsWithGraceAndNames(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        KTable<String, String> rows = builder.table("in2", versioned("rows"));
        Joined<String, String, String> joined = Joined.with(Serdes.String(), Serdes.String(), Serdes.String());
        stream.join(rows, PLUS, joined.withName("first").withGracePeriod(GRACE)).to("out1");
        stream.filter((key, value) -> key != null)
                .leftJoin(rows.filter(SHORT), PLUS, joined.withName("second").withGracePeriod(Duration.ZERO))
                .to("out2");
        stream.selectKey((key, value) -> "k" + value.length())
                .join(rows, PLUS, joined.withName("third").withGracePeriod(GRACE))
                .to("out3");
    }
}
