package io.streamwright.examples.ledger;

import java.util.concurrent.TimeUnit;

/**
 * Holds a writer back, so that it writes so many a second and no more.
 *
 * <p>Owner: the thread that writes.
 */
final class Pace {
    /** As fast as it goes. */
    static final long UNLIMITED = 0;

    private static final long NANOS_OF_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final long perSecond;
    private final long startNanos = System.nanoTime();
    private long written;

    Pace(long perSecond) {
        this.perSecond = perSecond;
    }

    /** Waits until so many more may have been written. */
    void wrote(long count) throws InterruptedException {
        written += count;
        if (perSecond != UNLIMITED) {
            double dueNanos = (double) written / perSecond * NANOS_OF_SECOND;
            TimeUnit.NANOSECONDS.sleep((long) dueNanos - (System.nanoTime() - startNanos));
        }
    }
}
