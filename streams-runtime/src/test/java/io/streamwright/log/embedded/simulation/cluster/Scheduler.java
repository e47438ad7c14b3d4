package io.streamwright.log.embedded.simulation.cluster;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Virtual time: runs what is due, one event after the other, and rolls the dice.
 *
 * <p>Owner: one simulation.
 */
public final class Scheduler {
    /** Far from zero, so that clocks may be set back by days. */
    private static final long EPOCH_MS = 1_700_000_000_000L;

    private final Random random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atMs).thenComparingLong(Event::number));
    private long nowMs = EPOCH_MS;
    private long numbered;
    private long steps;

    private record Event(long atMs, long number, Runnable action) {}

    /** Makes an idle world. */
    public Scheduler(long seed) {
        this.random = new Random(seed);
    }

    /** Returns the true time; nodes have clocks of their own. */
    public long nowMs() {
        return nowMs;
    }

    /** Returns how many milliseconds have passed since the beginning. */
    public long elapsedMs() {
        return nowMs - EPOCH_MS;
    }

    public long steps() {
        return steps;
    }

    /** Lets something happen later. */
    public void after(long delayMs, Runnable action) {
        events.add(new Event(nowMs + Math.max(0, delayMs), numbered++, action));
    }

    /** Runs the next event; returns false if there is none. */
    public boolean step() {
        Event next = events.poll();
        if (next == null) {
            return false;
        }
        nowMs = next.atMs;
        steps++;
        next.action.run();
        return true;
    }

    /** Returns whether something happens that has this probability. */
    public boolean happens(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    /** Returns a number in {@code [first, last]}. */
    public int between(int first, int last) {
        return first + random.nextInt(last - first + 1);
    }

    /** Returns the source of all chance. */
    public Random random() {
        return random;
    }
}
