package io.streamwright.examples.chaos;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * When to kill a process. Immutable.
 *
 * @param duringStart whether the time counts from the start of the process, so that it may hit the recovery of its log and its
 *     stores; otherwise from its first word about its work, so that it hits writing, processing and committing
 * @param delay how long after that
 */
record KillMoment(boolean duringStart, Duration delay) {
    private static final double SHARE_DURING_START = 0.25;
    private static final int MAX_START_MS = 1_500;
    private static final int MAX_WORK_MS = 3_000;

    /** Draws a moment. */
    static KillMoment draw(SplittableRandom random) {
        boolean duringStart = random.nextDouble() < SHARE_DURING_START;
        return new KillMoment(
                duringStart, Duration.ofMillis(1 + random.nextInt(duringStart ? MAX_START_MS : MAX_WORK_MS)));
    }
}
