package io.streamwright.testing;

import io.streamwright.loop.Clock;
import java.util.concurrent.TimeUnit;

/**
 * A clock that stands still unless it is moved.
 *
 * <p>Waiting after a failure takes time of the clock that never goes back, and none of the wall clock: a retry fires no punctuation.
 *
 * <p>Owner: the driver; whoever else reads it does so on the driver's thread.
 */
final class DriverClock implements Clock {
    private long wallMs;
    private long passedNanos;

    DriverClock(long wallMs) {
        this.wallMs = wallMs;
    }

    /** Moves both clocks. */
    void advance(long byMs) {
        wallMs += byMs;
        pass(byMs);
    }

    /** Lets time pass that only durations notice. */
    void pass(long byMs) {
        passedNanos += TimeUnit.MILLISECONDS.toNanos(byMs);
    }

    @Override
    public long nowMs() {
        return wallMs;
    }

    @Override
    public long nanoTime() {
        return passedNanos;
    }
}
