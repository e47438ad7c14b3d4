package io.streamwright.loop;

/** Tells the time. Thread-safe. */
public interface Clock {

    /** Returns milliseconds since the epoch: what records and transactions are dated with. It may jump. */
    long nowMs();

    /** Returns nanoseconds since some fixed moment: what durations are measured with. It never goes back. */
    long nanoTime();

    /** Returns the machine's clocks. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }
}
