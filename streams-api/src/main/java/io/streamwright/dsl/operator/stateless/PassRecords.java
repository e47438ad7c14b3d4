package io.streamwright.dsl.operator.stateless;

import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Passes records on: the node where streams meet, or where a branch begins.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class PassRecords<K extends @Nullable Object, V extends @Nullable Object>
        extends ContextualProcessor<K, V, K, V> {

    private PassRecords() {}

    /** Passes on every record. */
    public static <K extends @Nullable Object, V extends @Nullable Object> ProcessorSupplier<K, V, K, V> all() {
        return () -> new PassRecords<>();
    }

    @Override
    public void process(Record<K, V> record) {
        context().forward(record);
    }
}
