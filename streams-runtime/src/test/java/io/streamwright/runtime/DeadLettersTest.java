package io.streamwright.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.DefaultProductionExceptionHandler;
import io.streamwright.errors.ErrorHandlerContext;
import io.streamwright.errors.LogAndContinueExceptionHandler;
import io.streamwright.errors.LogAndContinueProcessingExceptionHandler;
import io.streamwright.errors.LogAndFailProcessingExceptionHandler;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Produced;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TopicWriter;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.task.TaskFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record that fails is skipped, or fails its task, as its handler says, and its dead letter is written exactly once. */
final class DeadLettersTest {
    private static final int RECORDS = 100;
    private static final int BATCH = 10;
    private static final int TOO_LARGE = 2 << 20;

    @TempDir
    private Path directory;

    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        for (String topic : List.of("in", "out", "dlq")) {
            harness.createTopic(topic, 1);
        }
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    /** Case C050, FAIL. */
    @Test
    void tooLargeOutputThatFails_isOneErrorThatNamesTopicKeySizeLimitAndSetting() {
        writeNumbered(50);
        CountingProduction handler = new CountingProduction(false);

        StreamsApp app = new StreamsApp(growing(), settings(handler));
        app.start();
        await().until(() -> app.state() == State.ERROR);

        TaskFailure failure = (TaskFailure) app.failure().orElseThrow();
        assertThat(failure)
                .hasMessageContaining("topic=in partition=0 offset=50")
                .hasMessageContaining("for topic out with key k50")
                .hasMessageContaining("takes 2097")
                .hasMessageContaining("max.message.bytes=1048588");
        assertThat(handler.asked).hasSize(1);
        // what was written when the transaction had been taken back
        assertThat(failure.deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.topic()).isEqualTo("dlq");
            assertThat(text(letter.key())).isEqualTo("k50");
            assertThat(header(letter.headers(), "__streams.errors.topic")).isEqualTo("in");
            assertThat(header(letter.headers(), "__streams.errors.partition")).isEqualTo("0");
            assertThat(header(letter.headers(), "__streams.errors.offset")).isEqualTo("50");
            assertThat(header(letter.headers(), "__streamwright.errors.attempt"))
                    .isEqualTo("1");
        });
        assertThat(harness.readBytes("dlq")).hasSize(1);
    }

    /** Case C050, RESUME, and RESUME with a dead letter queue; the limit is that of the topic. */
    @Test
    void tooLargeOutputThatIsResumed_isLeftOutAndItsSourceIsADeadLetter() throws InterruptedException {
        harness.log().topics().create(new TopicSpec("small", 1, Map.of("max.message.bytes", "1000")));
        writeNumbered(50);
        CountingProduction handler = new CountingProduction(true);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> value.equals("bad") ? "x".repeat(2000) : value)
                .to("small");

        runToEnd(builder.build(), settings(handler), app -> {});

        assertThat(keys("small")).isEqualTo(numbers(50));
        assertThat(handler.asked).hasSize(1);
        assertThat(harness.readBytes("dlq")).singleElement().satisfies(letter -> {
            assertThat(text(letter.key())).isEqualTo("k50");
            assertThat(text(letter.value())).isEqualTo("bad");
            assertThat(letter.timestamp()).isEqualTo(50);
            assertThat(header(letter.headers(), "source")).isEqualTo("50");
            assertThat(header(letter.headers(), "__streams.errors.message")).contains("max.message.bytes=1000");
            assertThat(letter.headers().lastHeader("__streamwright.errors.attempt"))
                    .isNull();
        });
        // and nothing comes back with another run: the offset has passed
        runToEnd(builder.build(), settings(handler), app -> {});
        assertThat(handler.asked).hasSize(1);
    }

    /** Case C060: deserialization, processing and production fail, and the first attempt of each transaction is aborted. */
    @Test
    void deadLettersOfAbortedTransactions_areThereOnceEach() throws InterruptedException {
        List<String> values = new ArrayList<>(Collections.nCopies(RECORDS, "ok"));
        values.set(13, "unreadable");
        values.set(27, "boom");
        values.set(41, "large");
        values.set(66, "unreadable");
        values.set(88, "unserializable");
        writeAll(values);
        CountingProduction handler = new CountingProduction(true);
        Sabotage sabotage = new Sabotage();
        Properties settings = settings(handler);
        settings.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                new LogAndContinueProcessingExceptionHandler() {
                    @Override
                    public ProcessingExceptionHandler.Response handleError(
                            ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
                        return context.processorNodeId().equals("sabotage")
                                ? ProcessingExceptionHandler.Response.fail()
                                : super.handleError(context, record, exception);
                    }
                });
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "5000");
        settings.put(StreamsConfig.RETRY_BACKOFF_MS_CONFIG, "1");

        List<Long> aborts = new ArrayList<>();
        runToEnd(faulty(sabotage), settings, app -> aborts.add(app.progress().aborts()));

        assertThat(aborts).containsExactly((long) RECORDS / BATCH);
        assertThat(keys("out")).isEqualTo(numbers(13, 27, 41, 66, 88));
        List<ConsumerRecord<byte[], byte[]>> letters = harness.readBytes("dlq");
        assertThat(letters.stream().map(letter -> text(letter.key())))
                .containsExactly("k13", "k27", "k41", "k66", "k88");
        for (ConsumerRecord<byte[], byte[]> letter : letters) {
            int number = (int) letter.timestamp();
            assertThat(text(letter.key())).isEqualTo("k" + number);
            assertThat(text(letter.value())).isEqualTo(values.get(number));
            assertThat(header(letter.headers(), "source")).isEqualTo(String.valueOf(number));
            assertThat(header(letter.headers(), "__streams.errors.topic")).isEqualTo("in");
            assertThat(header(letter.headers(), "__streams.errors.partition")).isEqualTo("0");
            assertThat(header(letter.headers(), "__streams.errors.offset")).isEqualTo(String.valueOf(number));
            String exception = header(letter.headers(), "__streams.errors.exception");
            String message = header(letter.headers(), "__streams.errors.message");
            assertThat(exception).endsWith("Exception");
            assertThat(message).isNotEmpty();
            assertThat(header(letter.headers(), "__streams.errors.stacktrace")).startsWith(exception + ": " + message);
        }
    }

    @Test
    void onlyUnreadableRecords_areCommittedOnceWithTheirLetters() throws InterruptedException {
        writeAll(List.of("unreadable", "unreadable"));
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.serdeFrom(new StringSerializer(), reader())))
                .to("out");

        runToEnd(builder.build(), settings(new CountingProduction(true)), app -> {});
        runToEnd(builder.build(), settings(new CountingProduction(true)), app -> {});

        assertThat(harness.readBytes("dlq")).hasSize(2);
        assertThat(harness.read("out")).isEmpty();
    }

    @Test
    void unreadableRecordWithoutDeadLetter_passesWithItsTransaction() throws InterruptedException {
        writeAll(List.of("unreadable"));
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.serdeFrom(new StringSerializer(), reader())))
                .to("out");
        Properties settings = settings(new CountingProduction(true));
        settings.remove(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);

        runToEnd(builder.build(), settings, app -> {});

        TopicPartition input = new TopicPartition("in", 0);
        assertThat(harness.log().topics().committedOffsets("app", Set.of(input)))
                .hasEntrySatisfying(
                        input, committed -> assertThat(committed.offset()).isPositive());
    }

    /** In Kafka Streams it is aborted with the transaction of the record that failed. */
    @Test
    void deadLetterOfARecordThatFailsItsTask_outlivesTheAbort() {
        writeNumbered(3);
        Properties settings = settings(new CountingProduction(false));
        settings.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndFailProcessingExceptionHandler.class);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> {
                    if (value.equals("bad")) {
                        throw new IllegalArgumentException("value bad");
                    }
                    return value;
                })
                .to("out");

        StreamsApp app = new StreamsApp(builder.build(), settings);
        app.start();
        await().until(() -> app.state() == State.ERROR);

        assertThat(app.failure().orElseThrow()).hasMessageContaining("value bad");
        assertThat(harness.readBytes("dlq")).singleElement().satisfies(letter -> {
            assertThat(header(letter.headers(), "__streams.errors.offset")).isEqualTo("3");
            assertThat(header(letter.headers(), "__streamwright.errors.attempt"))
                    .isEqualTo("1");
        });
    }

    @Test
    void deadLetterThatCannotBeWritten_failsTheTask() {
        writeNumbered(3);
        Properties settings = settings(new CountingProduction(true));
        settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "missing");
        settings.put(StreamsConfig.EMBEDDED_AUTO_CREATE_TOPICS_CONFIG, "false");

        StreamsApp app = new StreamsApp(growing(), settings);
        app.start();
        await().until(() -> app.state() == State.ERROR);

        assertThat(app.failure().orElseThrow())
                .hasMessageContaining("topic=in partition=0 offset=3")
                .hasMessageContaining("dead letter for topic missing cannot be written")
                .hasMessageContaining("max.message.bytes");
    }

    /** Case C051: a thousand outputs in one transaction, one of them is refused. */
    @Test
    void refusalAmongManyOutputs_isReportedOnceWithItsCause() {
        harness.write("in", "k", "many");
        CountingProduction handler = new CountingProduction(false);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .flatMapValues(value -> IntStream.range(0, 1000)
                        .mapToObj(number -> number == 500 ? "x".repeat(TOO_LARGE) : value + number)
                        .toList())
                .to("out");

        StreamsApp app = new StreamsApp(builder.build(), settings(handler));
        List<Throwable> reported = Collections.synchronizedList(new ArrayList<>());
        app.setUncaughtExceptionHandler(failure -> {
            reported.add(failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        app.start();
        await().until(() -> app.state() == State.ERROR);

        assertThat(handler.asked).hasSize(1);
        assertThat(reported).singleElement().satisfies(failure -> {
            assertThat(failure).hasMessageContaining("max.message.bytes=1048588");
            assertThat(failure.getSuppressed()).isEmpty();
        });
        assertThat(harness.read("out")).isEmpty();
    }

    private static Topology growing() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> value.equals("bad") ? "x".repeat(TOO_LARGE) : value)
                .to("out");
        return builder.build();
    }

    private static Topology faulty(Sabotage sabotage) {
        Serializer<String> writer = (topic, data) -> {
            if (data.equals("unserializable")) {
                throw new IllegalArgumentException("cannot be written");
            }
            return new StringSerializer().serialize(topic, data);
        };
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.serdeFrom(new StringSerializer(), reader())))
                .process(() -> new CommitEachBatch(sabotage), Named.as("sabotage"))
                .mapValues(value -> {
                    if (value.equals("boom")) {
                        throw new IllegalArgumentException("value boom");
                    }
                    return value.equals("large") ? "x".repeat(TOO_LARGE) : value;
                })
                .to("out", Produced.with(Serdes.String(), Serdes.serdeFrom(writer, new StringDeserializer())));
        return builder.build();
    }

    private static Deserializer<String> reader() {
        return (topic, data) -> {
            String value = new StringDeserializer().deserialize(topic, data);
            if (value.equals("unreadable")) {
                throw new IllegalArgumentException("cannot be read");
            }
            return value;
        };
    }

    private void runToEnd(Topology topology, Properties settings, Consumer<StreamsApp> atEnd)
            throws InterruptedException {
        try (StreamsApp app = new StreamsApp(topology, settings)) {
            app.setUncaughtExceptionHandler(failure -> StreamThreadExceptionResponse.REPLACE_THREAD);
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            atEnd.accept(app);
        }
    }

    private Properties settings(CountingProduction production) {
        Properties settings = harness.settings();
        settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dlq");
        settings.put(
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueExceptionHandler.class.getName());
        settings.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class.getName());
        settings.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, production);
        return settings;
    }

    /** Writes a hundred records with key, value, timestamp and a header; some values are bad. */
    private void writeNumbered(Integer... bad) {
        List<String> values = new ArrayList<>(Collections.nCopies(RECORDS, "ok"));
        for (int number : bad) {
            values.set(number, "bad");
        }
        writeAll(values);
    }

    private void writeAll(List<String> values) {
        try (TopicWriter<String, String> writer = TopicWriter.open(
                harness.settings().getProperty(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG),
                "in",
                new StringSerializer(),
                new StringSerializer())) {
            for (int number = 0; number < values.size(); number++) {
                writer.write(
                        "k" + number,
                        values.get(number),
                        number,
                        new RecordHeaders().add("source", String.valueOf(number).getBytes(UTF_8)));
            }
            writer.commit();
        }
    }

    private List<String> keys(String topic) {
        return harness.readBytes(topic).stream()
                .map(record -> text(record.key()))
                .toList();
    }

    private static List<String> numbers(Integer... without) {
        Set<Integer> left = Set.of(without);
        return IntStream.range(0, RECORDS)
                .filter(number -> !left.contains(number))
                .mapToObj(number -> "k" + number)
                .toList();
    }

    private static String header(Headers headers, String name) {
        return text(headers.lastHeader(name).value());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }

    /** Fails the last record of each batch once. Owner: the worker of the only task. */
    private static final class Sabotage {
        private final Set<Long> done = new HashSet<>();

        void strike(long offset) {
            if (offset % BATCH == BATCH - 1 && done.add(offset)) {
                throw new IllegalStateException("sabotage");
            }
        }
    }

    /** Passes records on, and asks for a commit behind each batch. */
    private static final class CommitEachBatch extends ContextualProcessor<String, String, String, String> {
        private final Sabotage sabotage;

        CommitEachBatch(Sabotage sabotage) {
            this.sabotage = sabotage;
        }

        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
            long offset = context().recordMetadata().orElseThrow().offset();
            sabotage.strike(offset);
            if (offset % BATCH == BATCH - 1) {
                context().commit();
            }
        }
    }

    /** Makes the dead letters of the default, and says what the test wants. */
    private static final class CountingProduction extends DefaultProductionExceptionHandler {
        private final boolean resumes;
        private final List<Exception> asked = Collections.synchronizedList(new ArrayList<>());

        CountingProduction(boolean resumes) {
            this.resumes = resumes;
        }

        @Override
        public ProductionExceptionHandler.Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
            return answer(exception, super.handleError(context, record, exception));
        }

        @Override
        public ProductionExceptionHandler.Response handleSerializationError(
                ErrorHandlerContext context,
                ProducerRecord<?, ?> record,
                Exception exception,
                SerializationExceptionOrigin origin) {
            return answer(exception, super.handleSerializationError(context, record, exception, origin));
        }

        private ProductionExceptionHandler.Response answer(
                Exception exception, ProductionExceptionHandler.Response made) {
            asked.add(exception);
            return resumes ? ProductionExceptionHandler.Response.resume(made.deadLetterQueueRecords()) : made;
        }
    }
}
