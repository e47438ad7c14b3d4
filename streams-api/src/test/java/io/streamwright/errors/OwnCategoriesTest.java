package io.streamwright.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class OwnCategoriesTest {

    @ParameterizedTest
    @EnumSource(TransactionApi.class)
    void errorOfTheType_isInTheCategoryForBothApis(TransactionApi api) {
        // given
        ErrorClassifier mine =
                ErrorClassifier.standard().withCategory(IOException.class, ErrorCategory.PRODUCER_RETRIABLE);
        // then
        assertThat(mine.classify(new IOException("x"), api)).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
        assertThat(mine.classify(new FileNotFoundException("x"), api)).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
    }

    @Test
    void otherErrors_stayAsTheyWere() {
        // given
        ErrorClassifier mine =
                ErrorClassifier.standard().withCategory(IOException.class, ErrorCategory.PRODUCER_RETRIABLE);
        // then
        assertThat(category(mine, new TimeoutException("x"))).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
        assertThat(category(mine, new ProducerFencedException("x"))).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(category(mine, new Error("x"))).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
    }

    @Test
    void wrappedError_isInTheCategory() {
        // given
        ErrorClassifier mine = ErrorClassifier.standard().withCategory(IOException.class, ErrorCategory.ABORTABLE);
        Throwable error = new ExecutionException(new CompletionException(new KafkaException(new IOException("x"))));
        // then
        assertThat(category(mine, error)).isEqualTo(ErrorCategory.ABORTABLE);
    }

    @Test
    void causeOfAnErrorThatIsNoWrapper_isNotLookedAt() {
        // given
        ErrorClassifier mine = ErrorClassifier.standard().withCategory(IOException.class, ErrorCategory.ABORTABLE);
        // then
        assertThat(category(mine, new IllegalStateException("x", new IOException("y"))))
                .isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
    }

    @Test
    void bareWrapper_isSeenAsItIs() {
        // given
        ErrorClassifier mine = ErrorClassifier.standard().withCategory(KafkaException.class, ErrorCategory.ABORTABLE);
        // then
        assertThat(category(mine, new KafkaException("x"))).isEqualTo(ErrorCategory.ABORTABLE);
        assertThat(category(mine, new KafkaException(new IOException("y"))))
                .isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
    }

    @Test
    void rowOfTheTable_canBeOverruled() {
        // given
        ErrorClassifier mine = ErrorClassifier.standard()
                .withCategory(ProducerFencedException.class, ErrorCategory.INVALID_CONFIGURATION);
        // then
        assertThat(category(mine, new ProducerFencedException("x"))).isEqualTo(ErrorCategory.INVALID_CONFIGURATION);
    }

    @Test
    void typeAddedLast_isAskedFirst() {
        // given
        ErrorClassifier subTypeLast = ErrorClassifier.standard()
                .withCategory(IOException.class, ErrorCategory.PRODUCER_RETRIABLE)
                .withCategory(FileNotFoundException.class, ErrorCategory.INVALID_CONFIGURATION);
        ErrorClassifier subTypeFirst = ErrorClassifier.standard()
                .withCategory(FileNotFoundException.class, ErrorCategory.INVALID_CONFIGURATION)
                .withCategory(IOException.class, ErrorCategory.PRODUCER_RETRIABLE);
        // then
        assertThat(category(subTypeLast, new FileNotFoundException("x")))
                .isEqualTo(ErrorCategory.INVALID_CONFIGURATION);
        assertThat(category(subTypeLast, new IOException("x"))).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
        assertThat(category(subTypeFirst, new FileNotFoundException("x"))).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE);
    }

    @Test
    void ownAbortableErrorWhileAborting_isApplicationRecoverable() {
        // given
        ErrorClassifier mine = ErrorClassifier.standard().withCategory(IOException.class, ErrorCategory.ABORTABLE);
        // then
        assertThat(category(mine.whileAborting(), new IOException("x")))
                .isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
    }

    private static ErrorCategory category(ErrorClassifier classifier, Throwable error) {
        return classifier.classify(error, TransactionApi.TRANSACTION);
    }
}
