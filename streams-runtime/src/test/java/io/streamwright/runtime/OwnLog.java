package io.streamwright.runtime;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogProvider;
import io.streamwright.log.embedded.EmbeddedLog;
import io.streamwright.log.embedded.EmbeddedLogSettings;
import io.streamwright.log.embedded.storage.MemoryLogStorage;
import io.streamwright.loop.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A log in memory whose clock a test moves, ahead of everybody else's: so transactions time out and ids expire while no time passes
 * for the application.
 *
 * <p>Thread-safe: the log is, and how far the clock is ahead is an atomic.
 */
final class OwnLog implements LogProvider, AutoCloseable {
    private final AtomicLong aheadMs = new AtomicLong();
    private final EmbeddedLog log =
            EmbeddedLog.start(new MemoryLogStorage("own-log"), EmbeddedLogSettings.DEFAULT, new ClockAhead());

    /** Time passes for the log; what has fallen due is done before it handles any request that is made later. */
    void pass(Duration time) {
        aheadMs.addAndGet(time.toMillis());
    }

    @Override
    public boolean accepts(String address) {
        return true;
    }

    @Override
    public LogClient open(String address, Map<String, ?> config) {
        return log.client();
    }

    @Override
    public void close() {
        log.close();
    }

    private final class ClockAhead implements Clock {
        @Override
        public long nowMs() {
            return Clock.system().nowMs() + aheadMs.get();
        }

        @Override
        public long nanoTime() {
            return Clock.system().nanoTime();
        }
    }
}
