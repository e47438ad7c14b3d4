package io.streamwright.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.ErrorHandlerContext;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Produced;
import io.streamwright.log.LogClient;
import io.streamwright.log.TopicSpec;
import io.streamwright.processor.StreamPartitioner;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.runtime.StreamsApp.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with one output is its handler's business, and leaves the others alone. */
final class RefusedOutputTest {
    @TempDir
    private Path directory;

    private final Production production = new Production();
    private final List<String> processing = Collections.synchronizedList(new ArrayList<>());
    private final List<Object> processed = Collections.synchronizedList(new ArrayList<>());
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 1);
        harness.createTopic("out", 3);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    @Test
    void onePartitionOfSeveralThatIsNotThere_leavesTheOthersWritten() throws InterruptedException {
        harness.write("in", "a", "1");
        StreamPartitioner<String, String> partitioner = (topic, key, value, count) -> Optional.of(Set.of(0, -1, 2, 3));
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .to("out", Produced.with(Serdes.String(), Serdes.String()).withStreamPartitioner(partitioner));

        run(builder.build());

        assertThat(harness.read("out")).containsExactly("a=1@0", "a=1@0");
        assertThat(production.asked)
                .hasSize(2)
                .allSatisfy(asked -> assertThat(asked.error()).isInstanceOf(InvalidPartitionsException.class));
        assertThat(production.asked)
                .extracting(asked -> asked.record().partition())
                .containsExactlyInAnyOrder(null, 3);
    }

    @Test
    void illegalTopicName_isLeftOut() throws InterruptedException {
        harness.write("in", "a", "out", "b", "no such name!", "c", "out");
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").to((key, value, context) -> value);

        run(builder.build());

        assertThat(harness.read("out")).containsExactlyInAnyOrder("a=out@0", "c=out@2");
        assertThat(production.asked).singleElement().satisfies(asked -> {
            assertThat(asked.error()).isInstanceOf(InvalidTopicException.class);
            assertThat(asked.record().topic()).isEqualTo("no such name!");
            assertThat(asked.record().value()).isEqualTo("no such name!".getBytes(UTF_8));
        });
    }

    @Test
    void topicThatComesIntoBeingWhileItIsRetried_isWritten() throws InterruptedException {
        harness.write("in", "a", "late");
        production.onFirst = log -> log.topics().create(new TopicSpec("late", 1, Map.of()));
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").to((key, value, context) -> value);

        run(builder.build(), StreamsConfig.EMBEDDED_AUTO_CREATE_TOPICS_CONFIG, "false");

        assertThat(harness.read("late")).containsExactly("a=late@0");
        assertThat(production.asked)
                .singleElement()
                .satisfies(asked -> assertThat(asked.error()).isInstanceOf(UnknownTopicOrPartitionException.class));
    }

    @Test
    void partitionerAndExtractorThatThrow_areFaultsOfTheirSink() throws InterruptedException {
        harness.write("in", "a", "out", "b", "boom", "c", "out");
        StreamPartitioner<String, String> partitioner = (topic, key, value, count) -> {
            throw new IllegalArgumentException("partitioner");
        };
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("in");
        stream.to(
                (key, value, context) -> {
                    if (value.equals("boom")) {
                        throw new IllegalArgumentException("extractor");
                    }
                    return value;
                },
                Produced.as("choosing"));
        stream.filter((key, value) -> value.equals("boom"))
                .to(
                        "out",
                        Produced.with(Serdes.String(), Serdes.String())
                                .withStreamPartitioner(partitioner)
                                .withName("spreading"));

        run(builder.build());

        assertThat(harness.read("out")).containsExactlyInAnyOrder("a=out@0", "c=out@2");
        assertThat(processing)
                .containsExactly(
                        "choosing: java.lang.IllegalArgumentException: extractor",
                        "spreading: java.lang.IllegalArgumentException: partitioner");
        assertThat(processed).containsExactly("boom", "boom");
    }

    /** The cursor stands on the right node again after a fault in the middle of a fan-out. */
    @Test
    void processorThatForwardsAgainBehindAFault_mayDoSo() throws InterruptedException {
        harness.write("in", "a", "1");
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream =
                builder.<String, String>stream("in").process(SendsThree::new, Named.as("three"));
        stream.mapValues(
                        value -> {
                            if (value.equals("2")) {
                                throw new IllegalArgumentException("two");
                            }
                            return value;
                        },
                        Named.as("picky"))
                .to("out");

        run(builder.build());

        assertThat(harness.read("out")).containsExactlyInAnyOrder("a=1@0", "a=3@0");
        assertThat(processing).containsExactly("picky: java.lang.IllegalArgumentException: two");
    }

    @Test
    void faultInWhatIsEmittedForACommit_leavesTheOtherKeysEmitted() throws InterruptedException {
        harness.write("in", "a", "1", "b", "1", "b", "2", "c", "1");
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .count()
                .toStream()
                .mapValues(
                        count -> {
                            if (count == 2) {
                                throw new IllegalArgumentException("two");
                            }
                            return count.toString();
                        },
                        Named.as("picky"))
                .to("out");

        run(builder.build(), StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "1000000");

        assertThat(harness.read("out")).containsExactlyInAnyOrder("a=1@0", "c=1@3");
        assertThat(processing).containsExactly("picky: java.lang.IllegalArgumentException: two");
        assertThat(processed).containsExactly(2L);
        assertThat(harness.readBytes("app-KSTREAM-AGGREGATE-STATE-STORE-0000000001-changelog"))
                .as("what is stored stays")
                .hasSize(3);
    }

    @Test
    void failureThatAProcessorSwallows_isNotCommitted() {
        harness.write("in", "a", "1");
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .process(Swallowing::new)
                .mapValues(value -> (String) null, Named.as("fine"))
                .mapValues(value -> value.length(), Named.as("failing"))
                .to("out", Produced.with(Serdes.String(), Serdes.Integer()));
        Properties settings = harness.settings();
        settings.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, (ProcessingExceptionHandler)
                (context, record, error) -> ProcessingExceptionHandler.Response.fail());

        StreamsApp app = new StreamsApp(builder.build(), settings);
        app.start();
        await().until(() -> app.state() == State.ERROR);

        assertThat(app.failure().orElseThrow())
                .hasMessageContaining("topic=in partition=0 offset=0 processor=failing")
                .hasCauseInstanceOf(NullPointerException.class);
        assertThat(harness.log().topics().committedOffsets("app", Set.of(new TopicPartition("in", 0))))
                .isEmpty();
    }

    private void run(Topology topology, String... more) throws InterruptedException {
        Properties settings = harness.settings(more);
        settings.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, production);
        settings.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, (ProcessingExceptionHandler)
                (context, record, error) -> {
                    processing.add(context.processorNodeId() + ": " + error);
                    processed.add(record.value());
                    return ProcessingExceptionHandler.Response.resume();
                });
        try (StreamsApp app = new StreamsApp(topology, settings)) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
    }

    private static final class SendsThree extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            for (String value : List.of("1", "2", "3")) {
                context().forward(record.withValue(value));
            }
        }
    }

    private static final class Swallowing extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            try {
                context().forward(record);
            } catch (RuntimeException ignored) {
                // what must not help
            }
        }
    }

    private record Asked(ProducerRecord<byte[], byte[]> record, Exception error) {}

    private interface FirstTime {
        void run(LogClient log);
    }

    /** Leaves out what is refused, or tries again once it has done something about it. */
    private final class Production implements ProductionExceptionHandler {
        private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());
        private FirstTime onFirst;

        @Override
        public Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
            asked.add(new Asked(record, exception));
            if (onFirst != null && asked.size() == 1) {
                onFirst.run(harness.log());
                return Response.retry();
            }
            return Response.resume();
        }
    }
}
