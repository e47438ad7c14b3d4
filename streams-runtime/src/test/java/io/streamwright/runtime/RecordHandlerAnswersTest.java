package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ErrorHandlerContext;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Produced;
import io.streamwright.processor.api.Record;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.testing.FaultyLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the handlers of records answer, and whenever: a clear message, no hang, and nothing lost or twice. */
class RecordHandlerAnswersTest {
    private static final int TOO_LARGE = 2 << 20;

    @TempDir
    Path directory;

    private final FaultyLog log = new FaultyLog();
    private final WatchedTask other = new WatchedTask(log, "app-1_0");
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        List.of("in", "out", "other", "other-out").forEach(topic -> harness.createTopic(topic, 1));
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    /** What is wrong with the record "bad", and so who is asked about it. */
    private enum Fault {
        UNREADABLE("deserialization.exception.handler"),
        UNPROCESSABLE("processing.exception.handler"),
        UNSERIALIZABLE("production.exception.handler"),
        REFUSED("production.exception.handler");

        private final String setting;

        Fault(String setting) {
            this.setting = setting;
        }
    }

    static Stream<Arguments> wrongAnswers() {
        return Stream.of(Fault.values())
                .flatMap(fault -> Stream.of(
                        Arguments.of(fault, "returned null", new Answering(() -> false)),
                        Arguments.of(fault, "not made yet", new Answering(() -> {
                            throw new UnsupportedOperationException("not made yet");
                        })),
                        Arguments.of(fault, "too deep", new Answering(() -> {
                            throw new StackOverflowError("too deep");
                        }))));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("wrongAnswers")
    void handlerWithoutAnAnswer_failsItsTaskAndIsNamed_andNothingIsLost(
            Fault fault, String complaint, Answering handler) throws InterruptedException {
        // given
        harness.write("in", "a", "1", "b", "bad", "c", "3");
        harness.write("other", "x", "1");
        // when
        StreamsApp app = application(fault, handler);
        app.start();
        await().until(() -> app.state().hasCompletedShutdown());
        // then
        assertThat(app.state()).isEqualTo(State.ERROR);
        assertThat(failures).containsExactly(app.failure().orElseThrow());
        assertThat(failures.get(0))
                .hasMessageContaining("task 0_0")
                .hasMessageContaining("topic=in partition=0 offset=1")
                .hasMessageContaining(fault.setting)
                .hasMessageContaining(Answering.class.getName())
                .hasMessageContaining(complaint);
        assertThat(harness.read("out")).isEmpty();
        assertThat(other.committed()).isEqualTo(other.begins());
        // and with a handler that goes on, so does the task
        try (StreamsApp mended = application(fault, new Answering(() -> true))) {
            mended.start();
            assertThat(mended.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
        assertThat(harness.read("out")).containsExactly("a=1@0", "c=3@2");
        assertThat(harness.read("other-out")).containsExactly("x=1@0");
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void handlerThatTakesLongerThanATransactionMayTake_losesNothing(Fault fault) throws InterruptedException {
        // given a handler that sleeps twice as long, the first time
        Duration timeout = Duration.ofMillis(200);
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        Answering handler = new Answering(() -> {
            if (asked.getCount() > 0) {
                asked.countDown();
                awaitQuietly(never, timeout.multipliedBy(2));
            }
            return true;
        });
        harness.write("in", "a", "1", "b", "bad", "c", "3");
        harness.write("other", "x", "1");
        // when
        long aborts;
        try (StreamsApp app =
                application(fault, handler, "producer.transaction.timeout.ms", Long.toString(timeout.toMillis()))) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            aborts = app.progress().aborts();
        }
        // then it was taken back in time and done again
        assertThat(asked.getCount()).isZero();
        assertThat(aborts).isPositive();
        assertThat(failures).isEmpty();
        assertThat(harness.read("out")).containsExactly("a=1@0", "c=3@2");
        assertThat(harness.read("other-out")).containsExactly("x=1@0");
    }

    private static void awaitQuietly(CountDownLatch latch, Duration timeout) {
        try {
            latch.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private StreamsApp application(Fault fault, Answering handler, String... more) {
        Properties settings = harness.settings(more);
        settings.put(fault.setting, handler);
        StreamsApp app = new StreamsApp(program(fault), settings, log);
        app.setUncaughtExceptionHandler(failure -> {
            failures.add(failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        return app;
    }

    private static Topology program(Fault fault) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), fault == Fault.UNREADABLE ? picky() : Serdes.String()))
                .mapValues(value -> {
                    if (fault == Fault.UNPROCESSABLE) {
                        check(value);
                    }
                    return fault == Fault.REFUSED && value.equals("bad") ? "x".repeat(TOO_LARGE) : value;
                })
                .to("out", Produced.with(Serdes.String(), fault == Fault.UNSERIALIZABLE ? picky() : Serdes.String()));
        builder.stream("other").to("other-out");
        return builder.build();
    }

    private static Serde<String> picky() {
        Serializer<String> serializer =
                (topic, value) -> Serdes.String().serializer().serialize(topic, check(value));
        Deserializer<String> deserializer =
                (topic, bytes) -> check(Serdes.String().deserializer().deserialize(topic, bytes));
        return Serdes.serdeFrom(serializer, deserializer);
    }

    private static String check(String value) {
        if (value.equals("bad")) {
            throw new IllegalArgumentException("value bad");
        }
        return value;
    }

    /**
     * All three handlers, which go on without the record, or do what a test wants.
     *
     * @param resumes whether to go on; answers null if not
     */
    private record Answering(Supplier<Boolean> resumes)
            implements DeserializationExceptionHandler, ProcessingExceptionHandler, ProductionExceptionHandler {
        @Override
        public DeserializationExceptionHandler.Response handleError(
                ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
            return resumes.get() ? DeserializationExceptionHandler.Response.resume() : null;
        }

        @Override
        public ProcessingExceptionHandler.Response handleError(
                ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
            return resumes.get() ? ProcessingExceptionHandler.Response.resume() : null;
        }

        @Override
        public ProductionExceptionHandler.Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
            return resumes.get() ? ProductionExceptionHandler.Response.resume() : null;
        }

        @Override
        public ProductionExceptionHandler.Response handleSerializationError(
                ErrorHandlerContext context,
                ProducerRecord<?, ?> record,
                Exception exception,
                SerializationExceptionOrigin origin) {
            return resumes.get() ? ProductionExceptionHandler.Response.resume() : null;
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
