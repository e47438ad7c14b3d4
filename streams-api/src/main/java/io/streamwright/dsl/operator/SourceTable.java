package io.streamwright.dsl.operator;

import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the records of a topic or stream as updates of a table, in the order in which they come, whatever their timestamps.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class SourceTable<K, V> extends ContextualProcessor<@Nullable K, @Nullable V, K, Change<V>>
        implements EmitOnCommit {
    private static final Logger logger = LoggerFactory.getLogger(SourceTable.class);

    private final TableRole role;
    private @Nullable StoredTable<K, V> table;

    private SourceTable(TableRole role) {
        this.role = role;
    }

    /** Takes records as updates. */
    public static <K, V> ProcessorSupplier<@Nullable K, @Nullable V, K, Change<V>> of(TableRole role) {
        return () -> new SourceTable<>(role);
    }

    @Override
    public void init(ProcessorContext<K, Change<V>> context) {
        super.init(context);
        table = StoredTable.open(context, role);
    }

    @Override
    public void process(Record<@Nullable K, @Nullable V> record) {
        K key = record.key();
        if (key == null) {
            DroppedRecords.report(logger, context(), "a table's record needs a key");
            return;
        }
        Record<K, @Nullable V> keyed = record.withKey(key);
        if (table == null) {
            context().forward(keyed.withValue(new Change<>(record.value(), null)));
            return;
        }
        ValueAndTimestamp<V> row = table.row(key);
        if (row != null && record.timestamp() < row.timestamp()) {
            logger.debug(
                    "task={} store={} update out of order: row timestamp={} record timestamp={} origin={}",
                    context().taskId(),
                    role.store(),
                    row.timestamp(),
                    record.timestamp(),
                    context().recordMetadata());
        }
        table.update(keyed, new Change<>(record.value(), ValueAndTimestamp.getValueOrNull(row)), record.timestamp());
    }

    @Override
    public void emitPending() {
        if (table != null) {
            table.emitPending();
        }
    }
}
