package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.streamwright.StreamsBuilder;
import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.ValueTransformerWithKey;
import io.streamwright.kstream.ValueTransformerWithKeySupplier;
import io.streamwright.processor.ProcessorContext;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.To;
import io.streamwright.runtime.InMemoryTempDir;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.kstream.Consumed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What programs with transformed tables rely on. */
final class TransformTest {
    private final Properties settings = new Properties();
    private final StreamsBuilder builder = new StreamsBuilder();

    /** What transformers went through, in order. */
    private final List<String> life = new ArrayList<>();

    @TempDir(factory = InMemoryTempDir.class)
    private Path directory;

    TransformTest() {
        settings.put("application.id", "app");
        settings.put("bootstrap.servers", "unused:1");
        settings.put("default.key.serde", Serdes.StringSerde.class);
        settings.put("default.value.serde", Serdes.StringSerde.class);
        settings.put("statestore.cache.max.bytes", "0");
    }

    /** Counts its calls, in a field and in a store. */
    private final class Counting implements ValueTransformerWithKey<String, String, String> {
        private KeyValueStore<String, String> store;
        private int calls;

        @Override
        public void init(ProcessorContext context) {
            life.add("init");
            store = context.getStateStore("counts");
        }

        @Override
        public String transform(String key, String value) {
            calls++;
            String before = store.get(key);
            store.put(key, before == null ? "1" : before + "1");
            return value == null ? null : value + store.get(key).length() + "/" + calls;
        }

        @Override
        public void close() {
            life.add("close");
        }
    }

    private static StoreBuilder<?> counts() {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("counts"), Serdes.String(), Serdes.String());
    }

    private ValueTransformerWithKeySupplier<String, String, String> counting() {
        return new ValueTransformerWithKeySupplier<>() {
            @Override
            public ValueTransformerWithKey<String, String, String> get() {
                return new Counting();
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return Set.of(counts());
            }
        };
    }

    private TopologyTestDriver driver() {
        settings.put("state.dir", directory.toString());
        return new TopologyTestDriver(builder.build(), settings, Instant.EPOCH);
    }

    private static void pipe(TopologyTestDriver driver, String topic, String key, String value, long timestamp) {
        driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())
                .pipeInput(key, value, timestamp);
    }

    private static List<String> out(TopologyTestDriver driver) {
        return driver
                .createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readRecordsToList()
                .stream()
                .map(record -> record.key() + "=" + record.value() + "@" + record.timestamp())
                .toList();
    }

    @Test
    void storesOfASupplier_comeAlong() {
        // given
        builder.<String, String>table("in")
                .transformValues(counting(), Materialized.as("kept"))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver()) {
            // when
            pipe(driver, "in", "a", "v", 1);
            pipe(driver, "in", "a", null, 2);
            pipe(driver, "in", "a", "w", 3);
            // then a deletion is transformed as well
            assertThat(out(driver)).containsExactly("a=v1/1@1", "a=null@2", "a=w3/3@3");
            assertThat(driver.<String, String>getKeyValueStore("counts").get("a"))
                    .isEqualTo("111");
            assertThat(driver.<String, String>getKeyValueStore("kept").get("a")).isEqualTo("w3/3");
        }
        assertThat(life).containsExactly("init", "close");
    }

    @Test
    void joinLooksUpThroughATransformerOfItsOwn_withTheSameStores() {
        // given
        KTable<String, String> table = builder.<String, String>table("in").transformValues(counting());
        builder.<String, String>stream("stream")
                .leftJoin(table, (left, right) -> left + "+" + right)
                .to("out");
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "in", "a", "v", 1);
            // when
            pipe(driver, "stream", "a", "s", 2);
            pipe(driver, "stream", "b", "s", 3);
            pipe(driver, "stream", "a", "s", 4);
            // then
            assertThat(out(driver)).containsExactly("a=s+v2/1@2", "b=s+null@3", "a=s+v3/3@4");
        }
        assertThat(life).containsExactly("init", "init", "close", "close");
    }

    @ParameterizedTest
    @EnumSource
    void interruption_makesTransformersAnewAndKeepsWhatIsInStores(Interruption interruption) throws IOException {
        // given
        builder.<String, String>table("in")
                .transformValues(counting(), Materialized.as("kept"))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "in", "a", "v", 1);
            pipe(driver, "in", "a", "w", 2);
            // when
            interruption.happen(driver, directory);
            pipe(driver, "in", "a", "x", 3);
            // then its field began anew, its store did not
            assertThat(out(driver)).containsExactly("a=v1/1@1", "a=w2/2@2", "a=x3/1@3");
            assertThat(driver.<String, String>getKeyValueStore("kept").get("a")).isEqualTo("x3/1");
        }
        assertThat(life).startsWith("init").endsWith("init", "close");
        assertThat(life.stream().filter("init"::equals)).hasSize(2);
    }

    @Test
    void forwarding_isRefusedAsInKafkaStreams() {
        // given
        builder.<String, String>table("in")
                .transformValues(() -> acting((context, value) -> context.forward("k", "v")), Named.as("one"))
                .transformValues(() -> acting((context, value) -> {}))
                .toStream()
                .to("out");
        org.apache.kafka.streams.StreamsBuilder theirs = new org.apache.kafka.streams.StreamsBuilder();
        theirs.table("in", Consumed.with(Serdes.String(), Serdes.String()))
                .transformValues(TheirForwarding::new)
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver();
                org.apache.kafka.streams.TopologyTestDriver their =
                        new org.apache.kafka.streams.TopologyTestDriver(theirs.build(), settings)) {
            // when, then
            assertThatThrownBy(() -> their.createInputTopic("in", new StringSerializer(), new StringSerializer())
                            .pipeInput("a", "v"))
                    .rootCause()
                    .isExactlyInstanceOf(org.apache.kafka.streams.errors.StreamsException.class)
                    .hasMessageContaining("forward() is not supported from this context");
            assertThatThrownBy(() -> pipe(driver, "in", "a", "v", 1))
                    .rootCause()
                    .isExactlyInstanceOf(StreamsException.class)
                    .hasMessageContaining("cannot forward records")
                    .hasMessageContaining("return the new value from transform()");
        }
    }

    /** Forwards where it must not. */
    private static final class TheirForwarding
            implements org.apache.kafka.streams.kstream.ValueTransformerWithKey<String, String, String> {
        private org.apache.kafka.streams.processor.ProcessorContext context;

        @Override
        public void init(org.apache.kafka.streams.processor.ProcessorContext context) {
            this.context = context;
        }

        @Override
        public String transform(String key, String value) {
            context.forward(key, value);
            return value;
        }

        @Override
        public void close() {}
    }

    private static ValueTransformerWithKey<String, String, String> acting(BiConsumer<ProcessorContext, String> action) {
        return new ValueTransformerWithKey<>() {
            private ProcessorContext context;

            @Override
            public void init(ProcessorContext context) {
                this.context = context;
            }

            @Override
            public String transform(String key, String value) {
                action.accept(context, value);
                return value;
            }

            @Override
            public void close() {}
        };
    }

    @Test
    void context_showsTheRecordAtWorkAndTheTimeOfAPunctuation() {
        // given
        List<String> seen = new ArrayList<>();
        builder.<String, String>table("in")
                .transformValues(() -> acting((context, value) -> {
                    seen.add(shown(context));
                    if (value.equals("schedule")) {
                        context.schedule(
                                Duration.ofMillis(10),
                                PunctuationType.WALL_CLOCK_TIME,
                                time -> seen.add(shown(context)));
                    }
                }))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver()) {
            // when
            pipe(driver, "in", "a", "schedule", 5);
            driver.advanceWallClockTime(Duration.ofMillis(10));
            pipe(driver, "in", "a", "v", 3);
        }
        // then
        assertThat(seen).containsExactly("in-0 at 5, stream 5", "null--1 at 10, stream 5", "in-0 at 3, stream 5");
    }

    private static String shown(ProcessorContext context) {
        return context.topic() + "-" + context.partition() + " at " + context.timestamp() + ", stream "
                + context.currentStreamTimeMs();
    }

    @Test
    void registeringAStoreAndForwardingToAChild_areRefused() {
        // given
        List<Throwable> refusals = new ArrayList<>();
        builder.addStateStore(counts());
        builder.<String, String>table("in")
                .transformValues(
                        () -> acting((context, value) -> {
                            KeyValueStore<String, String> store = context.getStateStore("counts");
                            refusals.add(catchThrowable(() -> context.register(store, (key, bytes) -> {})));
                            refusals.add(catchThrowable(() ->
                                    context.forward("k", "v", To.child("c").withTimestamp(1))));
                        }),
                        Named.as("named"),
                        "counts")
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver()) {
            // when
            pipe(driver, "in", "a", "v", 1);
        }
        // then
        assertThat(refusals.get(0))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("cannot register store counts");
        assertThat(refusals.get(1)).isInstanceOf(StreamsException.class);
    }

    @Test
    void theirLookupThroughATransformerWithAStore_hasNoAccessToIt() {
        // given what docs/porting.md says of the other library
        org.apache.kafka.streams.StreamsBuilder theirs = new org.apache.kafka.streams.StreamsBuilder();
        theirs.addStateStore(org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
                org.apache.kafka.streams.state.Stores.persistentKeyValueStore("counts"),
                Serdes.String(),
                Serdes.String()));
        var table = theirs.table("in", Consumed.with(Serdes.String(), Serdes.String()))
                .transformValues(TheirAsking::new, "counts");
        theirs.<String, String>stream("stream")
                .leftJoin(table, (left, right) -> left + right)
                .to("out");
        // when, then
        assertThatThrownBy(() -> new org.apache.kafka.streams.TopologyTestDriver(theirs.build(), settings).close())
                .rootCause()
                .hasMessageContaining("has no access to StateStore counts");
    }

    /** Asks for a store. */
    private static final class TheirAsking
            implements org.apache.kafka.streams.kstream.ValueTransformerWithKey<String, String, String> {
        @Override
        public void init(org.apache.kafka.streams.processor.ProcessorContext context) {
            context.getStateStore("counts");
        }

        @Override
        public String transform(String key, String value) {
            return value;
        }

        @Override
        public void close() {}
    }
}
