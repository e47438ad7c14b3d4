package io.streamwright.dsl.operator.stateless;

import io.streamwright.kstream.KeyValueMapper;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Gives each record a new key.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <KOut> the new keys
 */
public final class SelectKey<K extends @Nullable Object, V extends @Nullable Object, KOut extends @Nullable Object>
        extends ContextualProcessor<K, V, KOut, V> {
    private final KeyValueMapper<? super K, ? super V, ? extends KOut> selector;

    private SelectKey(KeyValueMapper<? super K, ? super V, ? extends KOut> selector) {
        this.selector = selector;
    }

    /** Gives each record the key that the selector returns. */
    public static <K extends @Nullable Object, V extends @Nullable Object, KOut extends @Nullable Object>
            ProcessorSupplier<K, V, KOut, V> with(KeyValueMapper<? super K, ? super V, ? extends KOut> selector) {
        return () -> new SelectKey<K, V, KOut>(selector);
    }

    @Override
    public void process(Record<K, V> record) {
        KOut key = selector.apply(record.key(), record.value());
        context().forward(record.withKey(key));
    }
}
