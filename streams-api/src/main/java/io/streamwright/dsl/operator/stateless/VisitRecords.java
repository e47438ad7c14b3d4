package io.streamwright.dsl.operator.stateless;

import io.streamwright.kstream.ForeachAction;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Does something for each record at the end of a stream.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class VisitRecords<K extends @Nullable Object, V extends @Nullable Object>
        extends ContextualProcessor<K, V, Void, Void> {
    private final ForeachAction<? super K, ? super V> action;

    private VisitRecords(ForeachAction<? super K, ? super V> action) {
        this.action = action;
    }

    /** Does the action for each record. */
    public static <K extends @Nullable Object, V extends @Nullable Object> ProcessorSupplier<K, V, Void, Void> with(
            ForeachAction<? super K, ? super V> action) {
        return () -> new VisitRecords<>(action);
    }

    @Override
    public void process(Record<K, V> record) {
        action.apply(record.key(), record.value());
    }
}
