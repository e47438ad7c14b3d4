package io.streamwright.errors;

import java.util.Optional;

/**
 * Says which category an error of a transaction falls into.
 *
 * <p>Set by {@code transaction.error.classifier}, to a class or to an object. Called by any worker: it must be thread-safe. A program
 * puts errors of its own in front of the standard ones:
 *
 * <pre>{@code
 * ErrorClassifier mine = ErrorClassifier.standard()
 *         .withCategory(QuotaException.class, ErrorCategory.PRODUCER_RETRIABLE)
 *         .withCategory(QuotaGoneException.class, ErrorCategory.INVALID_CONFIGURATION); // a sub-class: asked first
 * }</pre>
 */
@FunctionalInterface
public interface ErrorClassifier {

    /**
     * Returns the error's category.
     *
     * @param error as it was thrown, or given to a callback
     * @param api which side of the transaction raised it
     */
    ErrorCategory classify(Throwable error, TransactionApi api);

    /**
     * Returns the classifier of the house, which follows the table of KIP-1050.
     *
     * <p>Wrappers ({@link java.util.concurrent.ExecutionException}, {@link java.util.concurrent.CompletionException} and a bare
     * {@link org.apache.kafka.common.KafkaException}) are taken off first. A sub-class has the category of its nearest ancestor in
     * the table. What is not in the table is {@link ErrorCategory#APPLICATION_RECOVERABLE}.
     */
    static ErrorClassifier standard() {
        return StandardErrorClassifier.INSTANCE;
    }

    /**
     * Returns this classifier for errors that an abort raises: what would be answered with an abort is
     * {@link ErrorCategory#APPLICATION_RECOVERABLE} there, as another abort of the same producer cannot succeed.
     */
    default ErrorClassifier whileAborting() {
        return (error, api) -> {
            ErrorCategory category = classify(error, api);
            return category == ErrorCategory.ABORTABLE ? ErrorCategory.APPLICATION_RECOVERABLE : category;
        };
    }

    /**
     * Returns a classifier that has errors of one more type in a category, for both APIs; all others it leaves to this one.
     *
     * <p>Wrappers are taken off first, as {@link #standard()} does; an error that is nothing but a wrapper is seen as it is. The type
     * that was added last is asked first, and the first that fits decides: so add a type before its sub-types.
     *
     * @param type the errors, sub-classes included
     * @param category what they mean
     */
    default ErrorClassifier withCategory(Class<? extends Throwable> type, ErrorCategory category) {
        return new OwnErrorClassifier(type, category, this);
    }

    /**
     * Returns the category that the program itself has given an error: as it is one of the five exceptions of this package, or of a
     * type that was put in by {@link #withCategory}. A processor that throws such an error has its transaction treated accordingly;
     * all other errors of processors are the processing handler's.
     *
     * @return empty if only the table of the house, or nobody, knows the error
     */
    default Optional<ErrorCategory> ownCategory(Throwable error) {
        return OwnErrorClassifier.byException(error);
    }
}
