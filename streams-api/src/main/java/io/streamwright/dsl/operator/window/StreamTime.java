package io.streamwright.dsl.operator.window;

import io.streamwright.processor.StateStore;
import io.streamwright.topology.StreamTimeKeeper;

/** The time up to which an operator had taken records when its store was last committed. Thread-safe: holds nothing. */
public final class StreamTime {
    private static final long NONE_MS = -1;

    private StreamTime() {}

    /** Returns the time in ms since the epoch; -1 if there was no record, or the store does not know. */
    public static long in(StateStore store) {
        return store instanceof StreamTimeKeeper keeper ? keeper.streamTimeMs() : NONE_MS;
    }
}
