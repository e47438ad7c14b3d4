package io.streamwright.loop;

import org.apache.kafka.common.errors.InterruptException;

/**
 * Lets the calling thread wait where nothing else depends on it.
 *
 * <p>Thread-safe: holds nothing.
 */
public final class Pause {
    private Pause() {}

    /**
     * Waits.
     *
     * @throws InterruptException if the thread was or becomes interrupted; it stays so
     */
    public static void forMs(long waitMs) {
        try {
            Thread.sleep(waitMs);
        } catch (InterruptedException interrupt) {
            throw new InterruptException(interrupt); // sets the thread's interrupt again
        }
    }
}
