package io.streamwright.errors;

import com.google.common.collect.ImmutableMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;

/** Looks errors up in the table of {@link StandardErrorCategories}. Immutable. */
final class StandardErrorClassifier implements ErrorClassifier {

    static final StandardErrorClassifier INSTANCE = new StandardErrorClassifier(StandardErrorCategories.byClassName());

    /** Bounds the search through causes, which may form a ring. */
    private static final int MAX_WRAPPERS = 32;

    private final ImmutableMap<String, StandardErrorCategories.Row> table;

    private StandardErrorClassifier(ImmutableMap<String, StandardErrorCategories.Row> table) {
        this.table = table;
    }

    @Override
    public ErrorCategory classify(Throwable error, TransactionApi api) {
        for (Class<?> type = unwrap(error).getClass(); type != null; type = type.getSuperclass()) {
            StandardErrorCategories.Row row = table.get(type.getName());
            if (row != null) {
                return row.category(api);
            }
        }
        return ErrorCategory.APPLICATION_RECOVERABLE;
    }

    private static Throwable unwrap(Throwable error) {
        Throwable current = error;
        for (int i = 0; i < MAX_WRAPPERS && isWrapper(current); i++) {
            Throwable cause = current.getCause();
            if (cause == null) {
                return current;
            }
            current = cause;
        }
        return current;
    }

    private static boolean isWrapper(Throwable error) {
        return error instanceof ExecutionException
                || error instanceof CompletionException
                || error.getClass() == KafkaException.class;
    }
}
