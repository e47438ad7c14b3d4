package io.streamwright.errors;

import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;

/** What an error means for the transaction that it met, in the order of severity (KIP-1050). */
public enum ErrorCategory {

    /**
     * Nothing was changed, and the same call may succeed later.
     *
     * <p>Action: call again after a backoff, with the same producer. The application does not hear of it, unless
     * {@code task.timeout.ms} runs out; then it is {@link #APPLICATION_RECOVERABLE}.
     */
    PRODUCER_RETRIABLE,

    /**
     * Nothing was changed, and the same call may succeed once it goes to the right place.
     *
     * <p>Action: look up metadata or the coordinator anew, then as for {@link #PRODUCER_RETRIABLE}.
     */
    PRODUCER_REFRESH_RETRIABLE,

    /**
     * The open transaction cannot commit, but its producer goes on working.
     *
     * <p>Action: abort the transaction, rewind the task to its last commit, go on with the same producer.
     */
    ABORTABLE,

    /**
     * The producer is done: it was fenced, or lost its group, or failed in a way that nobody knows.
     *
     * <p>Action: abort what can be aborted, close the producer and write nothing more with it, open it anew (or rejoin the group
     * where membership was lost), rewind the task to its last commit.
     */
    APPLICATION_RECOVERABLE,

    /**
     * Trying again cannot help: a setting, a topic or a permission has to be changed first.
     *
     * <p>Action: abort, and shut down cleanly; other tasks commit and close. One message says what to change.
     */
    INVALID_CONFIGURATION;

    /**
     * Makes the exception as which an error of this category is shared with the application.
     *
     * @param message what happened, and what to do
     * @param cause the error; null if there is none
     */
    public ApiException exception(String message, @Nullable Throwable cause) {
        return switch (this) {
            case PRODUCER_RETRIABLE -> new ProducerRetriableTransactionException(message, cause);
            case PRODUCER_REFRESH_RETRIABLE -> new ProducerRefreshMetadataRetriableTransactionException(message, cause);
            case ABORTABLE -> new AbortableTransactionException(message, cause);
            case APPLICATION_RECOVERABLE -> new ApplicationRecoverableTransactionException(message, cause);
            case INVALID_CONFIGURATION -> new InvalidConfigurationTransactionException(message, cause);
        };
    }
}
