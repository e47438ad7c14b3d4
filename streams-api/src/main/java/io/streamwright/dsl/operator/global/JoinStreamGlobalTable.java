package io.streamwright.dsl.operator.global;

import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.dsl.operator.RowsOf;
import io.streamwright.kstream.KeyValueMapper;
import io.streamwright.kstream.ValueJoinerWithStreamAndMappedKey;
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
 * Joins each record of a stream with the row that a global table has at that moment for a key made of the record.
 *
 * <p>A record without a value has nothing to join and is dropped; the key selector is not asked about it. One of which no key is made is
 * dropped where a row is needed, and joined with null where it is not (KIP-962). Results keep the key, the timestamp and the headers of
 * the record.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys of the stream
 * @param <V> the values of the stream
 * @param <KTable> the keys of the table
 * @param <VTable> the values of the table
 * @param <VOut> the results
 */
public final class JoinStreamGlobalTable<K extends @Nullable Object, V, KTable, VTable, VOut extends @Nullable Object>
        extends ContextualProcessor<K, @Nullable V, K, VOut> {
    private static final Logger logger = LoggerFactory.getLogger(JoinStreamGlobalTable.class);

    private final String storeName;
    private final boolean keepsUnmatched;
    private final KeyValueMapper<K, V, @Nullable KTable> keySelector;
    private final ValueJoinerWithStreamAndMappedKey<K, @Nullable KTable, V, @Nullable VTable, VOut> joiner;
    private @Nullable TimestampedKeyValueStore<KTable, VTable> rows;

    private JoinStreamGlobalTable(
            String storeName,
            boolean keepsUnmatched,
            KeyValueMapper<K, V, @Nullable KTable> keySelector,
            ValueJoinerWithStreamAndMappedKey<K, @Nullable KTable, V, @Nullable VTable, VOut> joiner) {
        this.storeName = storeName;
        this.keepsUnmatched = keepsUnmatched;
        this.keySelector = keySelector;
        this.joiner = joiner;
    }

    /**
     * Joins records with rows.
     *
     * @param storeName the table's store
     * @param keepsUnmatched whether a record without a row has a result
     * @param keySelector makes keys of the table; null for none
     * @param joiner makes the results; gets null for a missing row
     */
    public static <K extends @Nullable Object, V, KTable, VTable, VOut extends @Nullable Object>
            ProcessorSupplier<K, @Nullable V, K, VOut> with(
                    String storeName,
                    boolean keepsUnmatched,
                    KeyValueMapper<K, V, @Nullable KTable> keySelector,
                    ValueJoinerWithStreamAndMappedKey<K, @Nullable KTable, V, @Nullable VTable, VOut> joiner) {
        return () -> new JoinStreamGlobalTable<>(storeName, keepsUnmatched, keySelector, joiner);
    }

    @Override
    public void init(ProcessorContext<K, VOut> context) {
        super.init(context);
        rows = RowsOf.table(context, storeName);
    }

    @Override
    public void process(Record<K, @Nullable V> record) {
        K key = record.key();
        V value = record.value();
        if (value == null) {
            DroppedRecords.report(logger, context(), "a record that is joined with a global table needs a value");
            return;
        }
        KTable tableKey = keySelector.apply(key, value);
        if (tableKey == null && !keepsUnmatched) {
            DroppedRecords.report(logger, context(), "the key selector of a join with a global table returned no key");
            return;
        }
        VTable row = tableKey == null ? null : row(tableKey);
        if (row != null || keepsUnmatched) {
            context().forward(record.withValue(joiner.apply(key, tableKey, value, row)));
        }
    }

    private @Nullable VTable row(KTable tableKey) {
        return ValueAndTimestamp.getValueOrNull(
                Objects.requireNonNull(rows, "rows of a global table").get(tableKey));
    }
}
