package io.streamwright.task;

import io.streamwright.processor.Cancellable;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.Punctuator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The punctuations that a task's processors asked for.
 *
 * <p>A punctuation runs once however many intervals have passed, and keeps its grid afterwards. Schedules belong to the
 * transaction: processors that are made anew after a rewind schedule again, and the nth schedule of a processor then goes on
 * where the nth one stood at the last commit.
 *
 * <p>Owner: the task.
 */
final class Punctuations {
    private final List<Schedule> schedules = new ArrayList<>();
    private final Map<String, Long> committedDueTimes = new HashMap<>();
    private final Map<String, Integer> schedulesByNode = new HashMap<>();
    private long nextStreamTime = Long.MAX_VALUE;

    /**
     * Adds a schedule.
     *
     * @param node the processor that asked
     * @param type which time it follows
     * @param firstMs when it is due first; for stream time, a time already passed is due at once
     * @param intervalMs its grid, positive
     * @param punctuator what to call
     */
    Cancellable schedule(GraphNode node, PunctuationType type, long firstMs, long intervalMs, Punctuator punctuator) {
        int index = schedulesByNode.merge(node.name(), 1, Integer::sum);
        String key = node.name() + "#" + index + "#" + type + "#" + intervalMs;
        Schedule schedule =
                new Schedule(node, type, intervalMs, punctuator, key, committedDueTimes.getOrDefault(key, firstMs));
        schedules.add(schedule);
        refreshNextStreamTime();
        return () -> {
            schedules.remove(schedule);
            refreshNextStreamTime();
        };
    }

    /** Forgets the schedules of one processor, which is closing. */
    void cancelAll(GraphNode node) {
        schedules.removeIf(schedule -> schedule.node == node);
        schedulesByNode.remove(node.name());
        refreshNextStreamTime();
    }

    /** Returns whether a stream-time punctuation is due; one comparison, for every record. */
    boolean isStreamTimeDue(long streamTime) {
        return streamTime >= nextStreamTime;
    }

    /** Returns when the next wall-clock punctuation is due, in milliseconds since the epoch. */
    long nextWallClockMs() {
        return earliest(PunctuationType.WALL_CLOCK_TIME);
    }

    /** Returns whether there is any wall-clock schedule due at this time. */
    boolean isWallClockDue(long nowMs) {
        return nowMs >= nextWallClockMs();
    }

    /**
     * Runs what is due.
     *
     * @param type which schedules
     * @param time now, in that kind of time
     * @param runner calls the punctuator as its node
     */
    void punctuate(PunctuationType type, long time, Runner runner) {
        for (Schedule schedule : List.copyOf(schedules)) {
            if (schedule.type == type && time >= schedule.dueMs && schedules.contains(schedule)) {
                schedule.dueMs += ((time - schedule.dueMs) / schedule.intervalMs + 1) * schedule.intervalMs;
                runner.run(schedule.node, schedule.punctuator, time);
            }
        }
        refreshNextStreamTime();
    }

    /** Makes the present due times the ones that a rewind returns to. */
    void commit() {
        committedDueTimes.clear();
        for (Schedule schedule : schedules) {
            committedDueTimes.put(schedule.key, schedule.dueMs);
        }
    }

    private long earliest(PunctuationType type) {
        long due = Long.MAX_VALUE;
        for (Schedule schedule : schedules) {
            if (schedule.type == type) {
                due = Math.min(due, schedule.dueMs);
            }
        }
        return due;
    }

    private void refreshNextStreamTime() {
        nextStreamTime = earliest(PunctuationType.STREAM_TIME);
    }

    /** Calls a punctuator in the place of its processor. */
    interface Runner {
        void run(GraphNode node, Punctuator punctuator, long time);
    }

    private static final class Schedule {
        final GraphNode node;
        final PunctuationType type;
        final long intervalMs;
        final Punctuator punctuator;
        final String key;
        long dueMs;

        Schedule(GraphNode node, PunctuationType type, long intervalMs, Punctuator punctuator, String key, long dueMs) {
            this.node = node;
            this.type = type;
            this.intervalMs = intervalMs;
            this.punctuator = punctuator;
            this.key = key;
            this.dueMs = dueMs;
        }
    }
}
