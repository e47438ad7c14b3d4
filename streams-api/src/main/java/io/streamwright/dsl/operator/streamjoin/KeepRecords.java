package io.streamwright.dsl.operator.streamjoin;

import io.streamwright.dsl.operator.window.StreamTime;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts the records of one stream where those of the other find them, and passes them on to be joined.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class KeepRecords<K, V> extends ContextualProcessor<@Nullable K, @Nullable V, @Nullable K, Kept<V>> {
    private final String storeName;
    private @Nullable KeptRecords<K, V> store;

    private KeepRecords(String storeName) {
        this.storeName = storeName;
    }

    /**
     * Keeps records.
     *
     * @param storeName of a window store that keeps duplicates
     */
    public static <K, V> ProcessorSupplier<@Nullable K, @Nullable V, @Nullable K, Kept<V>> in(String storeName) {
        return () -> new KeepRecords<>(storeName);
    }

    @Override
    public void init(ProcessorContext<@Nullable K, Kept<V>> context) {
        super.init(context);
        store = KeptRecords.in(context, storeName);
    }

    @Override
    public void process(Record<@Nullable K, @Nullable V> record) {
        KeptRecords<K, V> records = Objects.requireNonNull(store, "store of a joined stream");
        K key = record.key();
        if (key != null) {
            records.keep(key, record);
        }
        context().forward(record.withValue(new Kept<>(record.value(), StreamTime.in(records.store()))));
    }
}
