package io.streamwright.dsl.operator.window;

import io.streamwright.KeyValue;
import io.streamwright.dsl.operator.Change;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;

/**
 * Passes on the results of windows that take no more records.
 *
 * <p>A final result has no headers: those of the record that let time pass are not its own.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <A> the aggregates
 */
final class ClosedWindows<K, A> {
    private final Windowing windowing;
    private final TimestampedWindowStore<K, A> store;
    private final ProcessorContext<Windowed<K>, Change<A>> context;

    ClosedWindows(
            Windowing windowing, TimestampedWindowStore<K, A> store, ProcessorContext<Windowed<K>, Change<A>> context) {
        this.windowing = windowing;
        this.store = store;
        this.context = context;
    }

    /**
     * Passes on the windows that close as stream time goes on.
     *
     * @param fromMs stream time at the last call, in ms since the epoch
     * @param toMs stream time now
     */
    void emit(long fromMs, long toMs) {
        long openMs = windowing.graceMs() + windowing.openMs();
        long lastStartMs = toMs - openMs;
        long firstStartMs = Math.max(0, fromMs - openMs + 1);
        // Most steps of time end no fixed window: then the store need not be asked.
        if (firstStartMs > lastStartMs || !windowing.isAnyStartBetween(firstStartMs, lastStartMs)) {
            return;
        }
        try (KeyValueIterator<Windowed<K>, ValueAndTimestamp<A>> closed = store.fetchAll(firstStartMs, lastStartMs)) {
            while (closed.hasNext()) {
                KeyValue<Windowed<K>, ValueAndTimestamp<A>> window = closed.next();
                context.forward(
                        new Record<>(window.key, new Change<>(window.value.value(), null), window.value.timestamp()));
            }
        }
    }
}
