package io.streamwright.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Turns times that programs give into milliseconds. Thread-safe: holds nothing. */
final class StoreTimes {

    private StoreTimes() {}

    /**
     * Returns a moment in ms since the epoch.
     *
     * @throws IllegalArgumentException if a long cannot tell it
     */
    static long ms(Instant time, String name) {
        try {
            return time.toEpochMilli();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(name + "=" + time + " is too far away for milliseconds in a long", e);
        }
    }

    /**
     * Returns a duration in ms.
     *
     * @throws IllegalArgumentException if a long cannot tell it
     */
    static long ms(Duration duration, String name) {
        // Programs outside of null-checking compilers call this too.
        Objects.requireNonNull(duration, name);
        try {
            return duration.toMillis();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(name + "=" + duration + " is too long for milliseconds in a long", e);
        }
    }
}
