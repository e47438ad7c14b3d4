package io.streamwright.log.embedded;

import io.streamwright.log.LogClient;
import io.streamwright.log.embedded.execution.LogLoop;
import io.streamwright.log.embedded.execution.LogRequest;
import io.streamwright.log.embedded.execution.OpenProbe;
import io.streamwright.log.embedded.read.PublishedTopics;
import io.streamwright.log.embedded.storage.LogStorage;
import io.streamwright.loop.Clock;
import io.streamwright.loop.LoopThread;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A log that is open in this process.
 *
 * <p>Thread-safe: it passes requests to its loop. One that is {@linkplain #byHand run by hand} belongs to one thread, which does the
 * loop's work inside of each call.
 */
public final class EmbeddedLog implements AutoCloseable {
    static final Duration REPLY_TIMEOUT = Duration.ofMinutes(1);
    private static final long PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LogStorage storage;
    private final Clock clock;
    private final PublishedTopics topics;
    private final LogLoop loop;
    /** Null if it is run by hand. */
    private final @Nullable LoopThread thread;

    // Volatile: set once by the loop's thread, so that senders can wake it; before that it does not wait yet.
    private volatile @Nullable Thread waiting;
    // Volatile: set by whoever closes the log, read by the loop.
    private volatile boolean stopping;

    private EmbeddedLog(LogStorage storage, EmbeddedLogSettings settings, Clock clock, boolean ownThread) {
        this.storage = storage;
        this.clock = clock;
        this.topics = new PublishedTopics(storage.location());
        this.loop = new LogLoop(
                storage,
                topics,
                settings.limits(),
                settings.steps(),
                settings.faults(),
                ownThread ? () -> LockSupport.unpark(waiting) : this::step);
        this.thread = ownThread ? LoopThread.start("log " + storage.location(), this::run) : null;
    }

    /**
     * Opens a log that runs on a thread of its own, and waits until what is stored was read.
     *
     * @param storage what the log consists of; belongs to the log from now on, also if opening fails
     * @throws KafkaException if storage cannot be read
     */
    public static EmbeddedLog start(LogStorage storage, EmbeddedLogSettings settings, Clock clock) {
        return opened(new EmbeddedLog(storage, settings, clock, true));
    }

    /**
     * Opens a log without a thread, for tests: each call does at once what the loop would do. The clock moves when the test moves
     * it; {@link #step} does what has fallen due.
     *
     * @param storage what the log consists of; belongs to the log from now on, also if opening fails
     * @throws KafkaException if storage cannot be read
     */
    public static EmbeddedLog byHand(LogStorage storage, EmbeddedLogSettings settings, Clock clock) {
        return opened(new EmbeddedLog(storage, settings, clock, false));
    }

    private static EmbeddedLog opened(EmbeddedLog log) {
        try {
            log.<@Nullable Void>call(log.storage.location() + " to be opened", REPLY_TIMEOUT, OpenProbe::new);
            return log;
        } catch (RuntimeException failure) {
            log.close();
            throw failure;
        }
    }

    private void run() {
        waiting = Thread.currentThread();
        try {
            while (!stopping) {
                if (!loop.step(clock.nowMs())) {
                    LockSupport.parkNanos(this, PARK_NANOS);
                }
            }
        } finally {
            loop.close(clock.nowMs());
        }
    }

    /** Does everything that is due now. Only for a log that is run by hand. */
    public void step() {
        boolean more = true;
        while (more) {
            more = loop.step(clock.nowMs());
        }
    }

    /** Returns a new client; closing it leaves the log open. */
    public LogClient client() {
        return new EmbeddedLogClient(this, () -> {});
    }

    PublishedTopics topics() {
        return topics;
    }

    LogStorage storage() {
        return storage;
    }

    Clock clock() {
        return clock;
    }

    /** Returns whether the log is being closed or is closed, and takes its members' leave for granted. */
    boolean isStopping() {
        return stopping;
    }

    /** Sends a request; waits only while too many bytes are in flight. */
    void post(LogRequest request) {
        loop.post(request);
    }

    /**
     * Sends a request and waits for its reply.
     *
     * @param what the caller waits for, for the message
     * @throws TimeoutException if there was no reply in time; whether it was done is not known
     */
    <T extends @Nullable Object> T call(
            String what, Duration timeout, Function<CompletableFuture<T>, LogRequest> request) {
        // Saturated, and before the request is sent: a timeout of any length is a wait, not a failure.
        long timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
        CompletableFuture<T> reply = new CompletableFuture<>();
        post(request.apply(reply));
        try {
            return reply.get(timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof KafkaException cause) {
                throw cause;
            }
            throw new KafkaException("waiting for " + what + " failed", failure.getCause());
        } catch (java.util.concurrent.TimeoutException late) {
            throw new TimeoutException(
                    "waited " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms for " + what + "; the log in "
                            + storage.location() + " is busy or its disk does not answer",
                    late);
        } catch (InterruptedException interrupt) {
            throw new InterruptException(interrupt);
        }
    }

    /** Ends the loop and closes storage; without effect if it is closed. */
    @Override
    public void close() {
        stopping = true;
        if (thread == null) {
            loop.close(clock.nowMs());
        } else if (!thread.isCurrent()) {
            LockSupport.unpark(waiting);
            if (!thread.join(REPLY_TIMEOUT)) {
                throw new TimeoutException("the log in " + storage.location() + " did not close within "
                        + REPLY_TIMEOUT.toSeconds() + " s");
            }
        }
    }
}
