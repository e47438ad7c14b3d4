package io.streamwright.log.embedded;

import io.streamwright.loop.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock whose time of day a test moves; durations are real, as they only bound how long a test waits. */
final class FakeClock implements Clock {
    private final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);

    void advance(Duration duration) {
        nowMs.addAndGet(duration.toMillis());
    }

    @Override
    public long nowMs() {
        return nowMs.get();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
