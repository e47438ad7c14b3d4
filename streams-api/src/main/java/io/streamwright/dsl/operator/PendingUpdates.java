package io.streamwright.dsl.operator;

import io.streamwright.kstream.Windowed;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
    private Map<Object, Waiting<K, V>> updates = new LinkedHashMap<>();

    /** Those that are being passed on, but were not yet. */
    private Map<Object, Waiting<K, V>> leaving = new LinkedHashMap<>();

    PendingUpdates(ProcessorContext<K, Change<V>> context, boolean sendsOldValues) {
        this.context = context;
        this.sendsOldValues = sendsOldValues;
    }

    /** Takes an update of a table whose rows nobody looks up. */
    void add(Record<K, Change<V>> update) {
        add(update, null);
    }

    /**
     * Takes an update with the value before it; for a key that waits already, the older old value stays.
     *
     * @param update the row's new and old value
     * @param passedOn the row as it was passed on last, for {@link #passedOn}; left aside for a key that waits already
     */
    void add(Record<K, Change<V>> update, @Nullable ValueAndTimestamp<V> passedOn) {
        Object identity = identityOf(update.key());
        Waiting<K, V> earlier = updates.remove(identity);
        if (earlier == null) {
            updates.put(identity, new Waiting<>(update, passedOn, context.recordMetadata()));
        } else {
            V oldest = earlier.update().value().oldValue();
            Change<V> change = new Change<>(update.value().newValue(), oldest);
            updates.put(
                    identity, new Waiting<>(update.withValue(change), earlier.passedOn(), context.recordMetadata()));
        }
    }

    /** Returns whether an update of a key waits. */
    boolean holds(K key) {
        Object identity = identityOf(key);
        return leaving.containsKey(identity) || updates.containsKey(identity);
    }

    /** Returns the row of a key that waits, as it was passed on last; null if there was none. */
    @Nullable
    ValueAndTimestamp<V> passedOn(K key) {
        Object identity = identityOf(key);
        Waiting<K, V> waiting = leaving.getOrDefault(identity, updates.get(identity));
        return waiting == null ? null : waiting.passedOn();
    }

    /** Forwards what waits; what comes in meanwhile waits for the next call. */
    void emit() {
        leaving = updates;
        updates = new LinkedHashMap<>();
        Iterator<Waiting<K, V>> due = leaving.values().iterator();
        while (due.hasNext()) {
            Waiting<K, V> waiting = due.next();
            due.remove(); // those that it is forwarded to know it
            Record<K, Change<V>> update = waiting.update();
            Change<V> change = update.value();
            if (change.newValue() != null || change.oldValue() != null) {
                Record<K, Change<V>> sent =
                        sendsOldValues ? update : update.withValue(new Change<>(change.newValue(), null));
                Origins.forward(context, sent, waiting.origin());
            }
        }
    }

    private static Object identityOf(Object key) {
        if (key instanceof Windowed<?> windowed && windowed.key() != null) {
            return new Windowed<>(identityOf(windowed.key()), windowed.window());
        }
        return key.getClass().isArray() ? new ArrayKey(new Object[] {key}) : key;
    }

    /** An update, the row that it will replace for those who get it, and where its cause came from. Immutable. */
    private record Waiting<K, V>(
            Record<K, Change<V>> update, @Nullable ValueAndTimestamp<V> passedOn, Optional<RecordMetadata> origin) {}

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
