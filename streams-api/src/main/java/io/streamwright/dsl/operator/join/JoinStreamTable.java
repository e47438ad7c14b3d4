package io.streamwright.dsl.operator.join;

import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.dsl.operator.Origins;
import io.streamwright.kstream.ValueJoinerWithKey;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.topology.RecordBuffer.Waited;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins each record of a stream with the row that a table has for its key at that moment; if the table is versioned, at the time of the
 * record (KIP-914).
 *
 * <p>A record without a value has nothing to join and is dropped, as is one without a key where a row is needed (KIP-962). Results
 * keep the timestamp and the headers of the record. With a grace period, records wait until stream time has passed it, and are joined in
 * the order of their timestamps; one that comes too late to wait, or has no key that could have a row, is joined at once (KIP-923).
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
    private final Optional<GracePeriod> grace;
    private TableLookup.@Nullable Rows<K, VTable> rows;
    /** Null if records do not wait. */
    private GracePeriod.@Nullable Waiting<K, V> waiting;

    private JoinStreamTable(
            ValueJoinerWithKey<K, V, @Nullable VTable, VOut> joiner,
            boolean keepsUnmatched,
            TableLookup<K, VTable> table,
            Optional<GracePeriod> grace) {
        this.joiner = joiner;
        this.keepsUnmatched = keepsUnmatched;
        this.table = table;
        this.grace = grace;
    }

    /**
     * Joins records with rows.
     *
     * @param joiner makes the results; gets null for a missing row
     * @param keepsUnmatched whether a record without a row has a result
     * @param table where rows are found
     * @param grace how records wait for late rows; empty if they do not
     */
    public static <K extends @Nullable Object, V, VTable, VOut extends @Nullable Object>
            ProcessorSupplier<K, @Nullable V, K, VOut> with(
                    ValueJoinerWithKey<K, V, @Nullable VTable, VOut> joiner,
                    boolean keepsUnmatched,
                    TableLookup<K, VTable> table,
                    Optional<GracePeriod> grace) {
        return () -> new JoinStreamTable<>(joiner, keepsUnmatched, table, grace);
    }

    @Override
    public void init(ProcessorContext<K, VOut> context) {
        super.init(context);
        rows = table.open(context, TableLookup.Moment.NEWEST);
        waiting = grace.isEmpty() ? null : grace.get().open(context);
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
        Record<K, V> complete = record.withValue(value);
        GracePeriod.Waiting<K, V> waits = waiting;
        if (waits == null || key == null || waits.isOver(record.timestamp())) {
            join(complete, context().recordMetadata());
            return;
        }
        waits.add(complete, context().recordMetadata());
        for (Waited<K, V> due = waits.next(); due != null; due = waits.next()) {
            join(due.record(), due.origin());
        }
    }

    private void join(Record<K, V> record, Optional<RecordMetadata> origin) {
        K key = record.key();
        VTable row = key == null ? null : ValueAndTimestamp.getValueOrNull(found(key, record.timestamp()));
        if (row != null || keepsUnmatched) {
            Origins.forward(context(), record.withValue(joiner.apply(key, record.value(), row)), origin);
        }
    }

    private @Nullable ValueAndTimestamp<VTable> found(K key, long asOfMs) {
        return Objects.requireNonNull(rows, "rows of a joined table").findAsOf(key, asOfMs);
    }

    @Override
    public void close() {
        TableLookup.Rows.closeIfOpen(rows);
    }
}
