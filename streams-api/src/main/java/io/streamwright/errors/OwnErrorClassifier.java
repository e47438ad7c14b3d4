package io.streamwright.errors;

import java.util.Optional;

/** Has errors of one type of the program's own in a category, and leaves the others to the classifier behind it. Immutable. */
final class OwnErrorClassifier implements ErrorClassifier {
    private final Class<? extends Throwable> type;
    private final ErrorCategory category;
    private final ErrorClassifier behind;

    OwnErrorClassifier(Class<? extends Throwable> type, ErrorCategory category, ErrorClassifier behind) {
        this.type = type;
        this.category = category;
        this.behind = behind;
    }

    /** Returns the category that an exception of this package stands for; empty for any other error. */
    static Optional<ErrorCategory> byException(Throwable error) {
        Throwable own = ErrorWrappers.takenOff(error);
        if (own instanceof ProducerRetriableTransactionException) {
            return Optional.of(ErrorCategory.PRODUCER_RETRIABLE);
        }
        if (own instanceof ProducerRefreshMetadataRetriableTransactionException) {
            return Optional.of(ErrorCategory.PRODUCER_REFRESH_RETRIABLE);
        }
        if (own instanceof AbortableTransactionException) {
            return Optional.of(ErrorCategory.ABORTABLE);
        }
        if (own instanceof ApplicationRecoverableTransactionException) {
            return Optional.of(ErrorCategory.APPLICATION_RECOVERABLE);
        }
        return own instanceof InvalidConfigurationTransactionException
                ? Optional.of(ErrorCategory.INVALID_CONFIGURATION)
                : Optional.empty();
    }

    @Override
    public ErrorCategory classify(Throwable error, TransactionApi api) {
        return fits(error) ? category : behind.classify(error, api);
    }

    @Override
    public Optional<ErrorCategory> ownCategory(Throwable error) {
        return fits(error) ? Optional.of(category) : behind.ownCategory(error);
    }

    private boolean fits(Throwable error) {
        return type.isInstance(ErrorWrappers.takenOff(error));
    }
}
