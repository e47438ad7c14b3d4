package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Produced;
import io.streamwright.runtime.StreamsApp.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A failure of the program's own code takes back its task's transaction, says where, and leaves the others alone. */
class TaskFailureTest {
    @TempDir
    Path directory;

    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 1);
        harness.createTopic("other", 1);
        harness.createTopic("out", 1);
        harness.createTopic("other-out", 1);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    @Test
    void throwingMapper_isNamedWithTaskTopicPartitionOffsetAndProcessor() {
        harness.write("in", "a", "1", "b", "boom", "c", "3");
        harness.write("other", "x", "1");
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(TaskFailureTest::explode, Named.as("exploding"))
                .to("out");

        String message = failureOf(beside(builder));

        assertThat(message)
                .contains("task 0_0")
                .contains("topic=in partition=0 offset=1")
                .contains("processor=exploding")
                .contains("value boom");
        assertThat(harness.read("out")).isEmpty();
        assertThat(harness.read("other-out")).containsExactly("x=1@0");
    }

    @Test
    void recordThatCannotBeDeserialized_isNamedWithItsSource() {
        harness.write("in", "a", "12345678", "b", "not a long");
        harness.write("other", "x", "1");
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.Long()).withName("numbers"))
                .mapValues(String::valueOf)
                .to("out");

        String message = failureOf(beside(builder));

        assertThat(message)
                .contains("task 0_0")
                .contains("topic=in partition=0 offset=1")
                .contains("processor=numbers")
                .contains("cannot deserialize the value (10 bytes) with " + LongDeserializer.class.getName())
                .contains("Consumed.with");
        assertThat(harness.read("out")).isEmpty();
        assertThat(harness.read("other-out")).containsExactly("x=1@0");
    }

    @Test
    void throwingSerializer_isNamedWithTheSink() {
        harness.write("in", "a", "1", "b", "boom");
        harness.write("other", "x", "1");
        Serializer<String> exploding =
                (topic, data) -> Serdes.String().serializer().serialize(topic, explode(data));
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .to(
                        "out",
                        Produced.with(
                                        Serdes.String(),
                                        Serdes.serdeFrom(
                                                exploding, Serdes.String().deserializer()))
                                .withName("writing"));

        String message = failureOf(beside(builder));

        assertThat(message)
                .contains("task 0_0")
                .contains("topic=in partition=0 offset=1")
                .contains("processor=writing")
                .contains("cannot serialize the value of type java.lang.String for topic out")
                .contains("Produced.with");
        assertThat(harness.read("out")).isEmpty();
        assertThat(harness.read("other-out")).containsExactly("x=1@0");
    }

    @Test
    void valueOfAnotherType_namesTypeFoundAndSerializer() {
        harness.write("in", "a", "1");
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").mapValues(String::length).to("out", Produced.as("writing"));

        String message = failureOf(builder.build());

        assertThat(message)
                .contains("processor=writing")
                .contains("type java.lang.Integer")
                .contains("StringSerializer")
                .contains("Produced.with");
    }

    @Test
    void failureWithinAStoreUpdate_leavesStoreChangelogAndOutputAsTheyWere() throws InterruptedException {
        harness.write("in", "a", "ok", "a", "ok");
        harness.runToEnd(counting());
        harness.write("in", "a", "ok", "a", "boom");

        failureOf(counting());

        assertThat(counts("out")).containsExactly("a=2");
        assertThat(counts("app-counts-changelog")).containsExactly("a=2");
        // and the record before the failing one is counted once, when the failing one is gone
        StreamsBuilder mended = new StreamsBuilder();
        count(mended, value -> value);
        harness.runToEnd(mended.build());
        assertThat(counts("out")).containsExactly("a=2", "a=4");
    }

    @Test
    void handlerThatReplaces_letsTheTaskTryAgainUntilItSucceeds() throws InterruptedException {
        harness.write("in", "a", "1", "b", "2");
        AtomicInteger failures = new AtomicInteger();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> {
                    if (value.equals("2") && failures.incrementAndGet() <= 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return value;
                })
                .to("out");
        try (StreamsApp app = new StreamsApp(builder.build(), harness.settings("retry.backoff.ms", "1"))) {
            List<String> seen = Collections.synchronizedList(new ArrayList<>());
            app.setUncaughtExceptionHandler(failure -> {
                seen.add(failure.getMessage());
                return StreamThreadExceptionResponse.REPLACE_THREAD;
            });
            app.start();

            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();

            assertThat(seen).hasSize(3).allMatch(message -> message.contains("offset=1"));
            assertThat(app.state()).isEqualTo(State.RUNNING);
            assertThat(app.progress().aborts()).isEqualTo(3);
        }
        assertThat(harness.read("out")).containsExactly("a=1@0", "b=2@1");
    }

    @Test
    void handlerThatFailsItself_shutsDownAndLosesNothing() {
        harness.write("in", "a", "boom");
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").mapValues(TaskFailureTest::explode).to("out");
        StreamsApp app = new StreamsApp(builder.build(), harness.settings());
        app.setUncaughtExceptionHandler(failure -> {
            throw new UnsupportedOperationException("handler");
        });
        app.start();

        await().until(() -> app.state() == State.ERROR);

        assertThat(app.failure().orElseThrow())
                .hasMessageContaining("value boom")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .anySatisfy(suppressed -> assertThat(suppressed).hasMessage("handler")));
    }

    /** Runs until the program fails, and returns what the application says of it. */
    private String failureOf(Topology topology) {
        StreamsApp app = new StreamsApp(topology, harness.settings());
        app.start();
        assertThatThrownBy(() -> app.awaitCaughtUp(AppHarness.LONG)).hasMessageContaining("ended with state");
        await().until(() -> app.state() == State.ERROR);
        return app.failure().orElseThrow().getMessage();
    }

    /** Adds a second sub-topology, whose task must commit what it has whatever happens to the first. */
    private static Topology beside(StreamsBuilder builder) {
        builder.<String, String>stream("other").to("other-out");
        return builder.build();
    }

    private static Topology counting() {
        StreamsBuilder builder = new StreamsBuilder();
        count(builder, TaskFailureTest::explode);
        return builder.build();
    }

    private static void count(StreamsBuilder builder, io.streamwright.kstream.ValueMapper<String, String> check) {
        builder.<String, String>stream("in")
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .aggregate(
                        () -> 0L,
                        (key, value, count) -> check.apply(value) == null ? count : count + 1,
                        Materialized
                                .<String, Long,
                                        io.streamwright.state.KeyValueStore<
                                                org.apache.kafka.common.utils.Bytes, byte[]>>
                                        as("counts")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.Long()))
                .toStream()
                .to("out", Produced.with(Serdes.String(), Serdes.Long()));
    }

    private List<String> counts(String topic) {
        return harness.read(topic, new LongDeserializer()).stream()
                .map(record -> record.key() + "=" + record.value())
                .toList();
    }

    private static String explode(String value) {
        if (value.equals("boom")) {
            throw new IllegalArgumentException("value boom");
        }
        return value;
    }
}
