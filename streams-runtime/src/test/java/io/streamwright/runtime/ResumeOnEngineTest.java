package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ErrorHandlerContext;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What remains of a record whose handler says resume, and what the handler is told, is the same as in Kafka Streams. */
final class ResumeOnEngineTest {
    private static final List<String> INPUT = List.of("ok", "boom", "ok2", "boom", "ok3", "ok4");

    /** What handlers were told, in both libraries; they are made from their class names. */
    private static final List<String> TOLD = Collections.synchronizedList(new ArrayList<>());

    @TempDir
    private Path directory;

    @BeforeEach
    void forget() {
        TOLD.clear();
    }

    static Stream<String> programs() {
        return ours().keySet().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void resume_leavesWhatKafkaStreamsLeaves(String name) throws InterruptedException {
        // given
        Map<String, List<String>> expected = runTheirs(theirs().get(name));
        List<String> toldTheirs = List.copyOf(TOLD);
        TOLD.clear();
        // when
        Map<String, List<String>> written = runOurs(ours().get(name), expected);
        // then
        assertThat(written).isEqualTo(expected);
        assertThat(TOLD).isEqualTo(toldTheirs);
        assertThat(TOLD).isNotEmpty();
    }

    private static Map<String, Consumer<StreamsBuilder>> ours() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("C063 one of three branches fails", builder -> {
            KStream<String, String> stream = builder.stream("in");
            stream.to("out1");
            stream.mapValues(ResumeOnEngineTest::explode).to("out2");
            stream.to("out3");
        });
        programs.put(
                "C063 fails below a count",
                builder -> builder.<String, String>stream("in")
                        .groupByKey()
                        .count(Materialized.as("counts"))
                        .toStream()
                        .mapValues(ResumeOnEngineTest::explodeAtTwo)
                        .to("out1"));
        programs.put(
                "C063 aggregator fails",
                builder -> builder.<String, String>stream("in")
                        .groupByKey()
                        .aggregate(() -> "", (key, value, text) -> text + explode(value))
                        .toStream()
                        .to("out1"));
        programs.put("fails in the middle of what one record is split into", builder -> {
            KStream<String, String> stream = builder.<String, String>stream("in")
                    .flatMapValues(value -> List.of("1" + value, value, "2" + value));
            stream.mapValues(ResumeOnEngineTest::explode).to("out1");
            stream.to("out2");
        });
        programs.put(
                "C061 punctuator fails after it forwarded",
                builder -> builder.<String, String>stream("in")
                        .process(Ticking::new)
                        .to("out1"));
        programs.put(
                "fails below a punctuator",
                builder -> builder.<String, String>stream("in")
                        .process(TickingBoom::new)
                        .mapValues(ResumeOnEngineTest::explode)
                        .to("out1"));
        programs.put(
                "cannot be deserialized",
                builder -> builder.stream("in", Consumed.with(Serdes.String(), exploding()))
                        .to("out1"));
        programs.put("cannot be serialized", builder -> {
            KStream<String, String> stream = builder.stream("in");
            stream.peek((key, value) -> {}).to("out1", Produced.with(Serdes.String(), exploding()));
            stream.to("out2");
        });
        return programs;
    }

    private static Map<String, Consumer<org.apache.kafka.streams.StreamsBuilder>> theirs() {
        Map<String, Consumer<org.apache.kafka.streams.StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("C063 one of three branches fails", builder -> {
            org.apache.kafka.streams.kstream.KStream<String, String> stream = builder.stream("in");
            stream.to("out1");
            stream.mapValues(ResumeOnEngineTest::explode).to("out2");
            stream.to("out3");
        });
        programs.put(
                "C063 fails below a count",
                builder -> builder.<String, String>stream("in")
                        .groupByKey()
                        .count(org.apache.kafka.streams.kstream.Materialized.as("counts"))
                        .toStream()
                        .mapValues(ResumeOnEngineTest::explodeAtTwo)
                        .to("out1"));
        programs.put(
                "C063 aggregator fails",
                builder -> builder.<String, String>stream("in")
                        .groupByKey()
                        .aggregate(() -> "", (key, value, text) -> text + explode(value))
                        .toStream()
                        .to("out1"));
        programs.put("fails in the middle of what one record is split into", builder -> {
            org.apache.kafka.streams.kstream.KStream<String, String> stream = builder.<String, String>stream("in")
                    .flatMapValues(value -> List.of("1" + value, value, "2" + value));
            stream.mapValues(ResumeOnEngineTest::explode).to("out1");
            stream.to("out2");
        });
        programs.put(
                "C061 punctuator fails after it forwarded",
                builder -> builder.<String, String>stream("in")
                        .process(TheirTicking::new)
                        .to("out1"));
        programs.put(
                "fails below a punctuator",
                builder -> builder.<String, String>stream("in")
                        .process(TheirTickingBoom::new)
                        .mapValues(ResumeOnEngineTest::explode)
                        .to("out1"));
        programs.put(
                "cannot be deserialized",
                builder -> builder.stream(
                                "in", org.apache.kafka.streams.kstream.Consumed.with(Serdes.String(), exploding()))
                        .to("out1"));
        programs.put("cannot be serialized", builder -> {
            org.apache.kafka.streams.kstream.KStream<String, String> stream = builder.stream("in");
            stream.peek((key, value) -> {})
                    .to("out1", org.apache.kafka.streams.kstream.Produced.with(Serdes.String(), exploding()));
            stream.to("out2");
        });
        return programs;
    }

    private Map<String, List<String>> runOurs(Consumer<StreamsBuilder> program, Map<String, List<String>> expected)
            throws InterruptedException {
        StreamsBuilder builder = new StreamsBuilder();
        program.accept(builder);
        Map<String, List<String>> written = new TreeMap<>();
        try (AppHarness harness = new AppHarness(directory.resolve("ours"))) {
            harness.createTopic("in", 1);
            expected.keySet().forEach(topic -> harness.createTopic(topic, 1));
            harness.write(
                    "in", INPUT.stream().flatMap(value -> Stream.of("k", value)).toArray(String[]::new));
            harness.runToEnd(
                    builder.build(),
                    StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
                    "0",
                    StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                    Unreadable.class.getName(),
                    StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                    Unprocessed.class.getName(),
                    StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
                    Unsent.class.getName());
            expected.keySet()
                    .forEach(topic -> written.put(
                            topic,
                            harness.readBytes(topic).stream()
                                    .map(record -> row(record.key(), record.value(), record.timestamp()))
                                    .toList()));
        }
        return written;
    }

    private Map<String, List<String>> runTheirs(Consumer<org.apache.kafka.streams.StreamsBuilder> program) {
        Properties settings = new Properties();
        settings.put("application.id", "app");
        settings.put("bootstrap.servers", "unused:1");
        settings.put("state.dir", directory.resolve("theirs").toString());
        settings.put("default.key.serde", Serdes.StringSerde.class.getName());
        settings.put("default.value.serde", Serdes.StringSerde.class.getName());
        settings.put("statestore.cache.max.bytes", "0");
        settings.put("deserialization.exception.handler", TheirUnreadable.class.getName());
        settings.put("processing.exception.handler", TheirUnprocessed.class.getName());
        settings.put("production.exception.handler", TheirUnsent.class.getName());
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        program.accept(builder);
        Map<String, List<String>> written = new TreeMap<>();
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), settings)) {
            var input = driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            for (int index = 0; index < INPUT.size(); index++) {
                input.pipeInput("k", INPUT.get(index), Instant.ofEpochMilli(index));
            }
            for (String topic : driver.producedTopicNames()) {
                if (topic.matches("out\\d")) {
                    written.put(
                            topic,
                            driver
                                    .createOutputTopic(
                                            topic,
                                            Serdes.ByteArray().deserializer(),
                                            Serdes.ByteArray().deserializer())
                                    .readRecordsToList()
                                    .stream()
                                    .map(record -> row(record.key(), record.value(), record.timestamp()))
                                    .toList());
                }
            }
        }
        return written;
    }

    private static String row(byte[] key, byte[] value, long timestamp) {
        return text(key) + "=" + text(value) + "@" + timestamp;
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
    }

    private static String explode(String value) {
        if (value.equals("boom")) {
            throw new IllegalArgumentException("value boom");
        }
        return value;
    }

    private static String explodeAtTwo(Long count) {
        if (count == 2) {
            throw new IllegalArgumentException("count 2");
        }
        return count.toString();
    }

    private static Serde<String> exploding() {
        Serializer<String> serializer = (topic, data) -> explode(data).getBytes(StandardCharsets.UTF_8);
        Deserializer<String> deserializer = (topic, data) -> explode(new StringDeserializer().deserialize(topic, data));
        return Serdes.serdeFrom(serializer, deserializer);
    }

    private static void tell(String kind, String where, String what, Exception error) {
        TOLD.add(kind + " at " + where + ": " + what + ": " + error);
    }

    /** Forwards at each millisecond of stream time; the second time it then throws. */
    private static final class Ticking extends ContextualProcessor<String, String, String, String> {
        private int ticks;

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            var unused = context.schedule(Duration.ofMillis(1), PunctuationType.STREAM_TIME, time -> {
                context.forward(new Record<>("tick", "before", time));
                if (++ticks == 2) {
                    throw new IllegalArgumentException("tick 2");
                }
                if (ticks == 4) {
                    throw new ClassCastException("tick 4");
                }
                context.forward(new Record<>("tick", "after", time));
            });
        }

        @Override
        public void process(Record<String, String> record) {}
    }

    /** Forwards what explodes below it at the second tick, and goes on. */
    private static final class TickingBoom extends ContextualProcessor<String, String, String, String> {
        private int ticks;

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            var unused = context.schedule(Duration.ofMillis(1), PunctuationType.STREAM_TIME, time -> {
                context.forward(new Record<>("tick", ++ticks == 2 ? "boom" : "tick", time));
                context.forward(new Record<>("tick", "after", time));
            });
        }

        @Override
        public void process(Record<String, String> record) {}
    }

    private static final class TheirTicking
            extends org.apache.kafka.streams.processor.api.ContextualProcessor<String, String, String, String> {
        private int ticks;

        @Override
        public void init(org.apache.kafka.streams.processor.api.ProcessorContext<String, String> context) {
            super.init(context);
            var unused = context.schedule(
                    Duration.ofMillis(1), org.apache.kafka.streams.processor.PunctuationType.STREAM_TIME, time -> {
                        context.forward(new org.apache.kafka.streams.processor.api.Record<>("tick", "before", time));
                        if (++ticks == 2) {
                            throw new IllegalArgumentException("tick 2");
                        }
                        if (ticks == 4) {
                            throw new ClassCastException("tick 4");
                        }
                        context.forward(new org.apache.kafka.streams.processor.api.Record<>("tick", "after", time));
                    });
        }

        @Override
        public void process(org.apache.kafka.streams.processor.api.Record<String, String> record) {}
    }

    private static final class TheirTickingBoom
            extends org.apache.kafka.streams.processor.api.ContextualProcessor<String, String, String, String> {
        private int ticks;

        @Override
        public void init(org.apache.kafka.streams.processor.api.ProcessorContext<String, String> context) {
            super.init(context);
            var unused = context.schedule(
                    Duration.ofMillis(1), org.apache.kafka.streams.processor.PunctuationType.STREAM_TIME, time -> {
                        context.forward(new org.apache.kafka.streams.processor.api.Record<>(
                                "tick", ++ticks == 2 ? "boom" : "tick", time));
                        context.forward(new org.apache.kafka.streams.processor.api.Record<>("tick", "after", time));
                    });
        }

        @Override
        public void process(org.apache.kafka.streams.processor.api.Record<String, String> record) {}
    }

    private static String where(ErrorHandlerContext context) {
        return context.processorNodeId() + " " + context.taskId() + " " + context.topic() + "-" + context.partition()
                + "@" + context.offset() + " " + context.timestamp();
    }

    private static String where(org.apache.kafka.streams.errors.ErrorHandlerContext context) {
        return context.processorNodeId() + " " + context.taskId() + " " + context.topic() + "-" + context.partition()
                + "@" + context.offset() + " " + context.timestamp();
    }

    /** Made by name. */
    public static final class Unreadable implements DeserializationExceptionHandler {
        @Override
        public DeserializationExceptionHandler.Response handleError(
                ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception e) {
            tell("read", where(context), row(record.key(), record.value(), record.timestamp()), e);
            return DeserializationExceptionHandler.Response.resume();
        }
    }

    /** Made by name. */
    public static final class Unprocessed implements ProcessingExceptionHandler {
        @Override
        public ProcessingExceptionHandler.Response handleError(
                ErrorHandlerContext context, Record<?, ?> record, Exception e) {
            tell("process", where(context), String.valueOf(record == null ? null : record.value()), e);
            return ProcessingExceptionHandler.Response.resume();
        }
    }

    /** Made by name. */
    public static final class Unsent implements ProductionExceptionHandler {
        @Override
        public ProductionExceptionHandler.Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception e) {
            throw new AssertionError("nothing is refused here");
        }

        @Override
        public ProductionExceptionHandler.Response handleSerializationError(
                ErrorHandlerContext context,
                ProducerRecord<?, ?> record,
                Exception e,
                ProductionExceptionHandler.SerializationExceptionOrigin origin) {
            tell("serialize " + origin, where(context), record.topic() + " " + record.value(), e);
            return ProductionExceptionHandler.Response.resume();
        }
    }

    /** Made by name. */
    public static final class TheirUnreadable
            implements org.apache.kafka.streams.errors.DeserializationExceptionHandler {
        @Override
        public org.apache.kafka.streams.errors.DeserializationExceptionHandler.Response handleError(
                org.apache.kafka.streams.errors.ErrorHandlerContext context,
                ConsumerRecord<byte[], byte[]> record,
                Exception e) {
            tell("read", where(context), row(record.key(), record.value(), record.timestamp()), e);
            return org.apache.kafka.streams.errors.DeserializationExceptionHandler.Response.resume();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Made by name. */
    public static final class TheirUnprocessed implements org.apache.kafka.streams.errors.ProcessingExceptionHandler {
        @Override
        public org.apache.kafka.streams.errors.ProcessingExceptionHandler.Response handleError(
                org.apache.kafka.streams.errors.ErrorHandlerContext context,
                org.apache.kafka.streams.processor.api.Record<?, ?> record,
                Exception e) {
            tell("process", where(context), String.valueOf(record == null ? null : record.value()), e);
            return org.apache.kafka.streams.errors.ProcessingExceptionHandler.Response.resume();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Made by name. */
    public static final class TheirUnsent implements org.apache.kafka.streams.errors.ProductionExceptionHandler {
        @Override
        public org.apache.kafka.streams.errors.ProductionExceptionHandler.Response handleError(
                org.apache.kafka.streams.errors.ErrorHandlerContext context,
                ProducerRecord<byte[], byte[]> record,
                Exception e) {
            throw new AssertionError("nothing is refused here");
        }

        @Override
        @SuppressWarnings("rawtypes") // the signature is Kafka Streams'
        public org.apache.kafka.streams.errors.ProductionExceptionHandler.Response handleSerializationError(
                org.apache.kafka.streams.errors.ErrorHandlerContext context,
                ProducerRecord record,
                Exception e,
                org.apache.kafka.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin origin) {
            tell("serialize " + origin, where(context), record.topic() + " " + record.value(), e);
            return org.apache.kafka.streams.errors.ProductionExceptionHandler.Response.resume();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
