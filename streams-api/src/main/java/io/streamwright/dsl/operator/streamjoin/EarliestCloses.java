package io.streamwright.dsl.operator.streamjoin;

import io.streamwright.processor.StateStore;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Finds out when the first window of a waiting record closes, by the store that it waits in: both sides of a join ask, and most records
 * close nothing, so that the store need not be asked.
 *
 * <p>Thread-safe: a synchronized map. What it leads to belongs, as the store does, to the worker of one task. Entries vanish with the
 * task's stores.
 */
final class EarliestCloses {
    private final Map<StateStore, EarliestClose> byStore = Collections.synchronizedMap(new WeakHashMap<>());

    EarliestClose of(StateStore store) {
        return byStore.computeIfAbsent(store, any -> new EarliestClose());
    }

    /** When the first window of a waiting record closes, or earlier. Owner: the worker of its task. */
    static final class EarliestClose {
        private long closeMs = Long.MIN_VALUE;

        /** Returns whether a window may have closed. */
        boolean isBefore(long streamTimeMs) {
            return closeMs < streamTimeMs;
        }

        /** Takes in a record that waits. */
        void lower(long newCloseMs) {
            closeMs = Math.min(closeMs, newCloseMs);
        }

        /** Says what is known now. */
        void set(long newCloseMs) {
            closeMs = newCloseMs;
        }

        /** Knows nothing any more, as after an abort. */
        void forget() {
            closeMs = Long.MIN_VALUE;
        }
    }
}
