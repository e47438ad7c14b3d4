package io.streamwright.runtime;

import io.streamwright.errors.StreamsException;
import io.streamwright.runtime.global.GlobalReader;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the reader of global topics on one thread, and says when tasks may begin.
 *
 * <p>Owner: its thread; others may ask it to close.
 */
final class GlobalLoop {
    private final String name;
    private final GlobalReader reader;
    private final WorkerSupport support;
    // Volatile: set by whoever closes the application, read each turn.
    private volatile boolean closeRequested;
    // Volatile: set once by the loop's thread, compared by others.
    private volatile @Nullable Thread thread;

    /**
     * Makes a loop.
     *
     * @param name its thread's name
     * @param reader does the work
     * @param support the application around it
     */
    GlobalLoop(String name, GlobalReader reader, WorkerSupport support) {
        this.name = name;
        this.reader = reader;
        this.support = support;
    }

    String name() {
        return name;
    }

    /** Makes the loop end. Thread-safe. */
    void requestClose() {
        closeRequested = true;
        reader.wakeup();
    }

    /** Returns whether the calling thread is the loop's. Thread-safe. */
    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /**
     * Runs to the end: until it is asked to close. Never throws.
     *
     * @param whenReady called once, when all global stores are complete
     * @param otherwise called instead, if the loop ends before
     */
    void run(Runnable whenReady, Runnable otherwise) {
        thread = Thread.currentThread();
        boolean ready = false;
        RuntimeException failure = null;
        try {
            while (!closeRequested) {
                reader.step(TimeUnit.NANOSECONDS.toMillis(support.clock().nanoTime()));
                if (!ready && reader.isReady()) {
                    ready = true;
                    support.lifecycle().ready(name);
                    whenReady.run();
                }
            }
        } catch (RuntimeException e) {
            failure = e;
        } catch (Error e) {
            failure = new StreamsException("the reader of global topics ended: " + e, e);
        }
        if (failure != null) {
            support.judge().shutDown(failure);
        }
        if (!ready) {
            otherwise.run();
        }
        support.lifecycle().workerEnded(name, closed(failure));
    }

    private @Nullable RuntimeException closed(@Nullable RuntimeException earlier) {
        try {
            reader.close();
        } catch (RuntimeException e) {
            if (earlier == null) {
                return e;
            }
            earlier.addSuppressed(e);
        }
        return earlier;
    }
}
