package io.streamwright.dsl.operator;

import io.streamwright.kstream.Predicate;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows that a predicate accepts, and deletes those that it no longer accepts.
 *
 * <p>Where old values are known, an update of a row that was not kept before and is not kept now is none; where they are not, it is
 * passed on as a deletion, as there may have been a row. So it is with versioned tables, as there may be a version before it (KIP-914).
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class FilterTable<K, V> extends ContextualProcessor<K, Change<V>, K, Change<V>> implements EmitOnCommit {
    private final Predicate<? super K, ? super V> predicate;
    private final boolean accepted;
    private final TableRole role;
    private @Nullable StoredTable<K, V> table;

    private FilterTable(Predicate<? super K, ? super V> predicate, boolean accepted, TableRole role) {
        this.predicate = predicate;
        this.accepted = accepted;
        this.role = role;
    }

    /** Keeps the rows for which the predicate says {@code accepted}. */
    public static <K, V> ProcessorSupplier<K, Change<V>, K, Change<V>> where(
            Predicate<? super K, ? super V> predicate, boolean accepted, TableRole role) {
        return () -> new FilterTable<>(predicate, accepted, role);
    }

    @Override
    public void init(ProcessorContext<K, Change<V>> context) {
        super.init(context);
        table = StoredTable.open(context, role);
    }

    @Override
    public void process(Record<K, Change<V>> record) {
        K key = record.key();
        V newValue = kept(key, record.value().newValue());
        V oldValue = oldValue(key, record.value());
        if (!role.ofVersions() && role.sendsOldValues() && newValue == null && oldValue == null) {
            return;
        }
        Change<V> change = new Change<>(newValue, oldValue, record.value().latest());
        if (table == null) {
            context().forward(record.withValue(change));
        } else {
            table.update(record, change, record.timestamp());
        }
    }

    private @Nullable V kept(K key, @Nullable V value) {
        return value != null && predicate.test(key, value) == accepted ? value : null;
    }

    private @Nullable V oldValue(K key, Change<V> change) {
        if (table != null) {
            return table.usesOldValue() ? table.value(key) : null;
        }
        return role.sendsOldValues() ? kept(key, change.oldValue()) : null;
    }

    @Override
    public void emitPending() {
        if (table != null) {
            table.emitPending();
        }
    }
}
