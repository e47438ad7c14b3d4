package io.streamwright.dsl.operator.foreignkey;

import io.streamwright.dsl.operator.foreignkey.Subscription.Request;
import io.streamwright.dsl.operator.join.TableLookup;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes results of the answers to left rows' subscriptions, with the larger of both rows' timestamps.
 *
 * <p>An answer to a row that has changed meanwhile is left aside: the row has asked again. But if it says that there is nothing, it was
 * to delete a result, and in an inner join not every question is answered. So the row as it is now asks once more, and this time it
 * gets an answer in any case; if it refers to nothing, or is gone, there is no result. Thus every result ends right, whatever overtakes
 * what.
 *
 * <p>While updates of left rows wait for the commit, an answer meets the row that was passed on last, which is the one that asked.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys of the left table
 * @param <V> the values of the left table
 * @param <KO> the keys of the right table
 * @param <VO> the values of the right table
 * @param <VOut> the results
 */
public final class ResolveAnswer<K, V, KO, VO, VOut>
        extends ContextualProcessor<K, Answer<VO>, @Nullable Object, @Nullable Object> {
    private static final Logger logger = LoggerFactory.getLogger(ResolveAnswer.class);

    private final Relation<K, V, KO, VO, VOut> relation;
    private final TableLookup<K, V> left;
    private final JoinSerdes<K, V, KO> serdes;
    private final Children children;
    private TableLookup.@Nullable Rows<K, V> rows;
    private @Nullable Asking<K, V, KO> asking;

    private ResolveAnswer(
            Relation<K, V, KO, VO, VOut> relation,
            TableLookup<K, V> left,
            JoinSerdes<K, V, KO> serdes,
            Children children) {
        this.relation = relation;
        this.left = left;
        this.serdes = serdes;
        this.children = children;
    }

    /**
     * Makes results of answers.
     *
     * @param relation which rows belong together, and what becomes of them
     * @param left where left rows are found
     * @param serdes of keys and values
     * @param children where results and questions go
     */
    public static <K, V, KO, VO, VOut> ProcessorSupplier<K, Answer<VO>, @Nullable Object, @Nullable Object> with(
            Relation<K, V, KO, VO, VOut> relation,
            TableLookup<K, V> left,
            JoinSerdes<K, V, KO> serdes,
            Children children) {
        return () -> new ResolveAnswer<>(relation, left, serdes, children);
    }

    /**
     * Which rows belong together, and what becomes of them. Immutable.
     *
     * @param keepsUnmatched whether a left row alone has a result
     * @param foreignKey returns the key that a left row refers to; null: it refers to none
     * @param joiner makes the results; gets null for a missing right row
     */
    public record Relation<K, V, KO, VO, VOut>(
            boolean keepsUnmatched,
            BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKey,
            ValueJoiner<V, @Nullable VO, @Nullable VOut> joiner) {}

    /**
     * The nodes behind this one. Immutable.
     *
     * @param results takes results
     * @param subscriptions takes subscriptions to their topic
     */
    public record Children(String results, String subscriptions) {}

    @Override
    public void init(ProcessorContext<@Nullable Object, @Nullable Object> context) {
        super.init(context);
        rows = left.open(context, TableLookup.Moment.PASSED_ON);
        asking = new Asking<>(relation.foreignKey(), serdes, context);
    }

    @Override
    public void process(Record<K, Answer<VO>> record) {
        ValueAndTimestamp<V> row =
                Objects.requireNonNull(rows, "rows of the left table").find(record.key());
        V value = ValueAndTimestamp.getValueOrNull(row);
        Answer<VO> answer = record.value();
        VO foreignValue = answer.foreignValue();
        boolean holds = Objects.equals(answer.rowHash(), asking().hash(record.headers(), value));
        if (foreignValue == null && !relation.keepsUnmatched()) {
            clear(record, row, holds);
        } else if (holds) {
            send(record, row, value == null ? null : relation.joiner().apply(value, foreignValue));
        } else {
            logger.trace(
                    "task={} answer to a row that has changed is left aside",
                    context().taskId());
        }
    }

    /** Deletes a result, or finds out whether it is to be deleted. */
    private void clear(Record<K, Answer<VO>> record, @Nullable ValueAndTimestamp<V> row, boolean holds) {
        KO foreignKey = holds || row == null ? null : asking().foreignKey(record.key(), row.value());
        if (row == null || foreignKey == null) {
            send(record, row, null);
            return;
        }
        Subscription again = asking().subscription(record.headers(), record.key(), row.value(), Request.TELL);
        context()
                .forward(
                        new Record<>(foreignKey, again, later(record, row), record.headers()),
                        children.subscriptions());
    }

    @SuppressWarnings("NullAway") // what is forwarded may be null, as the class says; the checker does not see it
    private void send(Record<K, Answer<VO>> record, @Nullable ValueAndTimestamp<V> row, @Nullable VOut result) {
        context()
                .forward(
                        new Record<K, @Nullable VOut>(record.key(), result, later(record, row), record.headers()),
                        children.results());
    }

    /** The time of a row in a suppressed table may not be known; that of an answer is. */
    private static long later(Record<?, ?> answer, @Nullable ValueAndTimestamp<?> row) {
        return row == null ? answer.timestamp() : Math.max(answer.timestamp(), row.timestamp());
    }

    private Asking<K, V, KO> asking() {
        return Objects.requireNonNull(asking, "subscriptions of a join");
    }

    @Override
    public void close() {
        TableLookup.Rows.closeIfOpen(rows);
    }
}
