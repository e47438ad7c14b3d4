package io.streamwright.errors;

/**
 * Says which category an error of a transaction falls into.
 *
 * <p>Called by any worker: it must be thread-safe. A program puts its own in front of the standard one:
 *
 * <pre>{@code
 * ErrorClassifier mine = (error, api) -> error instanceof QuotaException
 *         ? ErrorCategory.PRODUCER_RETRIABLE
 *         : ErrorClassifier.standard().classify(error, api);
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
}
