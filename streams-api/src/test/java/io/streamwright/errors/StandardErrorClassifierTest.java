package io.streamwright.errors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.InvalidMetadataException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RefreshRetriableException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class StandardErrorClassifierTest {

    private final ErrorClassifier classifier = ErrorClassifier.standard();

    @ParameterizedTest(name = "{0} from {1}: {2}")
    @MethodSource("table")
    void everyRow_hasItsCategoryForBothApis(String type, TransactionApi api, ErrorCategory expected) throws Exception {
        // given
        Throwable error = errorOf(Class.forName(type));
        // when
        ErrorCategory category = classifier.classify(error, api);
        // then
        assertThat(category).isEqualTo(expected);
    }

    @Test
    void table_hasNoRowThatTheReferenceLacks() throws IOException {
        // given
        List<String> reference = new ArrayList<>();
        rows().forEach(row -> reference.add(row[0]));
        for (ErrorCategory category : ErrorCategory.values()) {
            reference.add(category.exception("x", null).getClass().getName());
        }
        // when
        var table = StandardErrorCategories.byClassName();
        // then
        assertThat(table.keySet()).containsExactlyInAnyOrderElementsOf(reference);
    }

    @ParameterizedTest
    @EnumSource(ErrorCategory.class)
    void ownException_andItsSubClasses_haveItsCategoryForBothApis(ErrorCategory category) {
        for (TransactionApi api : TransactionApi.values()) {
            assertThat(classifier.classify(category.exception("x", null), api)).isEqualTo(category);
        }
        assertThat(classifier.classify(new AbortableTransactionException("x") {}, TransactionApi.TRANSACTION))
                .isEqualTo(ErrorCategory.ABORTABLE);
    }

    @Test
    void invalidTxnState_dependsOnTheApi() {
        var error = new InvalidTxnStateException("x");
        assertThat(classifier.classify(error, TransactionApi.PRODUCER)).isEqualTo(ErrorCategory.ABORTABLE);
        assertThat(classifier.classify(error, TransactionApi.TRANSACTION))
                .isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
    }

    @Test
    void subClassWithRowOfItsOwn_doesNotTakeItsParents() {
        // given a class whose parent is retriable
        assertThat(OutOfOrderSequenceException.class).isAssignableFrom(UnknownProducerIdException.class);
        // then
        assertThat(classifier.classify(new UnknownProducerIdException("x"), TransactionApi.PRODUCER))
                .isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
    }

    @Test
    void subClassWithoutRow_takesTheNearestAncestors() {
        assertThat(classifier.classify(new BufferExhaustedException("x"), TransactionApi.PRODUCER))
                .isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
    }

    @Test
    void unknownError_isApplicationRecoverable() {
        assertThat(classifier.classify(new IOException("x"), TransactionApi.PRODUCER))
                .isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(classifier.classify(new OutOfMemoryError("x"), TransactionApi.TRANSACTION))
                .isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
    }

    @Test
    void wrappers_areTakenOff() {
        // given
        Throwable error = new CompletionException(new KafkaException("in an error state", new TimeoutException("x")));
        // then
        assertThat(classifier.classify(new ExecutionException(error), TransactionApi.TRANSACTION))
                .isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
    }

    @Test
    void kafkaExceptionOfItsOwnType_isNoWrapper() {
        // given a fenced producer that names what it met before
        Throwable error = new ProducerFencedException("x");
        error.initCause(new TimeoutException("y"));
        // then
        assertThat(classifier.classify(error, TransactionApi.TRANSACTION))
                .isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
    }

    @Test
    void ringOfCauses_isClassified() {
        // given
        var first = new KafkaException("first");
        var second = new KafkaException("second", first);
        first.initCause(second);
        // then
        assertThat(classifier.classify(first, TransactionApi.PRODUCER))
                .isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
    }

    @Test
    void abortableWhileAborting_isApplicationRecoverable() {
        // given
        Throwable error = new KafkaException("failed to abort", new TransactionAbortableException("x"));
        // when
        ErrorCategory outside = classifier.classify(error, TransactionApi.TRANSACTION);
        ErrorCategory inside = classifier.whileAborting().classify(error, TransactionApi.TRANSACTION);
        // then
        assertThat(outside).isEqualTo(ErrorCategory.ABORTABLE);
        assertThat(inside).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
    }

    @Test
    void otherCategoriesWhileAborting_stay() {
        assertThat(classifier.whileAborting().classify(new TimeoutException("x"), TransactionApi.TRANSACTION))
                .isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
    }

    static Stream<Arguments> table() throws IOException {
        return rows().flatMap(row -> Stream.of(
                arguments(row[0], TransactionApi.PRODUCER, category(row[1])),
                arguments(row[0], TransactionApi.TRANSACTION, category(row[2]))));
    }

    private static ErrorCategory category(String cell) {
        return cell.equals("-") ? ErrorCategory.APPLICATION_RECOVERABLE : ErrorCategory.valueOf(cell);
    }

    private static Stream<String[]> rows() throws IOException {
        try (var reader = new BufferedReader(new InputStreamReader(
                StandardErrorClassifierTest.class.getResourceAsStream("error-categories.tsv"), UTF_8))) {
            return reader
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .toList()
                    .stream();
        }
    }

    /** Makes an error of the class, or of a class directly below it if it is abstract. */
    private static Throwable errorOf(Class<?> type) throws ReflectiveOperationException {
        if (Modifier.isAbstract(type.getModifiers())) {
            return Stream.of(
                            new RetriableException("x") {},
                            new RefreshRetriableException("x") {},
                            new InvalidMetadataException("x") {},
                            new ApplicationRecoverableException("x") {})
                    .filter(error -> error.getClass().getSuperclass() == type)
                    .findFirst()
                    .orElseThrow();
        }
        Constructor<?> constructor = Arrays.stream(type.getDeclaredConstructors())
                .filter(c -> !Modifier.isPrivate(c.getModifiers()))
                .min(Comparator.comparingInt(Constructor::getParameterCount))
                .orElseThrow();
        constructor.setAccessible(true);
        Object[] arguments = Arrays.stream(constructor.getParameterTypes())
                .map(StandardErrorClassifierTest::anyOf)
                .toArray();
        return (Throwable) constructor.newInstance(arguments);
    }

    private static Object anyOf(Class<?> type) {
        if (type == int.class) {
            return 1;
        }
        return type == String.class ? "x" : null;
    }
}
