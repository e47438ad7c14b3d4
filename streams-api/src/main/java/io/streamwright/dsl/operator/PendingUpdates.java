package io.streamwright.dsl.operator;

import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The updates of a table's rows that wait for the commit: one for each key, from the value at the transaction's begin to the newest.
 *
 * <p>They leave in the order of their last writes. A row that did not exist at the begin and does not exist at the end is no update.
 * Keys that are arrays are told apart by content.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class PendingUpdates<K, V> {
    private final ProcessorContext<K, Change<V>> context;
    private final boolean sendsOldValues;

    /** By key, in the order of the last writes. */
    private Map<Object, Record<K, Change<V>>> updates = new LinkedHashMap<>();

    PendingUpdates(ProcessorContext<K, Change<V>> context, boolean sendsOldValues) {
        this.context = context;
        this.sendsOldValues = sendsOldValues;
    }

    /** Takes an update with the value before it; for a key that waits already, the older old value stays. */
    void add(Record<K, Change<V>> update) {
        Object identity = identityOf(update.key());
        Record<K, Change<V>> earlier = updates.remove(identity);
        V oldest = earlier == null ? update.value().oldValue() : earlier.value().oldValue();
        updates.put(identity, update.withValue(new Change<>(update.value().newValue(), oldest)));
    }

    /** Forwards what waits; what comes in meanwhile waits for the next call. */
    void emit() {
        Map<Object, Record<K, Change<V>>> due = updates;
        updates = new LinkedHashMap<>();
        for (Record<K, Change<V>> update : due.values()) {
            Change<V> change = update.value();
            if (change.newValue() != null || change.oldValue() != null) {
                context.forward(sendsOldValues ? update : update.withValue(new Change<>(change.newValue(), null)));
            }
        }
    }

    private static Object identityOf(Object key) {
        return key.getClass().isArray() ? new ArrayKey(new Object[] {key}) : key;
    }

    /** An array as a key, inside an array of its own so that any element type will do. Immutable. */
    private record ArrayKey(Object[] boxed) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ArrayKey that && Arrays.deepEquals(boxed, that.boxed);
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(boxed);
        }
    }
}
