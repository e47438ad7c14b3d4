package io.streamwright.dsl.operator.global;

import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.dsl.operator.RowsOf;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the latest value of each key, in the order of the topic and whatever the timestamps. A record without a key is dropped.
 *
 * <p>Owner: the loop that reads global topics.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class KeepGlobalTable<K, V> extends ContextualProcessor<@Nullable K, @Nullable V, Void, Void> {
    private static final Logger logger = LoggerFactory.getLogger(KeepGlobalTable.class);

    private final String storeName;
    private @Nullable TimestampedKeyValueStore<K, V> store;

    private KeepGlobalTable(String storeName) {
        this.storeName = storeName;
    }

    /** Keeps a table in a store. */
    public static <K, V> ProcessorSupplier<@Nullable K, @Nullable V, Void, Void> in(String storeName) {
        return () -> new KeepGlobalTable<>(storeName);
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        store = RowsOf.table(context, storeName);
    }

    @Override
    public void process(Record<@Nullable K, @Nullable V> record) {
        K key = record.key();
        if (key == null) {
            DroppedRecords.report(logger, context(), "a global table's record needs a key");
            return;
        }
        Objects.requireNonNull(store, "store of a global table")
                .put(key, ValueAndTimestamp.make(record.value(), record.timestamp()));
    }
}
