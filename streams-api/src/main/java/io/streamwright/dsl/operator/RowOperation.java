package io.streamwright.dsl.operator;

import io.streamwright.kstream.ValueMapperWithKey;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How rows of a table are made of those of another when joins look them up. Immutable; what it opens belongs to the worker of a task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VOut> the values made
 */
public interface RowOperation<K extends @Nullable Object, V, VOut> {

    /** Makes rows, in one processor. Owner: the worker of its task. */
    @FunctionalInterface
    interface Opened<K extends @Nullable Object, V, VOut> {
        /** Returns what becomes of a row; null if there is none. */
        @Nullable
        ValueAndTimestamp<VOut> of(K key, @Nullable ValueAndTimestamp<V> row);

        /** Gives up what it holds; called once. */
        default void close() {}
    }

    /** Returns the names of the stores that a processor must be connected to before it can make rows. */
    Set<String> stores();

    /**
     * Opens it for a processor.
     *
     * @param context of a processor that is connected to {@link #stores()}
     */
    Opened<K, V, VOut> open(ProcessorContext<?, ?> context);

    /** Returns one that maps the values of rows that are there. */
    static <K extends @Nullable Object, V, VOut> RowOperation<K, V, VOut> of(
            ValueMapperWithKey<? super K, ? super V, ? extends @Nullable VOut> mapper) {
        return new RowOperation<>() {
            @Override
            public Set<String> stores() {
                return Set.of();
            }

            @Override
            public Opened<K, V, VOut> open(ProcessorContext<?, ?> context) {
                return (key, row) -> row == null
                        ? null
                        : ValueAndTimestamp.<VOut>make(mapper.apply(key, row.value()), row.timestamp());
            }
        };
    }
}
