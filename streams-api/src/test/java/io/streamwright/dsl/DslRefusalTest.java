package io.streamwright.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Branched;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.GlobalKTable;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.JoinWindows;
import io.streamwright.kstream.Joined;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.KGroupedTable;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.KeyValueMapper;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Predicate;
import io.streamwright.kstream.Printed;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.Reducer;
import io.streamwright.kstream.Repartitioned;
import io.streamwright.kstream.StreamJoined;
import io.streamwright.kstream.TableJoined;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.kstream.ValueJoinerWithKey;
import io.streamwright.kstream.ValueJoinerWithStreamAndMappedKey;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowBytesStoreSupplier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong calls are refused when they are made. */
final class DslRefusalTest {
    private static final JoinWindows WINDOWS =
            JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(10), Duration.ofMillis(5));

    private static final Predicate<String, String> NO_PREDICATE = null;
    private static final Reducer<String> NO_REDUCER = null;
    private static final Function<String, String> NO_FOREIGN_KEY = null;
    private static final BiFunction<String, String, String> NO_FOREIGN_KEY_OF_ROW = null;
    private static final StoreBuilder<?> STORE =
            Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), null, null);
    private static final KeyValueMapper<String, String, String> BY_KEY = (key, value) -> key;
    private static final ValueJoiner<String, String, String> PLUS = (value, row) -> value + row;
    private static final ValueJoinerWithStreamAndMappedKey<String, String, String, String, String> NO_JOINER_OF_BOTH =
            null;

    private final StreamsBuilder builder = new StreamsBuilder();
    private final KStream<String, String> stream = builder.stream("in");

    static Stream<ThrowingCallable> callsWithNull() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("in1");
        KTable<String, String> table = builder.table("in2");
        KGroupedStream<String, String> groups = stream.groupByKey();
        KGroupedTable<String, String> rows = table.groupBy((key, value) -> null);
        return Stream.of(
                () -> builder.stream((String) null),
                () -> builder.stream("in", null),
                () -> builder.table(null),
                () -> builder.table("in", (Consumed<String, String>) null),
                () -> builder.addStateStore(null),
                () -> stream.filter(NO_PREDICATE),
                () -> stream.filter((key, value) -> true, null),
                () -> stream.filterNot(NO_PREDICATE),
                () -> stream.selectKey(null),
                () -> stream.map(null),
                () -> stream.flatMap(null),
                () -> stream.foreach(null),
                () -> stream.peek(null),
                () -> stream.print(null),
                () -> stream.split(null),
                () -> stream.split().branch(null),
                () -> stream.merge(null),
                () -> stream.repartition(null),
                () -> stream.to((String) null),
                () -> stream.to("out", null),
                () -> stream.toTable((Named) null),
                () -> stream.groupByKey(null),
                () -> stream.groupBy(null),
                () -> stream.process(null),
                () -> stream.process(Forwarding::new, (String) null),
                () -> stream.processValues(null),
                () -> table.join(null, (left, right) -> left),
                () -> stream.join((KTable<String, String>) null, (left, right) -> left),
                () -> stream.join(table, (ValueJoiner<String, String, String>) null),
                () -> stream.leftJoin(table, (ValueJoinerWithKey<String, String, String, String>) null),
                () -> stream.leftJoin(table, (left, right) -> left, null),
                () -> table.join(table, null),
                () -> table.leftJoin(table, (left, right) -> left, (Named) null),
                () -> table.outerJoin(table, (left, right) -> left, Named.as("named"), null),
                () -> table.join((KTable<String, String>) null, value -> value, (left, right) -> left),
                () -> table.join(table, NO_FOREIGN_KEY, (left, right) -> left),
                () -> table.leftJoin(table, NO_FOREIGN_KEY_OF_ROW, (left, right) -> left),
                () -> table.join(table, value -> value, (ValueJoiner<String, String, String>) null),
                () -> table.leftJoin(table, value -> value, (left, right) -> left, (TableJoined<String, String>) null),
                () -> table.join(table, value -> value, (left, right) -> left, TableJoined.as("named"), null),
                () -> groups.count((Named) null),
                () -> groups.reduce(NO_REDUCER),
                () -> groups.aggregate(null, (key, value, all) -> all),
                () -> groups.aggregate(() -> "", null),
                () -> table.filter(NO_PREDICATE),
                () -> table.filter((key, value) -> true, (Named) null),
                () -> table.toStream((Named) null),
                () -> table.groupBy(null),
                () -> rows.reduce(NO_REDUCER, (all, value) -> all),
                () -> rows.reduce((all, value) -> all, NO_REDUCER),
                () -> Named.as(null),
                () -> Materialized.as((String) null),
                () -> Branched.as(null),
                () -> Printed.toFile(null));
    }

    static Stream<ThrowingCallable> callsOfGlobalTablesWithNull() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("in1");
        GlobalKTable<String, String> rowsOfAll = builder.globalTable("in3");
        return Stream.of(
                () -> builder.globalTable(null),
                () -> builder.globalTable("in", (Consumed<String, String>) null),
                () -> builder.globalTable("in", (Materialized<String, String, KeyValueStore<Bytes, byte[]>>) null),
                () -> builder.addGlobalStore(null, "in", Consumed.with(null, null), Keeping::new),
                () -> builder.addGlobalStore(STORE, null, Consumed.with(null, null), Keeping::new),
                () -> builder.addGlobalStore(STORE, "in", null, Keeping::new),
                () -> builder.addGlobalStore(STORE, "in", Consumed.with(null, null), null),
                () -> stream.join((GlobalKTable<String, String>) null, BY_KEY, PLUS),
                () -> stream.join(rowsOfAll, null, PLUS),
                () -> stream.join(rowsOfAll, BY_KEY, (ValueJoiner<String, String, String>) null),
                () -> stream.join(rowsOfAll, BY_KEY, NO_JOINER_OF_BOTH),
                () -> stream.join(rowsOfAll, BY_KEY, PLUS, null),
                () -> stream.leftJoin((GlobalKTable<String, String>) null, BY_KEY, PLUS),
                () -> stream.leftJoin(rowsOfAll, null, PLUS),
                () -> stream.leftJoin(rowsOfAll, BY_KEY, (ValueJoiner<String, String, String>) null, Named.as("n")),
                () -> stream.leftJoin(rowsOfAll, BY_KEY, NO_JOINER_OF_BOTH),
                () -> stream.leftJoin(rowsOfAll, BY_KEY, PLUS, null));
    }

    @ParameterizedTest
    @MethodSource({"callsWithNull", "callsOfGlobalTablesWithNull"})
    void nullWhereNoneIsAllowed_isRefused(ThrowingCallable call) {
        // when, then
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "with space", "slash/", "ümlaut"})
    void nameThatTopicsCannotHave_isRefused(String name) {
        // when, then
        assertThatThrownBy(() -> Named.as(name)).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> Materialized.as(name)).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> builder.stream("in", Consumed.as(name))).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> stream.to("out", Produced.as(name))).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> stream.groupByKey(Grouped.as(name))).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> stream.repartition(Repartitioned.as(name))).isInstanceOf(TopologyException.class);
        KTable<String, String> table = builder.table("rows");
        assertThatThrownBy(() -> table.join(table, value -> value, (left, right) -> left, TableJoined.as(name)))
                .isInstanceOf(TopologyException.class);
    }

    @Test
    void joinWithATableOfAnotherProgram_isRefused() {
        // given
        KTable<String, String> table = builder.table("rows");
        KTable<String, String> stranger = new StreamsBuilder().table("rows");
        // then
        assertThatThrownBy(() -> table.join(stranger, (left, right) -> left))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("same StreamsBuilder");
        assertThatThrownBy(() -> table.leftJoin(stranger, value -> value, (left, right) -> left))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("same StreamsBuilder");
        assertThatThrownBy(() -> stream.join(stranger, (left, right) -> left))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("same StreamsBuilder");
    }

    @Test
    void joinWithAGlobalTableOfAnotherProgram_isRefusedThoughKafkaStreamsFailsWhenItRuns() {
        // given
        GlobalKTable<String, String> stranger = new StreamsBuilder().globalTable("rows");
        // then
        assertThatThrownBy(() -> stream.join(stranger, BY_KEY, PLUS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("same StreamsBuilder");
    }

    @Test
    void topicOfAGlobalTable_cannotBeReadAsAStreamToo() {
        // given
        builder.globalTable("in");
        // then
        assertThatThrownBy(builder::build)
                .isInstanceOf(TopologyException.class)
                .hasMessageContainingAll("topic in", "cannot be read a second time");
    }

    @Test
    void storeOfAGlobalTable_isNotNamedToAProcessor() {
        // given
        builder.globalTable("rows", Materialized.as("table"));
        stream.process(Forwarding::new, "table");
        // then
        assertThatThrownBy(builder::build)
                .isInstanceOf(TopologyException.class)
                .hasMessageContainingAll("store table", "leave the name out");
    }

    @Test
    void joinWithAGracePeriod_isRefusedAsNoTableIsVersioned() {
        // given
        KTable<String, String> table = builder.table("rows");
        Joined<String, String, String> joined =
                Joined.<String, String, String>as("joined").withGracePeriod(Duration.ofSeconds(1));
        // then
        assertThatThrownBy(() -> stream.join(table, (left, right) -> left, joined))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("joined")
                .hasMessageContaining("PT1S")
                .hasMessageContaining("versioned");
        assertThatThrownBy(() -> stream.leftJoin(table, (left, right) -> left, joined))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void joinWithAStreamOfAnotherProgram_isRefused() {
        // given
        KStream<String, String> stranger = new StreamsBuilder().stream("in");
        // then
        assertThatThrownBy(() -> stream.join(stranger, (left, right) -> left, WINDOWS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("same StreamsBuilder");
    }

    @Test
    void joinOfStreamsWithoutWindows_isRefused() {
        // when, then
        assertThatThrownBy(() -> stream.outerJoin(stream, (left, right) -> left, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("windows");
    }

    @Test
    void storesOfJoinedStreamsWithTheSameName_areRefused() {
        // given
        StreamJoined<String, String, String> joined = StreamJoined.with(
                Stores.inMemoryWindowStore("same", Duration.ofMillis(25), Duration.ofMillis(20), true),
                Stores.persistentWindowStore("same", Duration.ofMillis(25), Duration.ofMillis(20), true));
        // when, then
        assertThatThrownBy(() -> stream.join(stream, (left, right) -> left, WINDOWS, joined))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("same")
                .hasMessageContaining("different names");
    }

    @Test
    void storesThatDoNotFitTheWindowsOfAJoin_areRefusedWithWhatWouldFit() {
        // given a retention that is too long, and a size that is too short
        WindowBytesStoreSupplier tooLong =
                Stores.inMemoryWindowStore("long", Duration.ofMillis(26), Duration.ofMillis(20), true);
        WindowBytesStoreSupplier tooShort =
                Stores.inMemoryWindowStore("short", Duration.ofMillis(25), Duration.ofMillis(10), true);
        StreamJoined<String, String, String> open = StreamJoined.with(null, null, null);
        // when, then
        assertThatThrownBy(() ->
                        stream.leftJoin(stream, (left, right) -> left, WINDOWS, open.withThisStoreSupplier(tooLong)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("long")
                .hasMessageContaining("26 ms")
                .hasMessageContaining("retention of 25 ms");
        assertThatThrownBy(() ->
                        stream.leftJoin(stream, (left, right) -> left, WINDOWS, open.withOtherStoreSupplier(tooShort)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("short")
                .hasMessageContaining("windows of 20 ms");
    }

    @Test
    void storeOfAJoinThatKeepsNoDuplicates_isRefused() {
        // given
        WindowBytesStoreSupplier single =
                Stores.inMemoryWindowStore("single", Duration.ofMillis(25), Duration.ofMillis(20), false);
        StreamJoined<String, String, String> joined =
                StreamJoined.<String, String, String>as("kept").withThisStoreSupplier(single);
        // when, then
        assertThatThrownBy(() -> stream.outerJoin(stream, (left, right) -> left, WINDOWS, joined))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("single")
                .hasMessageContaining("retainDuplicates=true");
    }

    @Test
    void joinOfStreamsWithABadName_isRefused() {
        // given
        StreamJoined<String, String, String> joined = StreamJoined.<String, String, String>as("a b");
        // when, then
        assertThatThrownBy(() -> stream.join(stream, (left, right) -> left, WINDOWS, joined))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("a b");
        assertThatThrownBy(() -> stream.join(
                        stream,
                        (left, right) -> left,
                        WINDOWS,
                        StreamJoined.<String, String, String>with(null, null, null)
                                .withName("c d")))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("c d");
    }

    @Test
    void nameThatIsTooLong_isRefusedWithItsLength() {
        // when, then
        assertThat(Named.as("x".repeat(249))).isNotNull();
        assertThatThrownBy(() -> Named.as("x".repeat(250)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("250");
    }

    @Test
    void streamOfNoTopic_isRefused() {
        // when, then
        assertThatThrownBy(() -> builder.stream(List.of())).isInstanceOf(TopologyException.class);
    }

    @Test
    void repartitionWithoutPartitions_isRefused() {
        // when, then
        assertThatThrownBy(() -> stream.repartition(Repartitioned.numberOfPartitions(0)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("0");
    }

    @Test
    void streamOfAnotherBuilder_cannotBeMerged() {
        // given
        KStream<String, String> other = new StreamsBuilder().stream("in");
        // when, then
        assertThatThrownBy(() -> stream.merge(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("StreamsBuilder");
    }

    @Test
    void supplierOfOneProcessor_isRefused() {
        // given
        Processor<String, String, String, String> only = new Forwarding();
        // when, then
        assertThatThrownBy(() -> stream.process(() -> only))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
    }

    @Test
    void storeThatWasNotAdded_isRefusedByName() {
        // given
        stream.process(Forwarding::new, Named.as("worker"), "missing");
        // when, then
        assertThatThrownBy(builder::build)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("missing")
                .hasMessageContaining("worker");
    }

    @Test
    void namesGivenTwice_areRefused() {
        // given
        stream.filter((key, value) -> true, Named.as("same"));
        stream.filter((key, value) -> true, Named.as("same"));
        // when, then
        assertThatThrownBy(builder::build).isInstanceOf(TopologyException.class).hasMessageContaining("same");
    }

    @Test
    void negativeRetention_isRefused() {
        // when, then
        assertThatThrownBy(() -> Materialized.as("rows").withRetention(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void storeTypeBesideASupplier_isRefused() {
        // when, then
        assertThatThrownBy(() -> Materialized.as(Stores.inMemoryKeyValueStore("rows"))
                        .withStoreType(Materialized.StoreType.ROCKS_DB))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rows");
    }

    @Test
    void fileThatCannotBeWritten_isRefusedByName(@TempDir Path directory) {
        // given
        String path = directory.resolve("missing/file").toString();
        // when, then
        assertThatThrownBy(() -> Printed.toFile(path))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(path);
    }

    private static final class Keeping extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {}
    }

    private static final class Forwarding extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }

    @Test
    void globalTableWithATimeToLive_isRefused() {
        assertThatThrownBy(() -> builder.globalTable(
                        "rows",
                        Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("all")
                                .withTimeToLive(Duration.ofDays(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the global table of topic rows cannot have a time to live");
    }
}
