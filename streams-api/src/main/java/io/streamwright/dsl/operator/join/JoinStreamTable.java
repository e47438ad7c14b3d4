package io.streamwright.dsl.operator.join;

import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.kstream.ValueJoinerWithKey;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins each record of a stream with the row that a table has for its key at that moment; if the table is versioned, at the time of the
 * record (KIP-914).
 *
 * <p>A record without a value has nothing to join and is dropped, as is one without a key where a row is needed (KIP-962). Results
 * keep the timestamp and the headers of the record.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values of the stream
 * @param <VTable> the values of the table
 * @param <VOut> the results
 */
public final class JoinStreamTable<K extends @Nullable Object, V, VTable, VOut extends @Nullable Object>
        extends ContextualProcessor<K, @Nullable V, K, VOut> {
    private static final Logger logger = LoggerFactory.getLogger(JoinStreamTable.class);

    private final ValueJoinerWithKey<K, V, @Nullable VTable, VOut> joiner;
    private final boolean keepsUnmatched;
    private final TableLookup<K, VTable> table;
    private TableLookup.@Nullable Rows<K, VTable> rows;

    private JoinStreamTable(
            ValueJoinerWithKey<K, V, @Nullable VTable, VOut> joiner,
            boolean keepsUnmatched,
            TableLookup<K, VTable> table) {
        this.joiner = joiner;
        this.keepsUnmatched = keepsUnmatched;
        this.table = table;
    }

    /**
     * Joins records with rows.
     *
     * @param joiner makes the results; gets null for a missing row
     * @param keepsUnmatched whether a record without a row has a result
     * @param table where rows are found
     */
    public static <K extends @Nullable Object, V, VTable, VOut extends @Nullable Object>
            ProcessorSupplier<K, @Nullable V, K, VOut> with(
                    ValueJoinerWithKey<K, V, @Nullable VTable, VOut> joiner,
                    boolean keepsUnmatched,
                    TableLookup<K, VTable> table) {
        return () -> new JoinStreamTable<>(joiner, keepsUnmatched, table);
    }

    @Override
    public void init(ProcessorContext<K, VOut> context) {
        super.init(context);
        rows = table.open(context, TableLookup.Moment.NEWEST);
    }

    @Override
    public void process(Record<K, @Nullable V> record) {
        K key = record.key();
        V value = record.value();
        if (value == null || (key == null && !keepsUnmatched)) {
            String reason = keepsUnmatched
                    ? "a record that is joined with a table needs a value"
                    : "a record that is joined with a table needs a key and a value";
            DroppedRecords.report(logger, context(), reason);
            return;
        }
        VTable row = key == null ? null : ValueAndTimestamp.getValueOrNull(found(key, record.timestamp()));
        if (row != null || keepsUnmatched) {
            context().forward(record.withValue(joiner.apply(key, value, row)));
        }
    }

    private @Nullable ValueAndTimestamp<VTable> found(K key, long asOfMs) {
        return Objects.requireNonNull(rows, "rows of a joined table").findAsOf(key, asOfMs);
    }
}
