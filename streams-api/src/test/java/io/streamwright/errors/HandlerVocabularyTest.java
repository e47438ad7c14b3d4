package io.streamwright.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A program's handlers are ported by replacing the prefix of the package: names and constants are those of Kafka Streams. */
final class HandlerVocabularyTest {

    private static final String THEIR_PREFIX = "org.apache.kafka.streams.";
    private static final String OUR_PREFIX = "io.streamwright.";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ErrorHandlerContext",
                "DeserializationExceptionHandler",
                "DeserializationExceptionHandler$Response",
                "ProcessingExceptionHandler",
                "ProcessingExceptionHandler$Response",
                "ProductionExceptionHandler",
                "ProductionExceptionHandler$Response",
                "LogAndContinueExceptionHandler",
                "LogAndFailExceptionHandler",
                "LogAndContinueProcessingExceptionHandler",
                "LogAndFailProcessingExceptionHandler",
                "DefaultProductionExceptionHandler",
            })
    void everyMethodThatIsNotDeprecatedThere_isHere(String name) throws Exception {
        // given
        Class<?> theirs = Class.forName(THEIR_PREFIX + "errors." + name);
        Class<?> ours = Class.forName(OUR_PREFIX + "errors." + name);
        // then
        assertThat(signatures(ours)).containsAll(signatures(theirs));
        assertThat(signatures(theirs)).isNotEmpty();
    }

    private static List<String> signatures(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> !method.isAnnotationPresent(Deprecated.class))
                .map(HandlerVocabularyTest::signature)
                .toList();
    }

    private static String signature(Method method) {
        return Modifier.toString(method.getModifiers() & Modifier.STATIC) + " "
                + method.getReturnType().getName().replace(THEIR_PREFIX, OUR_PREFIX) + " " + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(type -> type.getName().replace(THEIR_PREFIX, OUR_PREFIX))
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DeserializationExceptionHandler$Result",
                "ProcessingExceptionHandler$Result",
                "ProductionExceptionHandler$Result",
                "ProductionExceptionHandler$SerializationExceptionOrigin",
            })
    void constants_haveTheSameNamesAndNumbers(String name) throws Exception {
        assertThat(constants(Class.forName(OUR_PREFIX + "errors." + name)))
                .isEqualTo(constants(Class.forName(THEIR_PREFIX + "errors." + name)))
                .isNotEmpty();
    }

    private static List<String> constants(Class<?> type) throws ReflectiveOperationException {
        List<String> constants = new ArrayList<>();
        for (Object constant : type.getEnumConstants()) {
            String text = ((Enum<?>) constant).name();
            if (Arrays.stream(type.getFields())
                    .anyMatch(field -> field.getName().equals("id"))) {
                text += " " + type.getField("name").get(constant) + " "
                        + type.getField("id").get(constant);
            }
            constants.add(text);
        }
        return constants;
    }

    /** The factory methods of the three kinds of response that take dead letters, and how these are read. */
    static Stream<Function<List<ProducerRecord<byte[], byte[]>>, List<ProducerRecord<byte[], byte[]>>>> factories() {
        return Stream.of(
                letters ->
                        DeserializationExceptionHandler.Response.fail(letters).deadLetterQueueRecords(),
                letters ->
                        DeserializationExceptionHandler.Response.resume(letters).deadLetterQueueRecords(),
                letters -> ProcessingExceptionHandler.Response.fail(letters).deadLetterQueueRecords(),
                letters -> ProcessingExceptionHandler.Response.resume(letters).deadLetterQueueRecords(),
                letters -> ProductionExceptionHandler.Response.fail(letters).deadLetterQueueRecords(),
                letters -> ProductionExceptionHandler.Response.resume(letters).deadLetterQueueRecords());
    }

    @ParameterizedTest
    @MethodSource("factories")
    void deadLettersOfAResponse_areCopied(
            Function<List<ProducerRecord<byte[], byte[]>>, List<ProducerRecord<byte[], byte[]>>> response) {
        // given
        var letter = new ProducerRecord<byte[], byte[]>("letters", new byte[0]);
        List<ProducerRecord<byte[], byte[]>> given = new ArrayList<>(List.of(letter));
        // when
        List<ProducerRecord<byte[], byte[]>> letters = response.apply(given);
        given.clear();
        // then
        assertThat(letters).containsExactly(letter);
        assertThatThrownBy(letters::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThat(response.apply(null)).isEmpty();
    }

    @Test
    void responsesWithoutDeadLetters_sayWhatHappens() {
        assertThat(DeserializationExceptionHandler.Response.fail().result())
                .isEqualTo(DeserializationExceptionHandler.Result.FAIL);
        assertThat(DeserializationExceptionHandler.Response.resume().result())
                .isEqualTo(DeserializationExceptionHandler.Result.RESUME);
        assertThat(ProcessingExceptionHandler.Response.fail().result())
                .isEqualTo(ProcessingExceptionHandler.Result.FAIL);
        assertThat(ProcessingExceptionHandler.Response.resume().result())
                .isEqualTo(ProcessingExceptionHandler.Result.RESUME);
        assertThat(ProductionExceptionHandler.Response.fail().result())
                .isEqualTo(ProductionExceptionHandler.Result.FAIL);
        assertThat(ProductionExceptionHandler.Response.resume().result())
                .isEqualTo(ProductionExceptionHandler.Result.RESUME);
        assertThat(ProductionExceptionHandler.Response.retry().result())
                .isEqualTo(ProductionExceptionHandler.Result.RETRY);
        assertThat(ProductionExceptionHandler.Response.retry().deadLetterQueueRecords())
                .isEmpty();
    }

    /** Written as a handler for Kafka Streams is: its parameter is of the raw type. */
    private static final class PortedHandler implements ProductionExceptionHandler {
        @Override
        public Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
            return Response.resume();
        }

        @Override
        @SuppressWarnings("rawtypes") // as in the peer's interface
        public Response handleSerializationError(
                ErrorHandlerContext context,
                ProducerRecord record,
                Exception exception,
                SerializationExceptionOrigin origin) {
            return Response.resume();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    @Test
    void recordThatCannotBeSerialized_failsTheTaskUnlessTheHandlerSaysOtherwise() {
        // given
        ProductionExceptionHandler lambda = (context, record, exception) -> ProductionExceptionHandler.Response.retry();
        // then
        assertThat(serializationError(lambda)).isEqualTo(ProductionExceptionHandler.Result.FAIL);
        assertThat(serializationError(new PortedHandler())).isEqualTo(ProductionExceptionHandler.Result.RESUME);
    }

    private static ProductionExceptionHandler.Result serializationError(ProductionExceptionHandler handler) {
        return handler.handleSerializationError(
                        null,
                        new ProducerRecord<>("out", "value"),
                        new RuntimeException("x"),
                        ProductionExceptionHandler.SerializationExceptionOrigin.KEY)
                .result();
    }
}
