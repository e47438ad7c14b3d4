package io.streamwright.dsl.operator.join;

import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.kstream.ValueJoiner;
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
 * Joins each update of one table with the row of the other: one side of a join.
 *
 * <p>An update that makes an older version of a row has no result (KIP-914). The result has the larger of both timestamps, and the headers of the update.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values of the table whose updates come in
 * @param <VOther> the values of the other table
 * @param <VOut> the results
 */
public final class JoinTables<K, V, VOther, VOut> extends ContextualProcessor<K, Change<V>, K, Change<VOut>> {
    private static final Logger logger = LoggerFactory.getLogger(JoinTables.class);

    /** Makes a result of what came in and what was found; null if there is none. */
    private interface Result<V, VOther, VOut> {
        @Nullable
        VOut of(@Nullable V own, @Nullable VOther other);
    }

    private final Result<V, VOther, VOut> result;
    private final boolean keepsOwn;
    private final TableLookup<K, VOther> other;
    private final boolean sendsOldValues;
    private TableLookup.@Nullable Rows<K, VOther> others;

    private JoinTables(
            Result<V, VOther, VOut> result, boolean keepsOwn, TableLookup<K, VOther> other, boolean sendsOldValues) {
        this.result = result;
        this.keepsOwn = keepsOwn;
        this.other = other;
        this.sendsOldValues = sendsOldValues;
    }

    /** Takes the updates of the left table. */
    public static <K, V1, V2, VOut> ProcessorSupplier<K, Change<V1>, K, Change<VOut>> left(
            JoinType type,
            ValueJoiner<@Nullable V1, @Nullable V2, @Nullable VOut> joiner,
            TableLookup<K, V2> right,
            boolean sendsOldValues) {
        Result<V1, V2, VOut> result = (own, found) -> type.<V1, V2, VOut>result(joiner, own, found);
        return () -> new JoinTables<>(result, type.keepsLeft(), right, sendsOldValues);
    }

    /** Takes the updates of the right table. */
    public static <K, V1, V2, VOut> ProcessorSupplier<K, Change<V2>, K, Change<VOut>> right(
            JoinType type,
            ValueJoiner<@Nullable V1, @Nullable V2, @Nullable VOut> joiner,
            TableLookup<K, V1> left,
            boolean sendsOldValues) {
        Result<V2, V1, VOut> result = (own, found) -> type.<V1, V2, VOut>result(joiner, found, own);
        return () -> new JoinTables<>(result, type.keepsRight(), left, sendsOldValues);
    }

    @Override
    public void init(ProcessorContext<K, Change<VOut>> context) {
        super.init(context);
        others = other.open(context, TableLookup.Moment.PASSED_ON);
    }

    @Override
    public void process(Record<K, Change<V>> record) {
        if (!record.value().latest()) {
            DroppedRecords.report(logger, context(), "a join of tables takes the newest versions of rows only");
            return;
        }
        ValueAndTimestamp<VOther> row =
                Objects.requireNonNull(others, "rows of a join's other table").find(record.key());
        Change<V> change = record.value();
        if (row == null && (!keepsOwn || (change.newValue() == null && change.oldValue() == null))) {
            return; // there was no result and there is none
        }
        VOther found = ValueAndTimestamp.getValueOrNull(row);
        VOut newValue = result.of(change.newValue(), found);
        VOut oldValue = sendsOldValues ? result.of(change.oldValue(), found) : null;
        long timestamp = row == null ? record.timestamp() : Math.max(record.timestamp(), row.timestamp());
        context().forward(new Record<>(record.key(), new Change<>(newValue, oldValue), timestamp, record.headers()));
    }

    @Override
    public void close() {
        TableLookup.Rows.closeIfOpen(others);
    }
}
