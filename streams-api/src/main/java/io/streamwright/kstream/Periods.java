package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** Turns periods that programs give into milliseconds. Thread-safe: holds nothing. */
final class Periods {

    private Periods() {}

    /**
     * Returns a period in ms.
     *
     * @param name of the argument, for the message
     * @throws IllegalArgumentException if a long cannot tell it
     */
    static long ms(Duration period, String name) {
        try {
            return requireNonNull(period, name).toMillis();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(name + "=" + period + " is too long for milliseconds in a long", e);
        }
    }

    /**
     * Returns a grace period in ms.
     *
     * @throws IllegalArgumentException if it is negative, or a long cannot tell it
     */
    static long graceMs(Duration afterWindowEnd) {
        long graceMs = ms(afterWindowEnd, "afterWindowEnd");
        if (graceMs < 0) {
            throw new IllegalArgumentException("a grace period cannot be negative: " + graceMs + " ms");
        }
        return graceMs;
    }
}
