package io.streamwright.loop;

import com.google.common.util.concurrent.Uninterruptibles;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A thread that runs one loop until it ends by itself. Thread-safe. */
public final class LoopThread {
    private final Thread thread;

    private LoopThread(Thread thread) {
        this.thread = thread;
    }

    /**
     * Starts a daemon thread: a program that leaves its main method is not kept alive by a loop it forgot to close.
     *
     * @param name shown in logs and thread dumps
     * @param loop runs to its end; must handle its own failures
     */
    public static LoopThread start(String name, Runnable loop) {
        return start(name, loop, true);
    }

    /**
     * Starts a thread that keeps the process alive until its loop has ended, unless the calling thread is a daemon itself.
     *
     * @param name shown in logs and thread dumps
     * @param loop runs to its end; must handle its own failures
     */
    public static LoopThread startLasting(String name, Runnable loop) {
        return start(name, loop, Thread.currentThread().isDaemon());
    }

    private static LoopThread start(String name, Runnable loop, boolean daemon) {
        Thread thread = new Thread(loop, name);
        thread.setDaemon(daemon);
        thread.start();
        return new LoopThread(thread);
    }

    /** Returns whether the calling thread is this one. */
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /**
     * Waits until the loop has ended, also if the calling thread is interrupted meanwhile: its interrupt is kept for later.
     *
     * @param timeout how long at most
     * @return whether it has ended
     */
    public boolean join(Duration timeout) {
        Uninterruptibles.joinUninterruptibly(thread, Math.max(1, timeout.toMillis()), TimeUnit.MILLISECONDS);
        return !thread.isAlive();
    }
}
