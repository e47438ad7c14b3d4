package io.streamwright.dsl.operator;

import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ProcessingContext;
import io.streamwright.state.KeepsHeaders;

/** Where operators find the rows of a table. Thread-safe: holds nothing. */
public final class RowsOf {
    private RowsOf() {}

    /**
     * Returns the store of a table, which operators use without the headers that it may keep: a row's are none but those that its
     * serializer adds.
     *
     * @param store the store's name
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"
    }) // as getStateStore: the program knows what it built
    public static <S extends StateStore> S table(ProcessingContext context, String store) {
        StateStore kept = context.getStateStore(store);
        return (S) (kept instanceof KeepsHeaders keeping ? keeping.withoutHeaders() : kept);
    }
}
