package io.streamwright.loop;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads for calls that block, so that no loop has to: each call has a thread for itself while it lasts.
 *
 * <p>There is no limit here: whoever makes calls has one at a time under way, so there are as many threads as there are callers.
 *
 * <p>Thread-safe.
 */
public final class BlockingCalls implements Executor, AutoCloseable {
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor pool;

    /**
     * Makes threads, none of which is started yet.
     *
     * @param name begins the threads' names
     */
    public BlockingCalls(String name) {
        AtomicInteger number = new AtomicInteger();
        pool = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), call -> {
                    Thread thread = new Thread(call, name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /**
     * Makes a call on a thread of its own.
     *
     * @throws java.util.concurrent.RejectedExecutionException if this is closed
     */
    @Override
    public void execute(Runnable call) {
        pool.execute(call);
    }

    /** Takes no more calls; those under way go on. */
    @Override
    public void close() {
        pool.shutdown();
    }
}
