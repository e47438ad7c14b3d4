package io.streamwright.loop;

import java.util.concurrent.ThreadLocalRandom;

/** Spreads waits, so that those who failed together do not come back together. Thread-safe. */
@FunctionalInterface
public interface Jitter {
    /** Leaves every wait as it is. */
    Jitter NONE = waitMs -> waitMs;

    /** Returns a wait near the given one. Milliseconds, not negative. */
    long spread(long waitMs);

    /** Returns one that lengthens or shortens by up to a fifth. */
    static Jitter aFifth() {
        return waitMs -> {
            long span = waitMs / 5;
            return span == 0
                    ? waitMs
                    : waitMs - span + ThreadLocalRandom.current().nextLong(2 * span + 1);
        };
    }
}
