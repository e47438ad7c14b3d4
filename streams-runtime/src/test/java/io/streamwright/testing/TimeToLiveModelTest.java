package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.state.ValueAndTimestamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;

/** Whatever comes and whatever happens, tables with a time to live are those of a model that knows neither stores nor transactions. */
final class TimeToLiveModelTest {

    /** Which table has the time to live. */
    enum Kind {
        SOURCE {
            @Override
            KTable<String, String> table(
                    StreamsBuilder builder, Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept) {
                return builder.table("in", Consumed.with(Serdes.String(), Serdes.String()), kept);
            }

            @Override
            void apply(Model model, Input input) {
                model.set(input.key, input.value, input.timestamp, input.timestamp);
            }
        },
        OF_STREAM {
            @Override
            KTable<String, String> table(
                    StreamsBuilder builder, Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept) {
                return builder.<String, String>stream("in").toTable(kept);
            }

            @Override
            void apply(Model model, Input input) {
                model.set(input.key, input.value, input.timestamp, input.timestamp);
            }
        },
        AGGREGATE {
            @Override
            KTable<String, String> table(
                    StreamsBuilder builder, Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept) {
                return builder.<String, String>stream("in")
                        .groupByKey()
                        .aggregate(() -> "", (key, value, text) -> text + value, kept);
            }

            @Override
            void apply(Model model, Input input) {
                model.add(input);
            }
        },
        COGROUP {
            @Override
            KTable<String, String> table(
                    StreamsBuilder builder, Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept) {
                KStream<String, String> stream = builder.stream("in");
                return stream.filter((key, value) -> "x".equals(value))
                        .groupByKey()
                        .<String>cogroup((key, value, text) -> text + value)
                        .cogroup(
                                stream.filterNot((key, value) -> "x".equals(value))
                                        .groupByKey(),
                                (key, value, text) -> text + value)
                        .aggregate(() -> "", kept);
            }

            @Override
            void apply(Model model, Input input) {
                model.add(input);
            }
        },
        DERIVED {
            @Override
            KTable<String, String> table(
                    StreamsBuilder builder, Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept) {
                return builder.<String, String>table("in").mapValues(value -> value + "!", kept);
            }

            @Override
            void apply(Model model, Input input) {
                String value = input.value == null ? null : input.value + "!";
                model.set(input.key, value, input.timestamp, input.timestamp);
            }
        };

        abstract KTable<String, String> table(
                StreamsBuilder builder, Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept);

        abstract void apply(Model model, Input input);
    }

    /**
     * A program.
     *
     * @param named whether the store has a name; if not, it is kept all the same
     */
    record Program(Kind kind, int timeToLiveMs, boolean cached, boolean inMemory, boolean named) {
        StreamsBuilder builder() {
            Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept = !named
                    ? Materialized.with(Serdes.String(), Serdes.String())
                    : inMemory ? Materialized.as(Stores.inMemoryKeyValueStore("rows")) : Materialized.as("rows");
            StreamsBuilder builder = new StreamsBuilder();
            kind.table(builder, kept.withTimeToLive(Duration.ofMillis(timeToLiveMs)))
                    .toStream()
                    .to("out");
            return builder;
        }
    }

    /** A record of the input, and what happens before it; key, value and interruption may be null. */
    record Input(String key, String value, long timestamp, boolean commits, Interruption interruption) {}

    @Provide
    Arbitrary<Program> programs() {
        Arbitrary<Boolean> either = Arbitraries.of(true, false);
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(1, 30),
                        either,
                        either,
                        Arbitraries.frequencyOf(
                                net.jqwik.api.Tuple.of(3, Arbitraries.just(true)),
                                net.jqwik.api.Tuple.of(1, Arbitraries.just(false))))
                .as(Program::new);
    }

    @Provide
    Arbitrary<List<Input>> inputs() {
        return inputs(Arbitraries.just(null));
    }

    @Provide
    Arbitrary<List<Input>> interruptedInputs() {
        return inputs(Arbitraries.of(Interruption.class).injectNull(0.85));
    }

    /** Time goes on, by steps and sometimes by leaps, with stragglers behind it. */
    private static Arbitrary<List<Input>> inputs(Arbitrary<Interruption> interruptions) {
        Arbitrary<String> key = Arbitraries.of("a", "b", "c", "d").injectNull(0.05);
        Arbitrary<String> value = Arbitraries.of("x", "y", "z").injectNull(0.15);
        Arbitrary<Integer> step = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(6, Arbitraries.integers().between(0, 6)),
                net.jqwik.api.Tuple.of(1, Arbitraries.integers().between(20, 60)),
                net.jqwik.api.Tuple.of(3, Arbitraries.integers().between(-40, -1)));
        return Combinators.combine(key, value, step, Arbitraries.of(true, false, false), interruptions)
                .as((k, v, s, commits, interruption) -> new Input(k, v, s, commits, interruption))
                .list()
                .ofMinSize(1)
                .ofMaxSize(50)
                .map(TimeToLiveModelTest::timed);
    }

    private static List<Input> timed(List<Input> steps) {
        List<Input> result = new ArrayList<>();
        long now = 0;
        for (Input input : steps) {
            long timestamp = Math.max(0, now + input.timestamp);
            now = Math.max(now, timestamp);
            result.add(new Input(input.key, input.value, timestamp, input.commits, input.interruption));
        }
        return result;
    }

    @Property
    void updatesOfATable_areThoseOfTheModel(@ForAll("programs") Program program, @ForAll("inputs") List<Input> inputs)
            throws IOException {
        Path directory = Files.createTempDirectory("time-to-live");
        Model model = new Model(program);
        try (TopologyTestDriver driver = driver(
                new Program(program.kind, program.timeToLiveMs, false, program.inMemory, program.named), directory)) {
            for (Input input : inputs) {
                pipe(driver, input);
                model.pipe(input);
                List<String> seen = new ArrayList<>();
                for (TestRecord<String, String> row : output(driver)) {
                    seen.add(row.key() + "=" + row.value() + "@" + row.timestamp());
                }
                assertThat(seen).as("after %s of %s", input, inputs).isEqualTo(model.takeUpdates());
            }
            assertThat(content(driver)).isEqualTo(model.rows);
        } finally {
            TestDirectories.delete(directory);
        }
    }

    @Property
    void tableAfterAnything_isThatOfTheModel(
            @ForAll("programs") Program program, @ForAll("interruptedInputs") List<Input> inputs) throws IOException {
        Path directory = Files.createTempDirectory("time-to-live");
        Model model = new Model(program);
        Map<String, String> downstream = new TreeMap<>();
        Map<String, String> changelog = new TreeMap<>();
        try (TopologyTestDriver driver = driver(program, directory)) {
            driver.commitByHand();
            for (Input input : inputs) {
                if (input.interruption != null) {
                    driver.commit(); // so that there is a state to be lost
                    pipe(driver, new Input("e", "uncommitted", input.timestamp, false, null));
                    model.pipe(new Input("e", "uncommitted", input.timestamp, false, null));
                    input.interruption.happen(driver, directory);
                }
                pipe(driver, input);
                model.pipe(input);
                if (input.commits) {
                    driver.commit();
                }
            }
            driver.commit();
            output(driver).forEach(row -> set(downstream, row));
            driver.createOutputTopic(changelogOf(driver), new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()
                    .forEach(row -> set(changelog, row));
            assertThat(content(driver)).as("after %s", inputs).isEqualTo(model.rows);
        } finally {
            TestDirectories.delete(directory);
        }
        Map<String, String> expected = new TreeMap<>();
        model.rows.forEach((key, row) -> expected.put(key, row.value()));
        assertThat(downstream).isEqualTo(expected);
        assertThat(changelog).isEqualTo(expected);
    }

    private static void set(Map<String, String> table, TestRecord<String, String> row) {
        if (row.value() == null) {
            table.remove(row.key());
        } else {
            table.put(row.key(), row.value());
        }
    }

    private static TopologyTestDriver driver(Program program, Path directory) {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("state.dir", directory.toString());
        settings.setProperty("default.key.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("default.value.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("statestore.cache.max.bytes", program.cached ? "10485760" : "0");
        return new TopologyTestDriver(program.builder().build(), settings, Instant.EPOCH);
    }

    private static void pipe(TopologyTestDriver driver, Input input) {
        driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                .pipeInput(input.key, input.value, input.timestamp);
    }

    private static List<TestRecord<String, String>> output(TopologyTestDriver driver) {
        return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readRecordsToList();
    }

    private static String store(TopologyTestDriver driver) {
        return driver.getAllStateStores().keySet().iterator().next();
    }

    private static String changelogOf(TopologyTestDriver driver) {
        return "app-" + store(driver) + "-changelog";
    }

    private static Map<String, ValueAndTimestamp<String>> content(TopologyTestDriver driver) {
        Map<String, ValueAndTimestamp<String>> rows = new TreeMap<>();
        KeyValueStore<String, ValueAndTimestamp<String>> store = driver.getTimestampedKeyValueStore(store(driver));
        try (var all = store.all()) {
            all.forEachRemaining(row -> rows.put(row.key, row.value));
        }
        return rows;
    }

    /** A table in a map. Owner: one run. */
    private static final class Model {
        private final Program program;
        private final Map<String, ValueAndTimestamp<String>> rows = new TreeMap<>();
        private final List<String> updates = new ArrayList<>();
        private long streamTime = -1;

        Model(Program program) {
            this.program = program;
        }

        void pipe(Input input) {
            streamTime = Math.max(streamTime, input.timestamp);
            List<String> over = new ArrayList<>(rows.keySet());
            over.removeIf(key -> isAlive(rows.get(key).timestamp()));
            over.sort(Comparator.comparing(key -> rows.get(key).timestamp()));
            for (String key : over) {
                updates.add(key + "=null@" + (rows.remove(key).timestamp() + program.timeToLiveMs));
            }
            if (input.key != null) {
                program.kind.apply(this, input);
            }
        }

        private boolean isAlive(long timestamp) {
            return streamTime - timestamp < program.timeToLiveMs;
        }

        void set(String key, String value, long timestamp, long updateTimestamp) {
            if (value == null) {
                rows.remove(key);
            } else if (isAlive(timestamp)) {
                rows.put(key, ValueAndTimestamp.make(value, timestamp));
            } else {
                return;
            }
            updates.add(key + "=" + value + "@" + updateTimestamp);
        }

        void add(Input input) {
            if (input.value != null) {
                ValueAndTimestamp<String> row = rows.get(input.key);
                long timestamp = row == null ? input.timestamp : Math.max(row.timestamp(), input.timestamp);
                String before = row == null ? "" : row.value();
                set(input.key, before + input.value, timestamp, timestamp);
            }
        }

        List<String> takeUpdates() {
            List<String> taken = List.copyOf(updates);
            updates.clear();
            return taken;
        }
    }
}
