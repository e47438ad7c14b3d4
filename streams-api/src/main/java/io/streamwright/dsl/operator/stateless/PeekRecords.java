package io.streamwright.dsl.operator.stateless;

import io.streamwright.kstream.ForeachAction;
import io.streamwright.processor.api.ContextualFixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.FixedKeyRecord;
import org.jspecify.annotations.Nullable;

/**
 * Does something for each record and passes it on.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class PeekRecords<K extends @Nullable Object, V extends @Nullable Object>
        extends ContextualFixedKeyProcessor<K, V, V> {
    private final ForeachAction<? super K, ? super V> action;

    private PeekRecords(ForeachAction<? super K, ? super V> action) {
        this.action = action;
    }

    /** Does the action for each record. */
    public static <K extends @Nullable Object, V extends @Nullable Object> FixedKeyProcessorSupplier<K, V, V> with(
            ForeachAction<? super K, ? super V> action) {
        return () -> new PeekRecords<>(action);
    }

    @Override
    public void process(FixedKeyRecord<K, V> record) {
        action.apply(record.key(), record.value());
        context().forward(record);
    }
}
