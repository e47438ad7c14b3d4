package io.streamwright.errors;

import com.google.common.collect.ImmutableMap;

/** Looks errors up in the table of {@link StandardErrorCategories}. Immutable. */
final class StandardErrorClassifier implements ErrorClassifier {

    static final StandardErrorClassifier INSTANCE = new StandardErrorClassifier(StandardErrorCategories.byClassName());

    private final ImmutableMap<String, StandardErrorCategories.Row> table;

    private StandardErrorClassifier(ImmutableMap<String, StandardErrorCategories.Row> table) {
        this.table = table;
    }

    @Override
    public ErrorCategory classify(Throwable error, TransactionApi api) {
        for (Class<?> type = ErrorWrappers.takenOff(error).getClass(); type != null; type = type.getSuperclass()) {
            StandardErrorCategories.Row row = table.get(type.getName());
            if (row != null) {
                return row.category(api);
            }
        }
        return ErrorCategory.APPLICATION_RECOVERABLE;
    }
}
