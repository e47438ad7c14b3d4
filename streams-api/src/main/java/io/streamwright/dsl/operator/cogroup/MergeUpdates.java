package io.streamwright.dsl.operator.cogroup;

import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.HandedOver;
import io.streamwright.dsl.operator.TableRole;
import io.streamwright.dsl.operator.TableUpdates;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the updates of operators that aggregate into one store, so that a row which several of them change is one update for each
 * transaction.
 *
 * <p>It has no store of its own, and is not connected to that of the operators: each update brings the store along.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class MergeUpdates<K, V> extends ContextualProcessor<K, HandedOver<V>, K, Change<V>>
        implements EmitOnCommit {
    private final TableRole role;
    private @Nullable TableUpdates<K, V> updates;
    private boolean entered;

    private MergeUpdates(TableRole role) {
        this.role = role;
    }

    /** Passes on updates as the role of the table says. */
    public static <K, V> ProcessorSupplier<K, HandedOver<V>, K, Change<V>> in(TableRole role) {
        return () -> new MergeUpdates<>(role);
    }

    @Override
    public void init(ProcessorContext<K, Change<V>> context) {
        super.init(context);
        updates = TableUpdates.of(context, role);
    }

    @Override
    public void process(Record<K, HandedOver<V>> record) {
        TableUpdates<K, V> current = Objects.requireNonNull(updates, "updates of a table");
        HandedOver<V> update = record.value();
        if (!entered) {
            // Nothing was held back before, so joins found the rows of the store, which were passed on.
            role.heldBack().ifPresent(heldBack -> current.enter(heldBack, update.store()));
            entered = true;
        }
        current.send(record, update.change(), update.timestamp(), update.before());
    }

    @Override
    public void emitPending() {
        if (updates != null) {
            updates.emitPending();
        }
    }
}
