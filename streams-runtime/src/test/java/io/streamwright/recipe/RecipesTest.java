package io.streamwright.recipe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.ValueMapper;
import io.streamwright.runtime.StreamsApp;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.testing.Fault;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the recipes of {@code docs/errors.md}: each does what is said there. */
class RecipesTest {
    @TempDir
    Path directory;

    private final List<String> alerts = new CopyOnWriteArrayList<>();
    private RecipeLog log;

    @BeforeEach
    void openLog() {
        log = new RecipeLog(directory);
    }

    @AfterEach
    void closeLog() {
        log.close();
    }

    @Test
    void deadLetters_holdTheRecordThatFailedAndWhy() throws InterruptedException {
        log.write("a", "boom", "c");
        Properties settings = log.settings();
        DeadLetterSettings.addTo(settings);
        log.run(mapping(RecipesTest::explode), settings);
        assertThat(log.read("out")).containsExactly("a", "c");
        assertThat(log.read("dead-letters")).containsExactly("boom");
        assertThat(header("dead-letters", "__streams.errors.offset")).isEqualTo("1");
        assertThat(header("dead-letters", "__streams.errors.message")).isEqualTo("boom!");
    }

    @Test
    void outputThatIsTooLarge_isLeftOut() throws InterruptedException {
        log.write("a", "boom", "c");
        Properties settings = log.settings();
        settings.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, LeaveOutTooLarge.class);
        log.run(mapping(value -> value.equals("boom") ? "x".repeat(200_000) : value), settings);
        assertThat(log.read("out")).containsExactly("a", "c");
        assertThat(log.read("too-large")).hasSize(1);
        assertThat(header("too-large", "source")).isEqualTo("in-0@1");
    }

    @Test
    void alertAndContinue_tellsOfEveryDrop() throws InterruptedException {
        log.write("a", "boom", "c", "boom");
        Properties settings = log.settings();
        settings.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, new AlertAndContinue(alerts::add));
        settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dead-letters");
        log.run(mapping(RecipesTest::explode), settings);
        assertThat(log.read("out")).containsExactly("a", "c");
        assertThat(log.read("dead-letters")).containsExactly("boom", "boom");
        assertThat(alerts).hasSize(2);
        assertThat(alerts.get(0)).contains("dropped in-0@1", "boom!");
        assertThat(alerts.get(1)).contains("dropped in-0@3");
    }

    @Test
    void alertOnTheThird_tellsOnceAndGoesOn() throws InterruptedException {
        log.write("a");
        Fault fault =
                log.faults().at(LogCall.BEGIN).times(4).fail(() -> new TransactionAbortableException("not today"));
        StreamsApp app = log.app(mapping(value -> value), log.settings());
        AlertOnTheThird.addTo(app, alerts::add);
        log.run(app);
        assertThat(fault.fired()).isEqualTo(4);
        assertThat(alerts).singleElement().asString().contains("task 0_0 fails with ABORTABLE", "not today");
        assertThat(log.read("out")).containsExactly("a");
    }

    @Test
    void shutTheWholeApplication_endsItWithWhatToChange() {
        log.write("a");
        log.faults().at(LogCall.APPEND).always().fail(() -> new TopicAuthorizationException(Set.of("out")));
        try (StreamsApp app = log.app(mapping(value -> value), log.settings())) {
            ShutTheWholeApplication.addTo(app);
            app.start();
            await().atMost(RecipeLog.LONG).until(() -> app.state() == State.ERROR);
            assertThat(app.failure().orElseThrow())
                    .hasMessageContaining("INVALID_CONFIGURATION")
                    .hasMessageContaining("give the application's principal READ, WRITE and DESCRIBE on the topic");
        }
        assertThat(log.read("out")).isEmpty();
    }

    @Test
    void waitForTheMissingRight_goesOnWhenItIsGiven() throws InterruptedException {
        log.write("a");
        Fault missing =
                log.faults().at(LogCall.APPEND).always().fail(() -> new TopicAuthorizationException(Set.of("out")));
        Properties settings = log.settings();
        WaitForTheMissingRight.addTo(settings);
        try (StreamsApp app = log.app(mapping(value -> value), settings)) {
            app.start();
            missing.awaitFired(3, RecipeLog.LONG);
            log.faults().clear();
            assertThat(app.awaitCaughtUp(RecipeLog.LONG)).isTrue();
        }
        assertThat(log.read("out")).containsExactly("a");
    }

    @Test
    void tryTheTaskAgain_getsThroughAFailureThatPasses() throws InterruptedException {
        log.write("a", "b");
        AtomicInteger calls = new AtomicInteger();
        StreamsApp app = log.app(
                mapping(value -> {
                    if (value.equals("b") && calls.incrementAndGet() <= 5) {
                        throw new IllegalStateException("not yet");
                    }
                    return value;
                }),
                log.settings());
        TryTheTaskAgain.addTo(app);
        log.run(app);
        assertThat(calls).hasValue(6);
        assertThat(log.read("out")).containsExactly("a", "b");
    }

    @Test
    void effectsOutside_haveTheSameKeyHoweverOftenTheyAreMade() throws InterruptedException {
        log.write("a", "b");
        List<String> sent = new ArrayList<>();
        Fault lost = log.faults().at(LogCall.COMMIT).fail(() -> new TransactionAbortableException("once more"));
        Topology topology = new Topology()
                .addSource("orders", "in")
                .addProcessor("invoices", () -> new Invoices((key, order) -> sent.add(key + "=" + order)), "orders");
        log.run(topology, log.settings());
        assertThat(lost.fired()).isEqualTo(1);
        assertThat(sent).containsExactly("app/in-0@0=a", "app/in-0@1=b", "app/in-0@0=a", "app/in-0@1=b");
    }

    private String header(String topic, String name) {
        Header header = log.records(topic).get(0).headers().lastHeader(name);
        return new String(header.value(), UTF_8);
    }

    private static String explode(String value) {
        if (value.equals("boom")) {
            throw new StreamsException("boom!");
        }
        return value;
    }

    private static Topology mapping(ValueMapper<String, String> mapper) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").mapValues(mapper).to("out");
        return builder.build();
    }
}
