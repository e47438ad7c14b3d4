package io.streamwright.runtime;

import io.streamwright.errors.CategoryTransactionErrorHandler;
import io.streamwright.errors.TransactionErrorContext;
import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.errors.TransactionErrorResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The handler that holds unless another is set, which keeps what it was told.
 *
 * <p>Thread-safe: a list that is copied when it changes.
 */
final class RecordingErrorHandler implements TransactionErrorHandler {
    private final TransactionErrorHandler handler = new CategoryTransactionErrorHandler();
    private final List<TransactionErrorContext> told = new CopyOnWriteArrayList<>();

    @Override
    public TransactionErrorResponse handle(TransactionErrorContext context) {
        told.add(context);
        return handler.handle(context);
    }

    List<TransactionErrorContext> told() {
        return told;
    }
}
