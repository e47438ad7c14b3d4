package io.streamwright.errors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.api.Record;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The built-in handlers answer as those of Kafka Streams do, and make the same dead letters. */
final class BuiltInHandlersDifferentialTest {

    private static final int PLACES = 100;
    private static final Map<String, ?> WITH_TOPIC =
            Map.of("errors.dead.letter.queue.topic.name", "letters", "application.id", "a");
    private static final Map<String, ?> WITHOUT_TOPIC = Map.of("application.id", "a");

    private static final ProducerRecord<byte[], byte[]> OUTPUT = new ProducerRecord<>("out", new byte[] {9});
    private static final ConsumerRecord<byte[], byte[]> INPUT = new ConsumerRecord<>("in", 0, 0, null, new byte[] {9});

    /**
     * A handler here and the one that is called the same there.
     *
     * @param name for the reports
     */
    private record Pair(String name, Configured theirs, Configured ours) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Pair> pairs() {
        return Stream.of(
                new Pair(
                        "log and continue",
                        configs -> theirsAtDeserialization(
                                new org.apache.kafka.streams.errors.LogAndContinueExceptionHandler(), configs),
                        configs -> oursAtDeserialization(new LogAndContinueExceptionHandler(), configs)),
                new Pair(
                        "log and fail",
                        configs -> theirsAtDeserialization(
                                new org.apache.kafka.streams.errors.LogAndFailExceptionHandler(), configs),
                        configs -> oursAtDeserialization(new LogAndFailExceptionHandler(), configs)),
                new Pair(
                        "log and continue, processing",
                        configs -> theirsAtProcessing(
                                new org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler(),
                                configs),
                        configs -> oursAtProcessing(new LogAndContinueProcessingExceptionHandler(), configs)),
                new Pair(
                        "log and fail, processing",
                        configs -> theirsAtProcessing(
                                new org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler(), configs),
                        configs -> oursAtProcessing(new LogAndFailProcessingExceptionHandler(), configs)),
                new Pair(
                        "production",
                        configs -> theirsAtProduction(
                                new org.apache.kafka.streams.errors.DefaultProductionExceptionHandler(), configs),
                        configs -> oursAtProduction(new DefaultProductionExceptionHandler(), configs)),
                new Pair(
                        "serialization",
                        configs -> theirsAtSerialization(
                                new org.apache.kafka.streams.errors.DefaultProductionExceptionHandler(), configs),
                        configs -> oursAtSerialization(new DefaultProductionExceptionHandler(), configs)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pairs")
    void everyError_isAnsweredAsThere(Pair pair) {
        for (Map<String, ?> configs : List.of(WITH_TOPIC, WITHOUT_TOPIC)) {
            Handler theirs = pair.theirs.with(configs);
            Handler ours = pair.ours.with(configs);
            places().forEach(place -> exceptions()
                    .forEach(exception -> assertThat(ours.handle(place, exception))
                            .as("%s with %s at %s: %s", pair, configs, place, exception)
                            .isEqualTo(theirs.handle(place, exception))));
        }
    }

    @Test
    void answersDiffer_soThatTheComparisonCanFail() {
        // given
        Place place = new Place("in", 0, 7, new RecordHeaders(), 5, null, new byte[] {1});
        // when
        List<Outcome> outcomes = pairs().map(
                        pair -> pair.ours.with(WITH_TOPIC).handle(place, new TimeoutException("x")))
                .toList();
        // then
        assertThat(outcomes)
                .extracting(Outcome::result)
                .containsExactly("RESUME 0", "FAIL 1", "RESUME 1", "FAIL 2", "RETRY 2", "FAIL 1");
        assertThat(outcomes).extracting(outcome -> outcome.letters().size()).containsExactly(1, 1, 1, 1, 0, 1);
    }

    @Test
    void deadLetter_isTheInputRecordAndWhatHappened() {
        // given
        Headers headers = new RecordHeaders(List.of(new RecordHeader("trace", new byte[] {1})));
        Place place = new Place("in", 3, 7, headers, 5, new byte[] {2}, new byte[] {3});
        var handler = new LogAndContinueExceptionHandler();
        handler.configure(WITH_TOPIC);
        // when
        List<ProducerRecord<byte[], byte[]>> letters = handler.handleError(
                        place, INPUT, new IllegalStateException("broken"))
                .deadLetterQueueRecords();
        // then
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.topic()).isEqualTo("letters");
            assertThat(letter.partition()).isNull();
            assertThat(letter.timestamp()).isEqualTo(5);
            assertThat(letter.key()).containsExactly(2);
            assertThat(letter.value()).containsExactly(3);
            assertThat(letter.headers())
                    .extracting(Header::key)
                    .containsExactly(
                            "trace",
                            "__streams.errors.exception",
                            "__streams.errors.message",
                            "__streams.errors.stacktrace",
                            "__streams.errors.topic",
                            "__streams.errors.partition",
                            "__streams.errors.offset");
            assertThat(text(letter, "exception")).isEqualTo("java.lang.IllegalStateException");
            assertThat(text(letter, "message")).isEqualTo("broken");
            assertThat(text(letter, "stacktrace"))
                    .startsWith("java.lang.IllegalStateException: broken\n\tat "
                            + getClass().getName());
            assertThat(text(letter, "topic")).isEqualTo("in");
            assertThat(text(letter, "partition")).isEqualTo("3");
            assertThat(text(letter, "offset")).isEqualTo("7");
        });
        assertThat(headers).as("those of the input record stay").hasSize(1);
    }

    private static String text(ProducerRecord<byte[], byte[]> letter, String header) {
        return new String(
                letter.headers().lastHeader("__streams.errors." + header).value(), UTF_8);
    }

    /** Places of all kinds, a punctuation first; drawn from fixed seeds. */
    private static Stream<Place> places() {
        Place punctuation = new Place(null, -1, -1, new RecordHeaders(), 5, null, null);
        return Stream.concat(Stream.of(punctuation), IntStream.range(0, PLACES).mapToObj(Place::random));
    }

    private static List<Exception> exceptions() {
        var withCauses = new IllegalStateException("outer", new ConfigException("inner", "ö", "no umlaut"));
        withCauses.addSuppressed(new RuntimeException("beside"));
        return List.of(
                new RuntimeException(),
                new RuntimeException(""),
                withCauses,
                new SerializationException("wrong bytes: €\u0000"),
                new RecordTooLargeException("too large"),
                new TimeoutException("slow"),
                new RetriableException("try again") {},
                new Exception("checked"));
    }

    /** A handler that is yet to be configured. */
    @FunctionalInterface
    private interface Configured {
        Handler with(Map<String, ?> configs);
    }

    @FunctionalInterface
    private interface Handler {
        Outcome handle(Place place, Exception exception);
    }

    /** What a handler answered, in a form that can be compared. */
    private record Outcome(String result, List<String> letters) {
        static Outcome of(String name, int id, List<ProducerRecord<byte[], byte[]>> letters) {
            return new Outcome(
                    name + " " + id,
                    letters.stream()
                            .map(BuiltInHandlersDifferentialTest::describe)
                            .toList());
        }

        static Outcome ofAttempt(Supplier<Outcome> attempt) {
            try {
                return attempt.get();
            } catch (RuntimeException e) {
                return new Outcome("threw " + e, List.of());
            }
        }
    }

    private static String describe(ProducerRecord<byte[], byte[]> letter) {
        List<String> headers = new ArrayList<>();
        letter.headers().forEach(header -> headers.add(header.key() + "=" + describe(header.value())));
        return letter.topic() + " partition=" + letter.partition() + " timestamp=" + letter.timestamp() + " key="
                + describe(letter.key()) + " value=" + describe(letter.value()) + " headers=" + headers;
    }

    private static String describe(byte @Nullable [] bytes) {
        return bytes == null ? "null" : "'" + Base64.getEncoder().encodeToString(bytes) + "'";
    }

    private static Handler oursAtDeserialization(DeserializationExceptionHandler handler, Map<String, ?> configs) {
        handler.configure(configs);
        return (place, exception) -> Outcome.ofAttempt(() -> {
            var response = handler.handleError(place, INPUT, exception);
            return Outcome.of(response.result().name, response.result().id, response.deadLetterQueueRecords());
        });
    }

    private static Handler theirsAtDeserialization(
            org.apache.kafka.streams.errors.DeserializationExceptionHandler handler, Map<String, ?> configs) {
        handler.configure(configs);
        return (place, exception) -> Outcome.ofAttempt(() -> {
            var response = handler.handleError(place.theirs(), INPUT, exception);
            return Outcome.of(response.result().name, response.result().id, response.deadLetterQueueRecords());
        });
    }

    private static Handler oursAtProcessing(ProcessingExceptionHandler handler, Map<String, ?> configs) {
        handler.configure(configs);
        return (place, exception) -> Outcome.ofAttempt(() -> {
            Record<?, ?> record = place.topic() == null ? null : new Record<>("k", "v", 0);
            var response = handler.handleError(place, record, exception);
            return Outcome.of(response.result().name, response.result().id, response.deadLetterQueueRecords());
        });
    }

    private static Handler theirsAtProcessing(
            org.apache.kafka.streams.errors.ProcessingExceptionHandler handler, Map<String, ?> configs) {
        handler.configure(configs);
        return (place, exception) -> Outcome.ofAttempt(() -> {
            var record =
                    place.topic() == null ? null : new org.apache.kafka.streams.processor.api.Record<>("k", "v", 0);
            var response = handler.handleError(place.theirs(), record, exception);
            return Outcome.of(response.result().name, response.result().id, response.deadLetterQueueRecords());
        });
    }

    private static Handler oursAtProduction(ProductionExceptionHandler handler, Map<String, ?> configs) {
        handler.configure(configs);
        return (place, exception) -> Outcome.ofAttempt(() -> {
            var response = handler.handleError(place, OUTPUT, exception);
            return Outcome.of(response.result().name, response.result().id, response.deadLetterQueueRecords());
        });
    }

    private static Handler theirsAtProduction(
            org.apache.kafka.streams.errors.ProductionExceptionHandler handler, Map<String, ?> configs) {
        handler.configure(configs);
        return (place, exception) -> Outcome.ofAttempt(() -> {
            var response = handler.handleError(place.theirs(), OUTPUT, exception);
            return Outcome.of(response.result().name, response.result().id, response.deadLetterQueueRecords());
        });
    }

    private static Handler oursAtSerialization(ProductionExceptionHandler handler, Map<String, ?> configs) {
        handler.configure(configs);
        return (place, exception) -> Outcome.ofAttempt(() -> {
            var origin = ProductionExceptionHandler.SerializationExceptionOrigin.VALUE;
            var response = handler.handleSerializationError(place, OUTPUT, exception, origin);
            return Outcome.of(response.result().name, response.result().id, response.deadLetterQueueRecords());
        });
    }

    private static Handler theirsAtSerialization(
            org.apache.kafka.streams.errors.ProductionExceptionHandler handler, Map<String, ?> configs) {
        handler.configure(configs);
        return (place, exception) -> Outcome.ofAttempt(() -> {
            var origin = org.apache.kafka.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin.VALUE;
            var response = handler.handleSerializationError(place.theirs(), OUTPUT, exception, origin);
            return Outcome.of(response.result().name, response.result().id, response.deadLetterQueueRecords());
        });
    }

    /** Where an error was met. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Place(
            @Nullable String topic,
            int partition,
            long offset,
            Headers headers,
            long timestamp,
            byte @Nullable [] sourceRawKey,
            byte @Nullable [] sourceRawValue)
            implements ErrorHandlerContext {

        static Place random(int seed) {
            var random = new Random(seed);
            Headers headers = new RecordHeaders();
            for (int i = random.nextInt(4); i > 0; i--) {
                // sometimes twice the same name, and sometimes one that a dead letter has as well
                String name = List.of("a", "b", "__streams.errors.topic").get(random.nextInt(3));
                headers.add(name, bytes(random));
            }
            long timestamp = random.nextInt(10) == 0 ? -1 : random.nextLong() >>> 1;
            return new Place(
                    "in",
                    random.nextInt(Integer.MAX_VALUE),
                    random.nextLong() >>> 1,
                    headers,
                    timestamp,
                    bytes(random),
                    bytes(random));
        }

        private static byte @Nullable [] bytes(Random random) {
            if (random.nextInt(4) == 0) {
                return null;
            }
            byte[] bytes = new byte[random.nextInt(20)];
            random.nextBytes(bytes);
            return bytes;
        }

        @Override
        public String processorNodeId() {
            return "KSTREAM-MAP-0000000001";
        }

        @Override
        public TaskId taskId() {
            return new TaskId(0, 1);
        }

        org.apache.kafka.streams.errors.ErrorHandlerContext theirs() {
            return new org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext(
                    null,
                    topic,
                    partition,
                    offset,
                    headers,
                    processorNodeId(),
                    new org.apache.kafka.streams.processor.TaskId(0, 1),
                    timestamp,
                    sourceRawKey,
                    sourceRawValue);
        }

        @Override
        public String toString() {
            return topic + "-" + partition + "@" + offset + " timestamp=" + timestamp + " headers=" + headers + " key="
                    + Arrays.toString(sourceRawKey) + " value=" + Arrays.toString(sourceRawValue);
        }
    }
}
