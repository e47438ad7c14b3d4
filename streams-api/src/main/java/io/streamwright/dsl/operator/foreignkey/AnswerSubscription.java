package io.streamwright.dsl.operator.foreignkey;

import io.streamwright.dsl.operator.join.TableLookup;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Answers a subscription with the right row as it is, with the larger of both timestamps.
 *
 * <p>A left row that leaves clears its result only if there is a right row: if there was one before, its deletion has been told, and
 * that deletes the result.
 *
 * <p>While updates of right rows wait for the commit, the row that was passed on last is told: when the update is passed on, all who
 * subscribed are told anyway.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys of the left table
 * @param <KO> the keys of the right table
 * @param <VO> the values of the right table
 */
public final class AnswerSubscription<K, KO, VO>
        extends ContextualProcessor<@Nullable KO, Subscription, K, Answer<VO>> {
    private final TableLookup<KO, VO> right;
    private final JoinSerdes<K, ?, KO> serdes;
    private TableLookup.@Nullable Rows<KO, VO> rows;
    private JoinSerdes.@Nullable Part<K> primaryKeys;

    private AnswerSubscription(TableLookup<KO, VO> right, JoinSerdes<K, ?, KO> serdes) {
        this.right = right;
        this.serdes = serdes;
    }

    /** Answers with the rows of a table. */
    public static <K, KO, VO> ProcessorSupplier<@Nullable KO, Subscription, K, Answer<VO>> from(
            TableLookup<KO, VO> right, JoinSerdes<K, ?, KO> serdes) {
        return () -> new AnswerSubscription<>(right, serdes);
    }

    @Override
    public void init(ProcessorContext<K, Answer<VO>> context) {
        super.init(context);
        rows = right.open(context, TableLookup.Moment.PASSED_ON);
        primaryKeys = serdes.primaryKeys(context);
    }

    @Override
    public void process(Record<@Nullable KO, Subscription> record) {
        ValueAndTimestamp<VO> row = row(record.key());
        switch (record.value().request()) {
            case LEAVE -> {}
            case LEAVE_AND_CLEAR -> {
                if (row != null) {
                    answer(record, row, null);
                }
            }
            case TELL -> answer(record, row, ValueAndTimestamp.getValueOrNull(row));
            case TELL_IF_FOUND -> {
                if (row != null) {
                    answer(record, row, row.value());
                }
            }
        }
    }

    private @Nullable ValueAndTimestamp<VO> row(@Nullable KO key) {
        return key == null
                ? null
                : Objects.requireNonNull(rows, "rows of the right table").find(key);
    }

    private void answer(
            Record<@Nullable KO, Subscription> record, @Nullable ValueAndTimestamp<VO> row, @Nullable VO told) {
        Subscription subscription = record.value();
        K key = Objects.requireNonNull(primaryKeys, "serde of keys")
                .read(record.headers(), subscription.primaryKey().get());
        long timestamp = row == null ? record.timestamp() : Math.max(record.timestamp(), row.timestamp());
        Answer<VO> answer = new Answer<>(subscription.rowHash(), told, subscription.partition());
        context().forward(new Record<>(key, answer, timestamp, record.headers()));
    }

    @Override
    public void close() {
        TableLookup.Rows.closeIfOpen(rows);
    }
}
