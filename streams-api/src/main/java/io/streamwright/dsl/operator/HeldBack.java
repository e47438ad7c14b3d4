package io.streamwright.dsl.operator;

import io.streamwright.processor.StateStore;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the updates that a table holds back until the commit, by the store that has them already.
 *
 * <p>One for each program: its tables enter what they hold back, its joins look there for the rows that a table's followers know.
 *
 * <p>Thread-safe: a synchronized map. What it leads to belongs, as the store does, to the worker of one task, which alone asks for
 * it. Entries vanish with the task's stores.
 */
public final class HeldBack {
    private final Map<StateStore, WeakReference<PendingUpdates<?, ?>>> byStore =
            Collections.synchronizedMap(new WeakHashMap<>());

    /** Starts without tables. */
    public HeldBack() {}

    void enter(StateStore store, PendingUpdates<?, ?> updates) {
        byStore.put(store, new WeakReference<>(updates));
    }

    /** Returns what the table in a store holds back; null if it passes every update on at once. */
    @SuppressWarnings("unchecked") // store and updates are of one table
    <K, V> @Nullable PendingUpdates<K, V> of(StateStore store) {
        WeakReference<PendingUpdates<?, ?>> updates = byStore.get(store);
        return updates == null ? null : (PendingUpdates<K, V>) updates.get();
    }
}
