package io.streamwright.log.embedded.simulation.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * What happened, line by line; keeps the last lines only.
 *
 * <p>Owner: one simulation.
 */
public final class Trace {
    private final int linesKept;
    private final Deque<String> lines = new ArrayDeque<>();
    private long hash = 17;

    /**
     * Makes an empty trace.
     *
     * @param linesKept how many lines; 0 for none, which is fast
     */
    public Trace(int linesKept) {
        this.linesKept = linesKept;
    }

    void add(Scheduler time, String who, Supplier<String> what) {
        if (linesKept == 0) {
            return;
        }
        String line = String.format("%8d ms #%-6d %-12s ", time.elapsedMs(), time.steps(), who) + what.get();
        hash = hash * 31 + line.hashCode();
        lines.add(line);
        if (lines.size() > linesKept) {
            lines.remove();
        }
    }

    /** Returns the last lines. */
    public List<String> lines() {
        return lines.stream().map(ReadableLine::of).toList();
    }

    /** Returns the last lines, and behind them what went wrong. */
    public List<String> lines(Throwable failure) {
        List<String> all = new ArrayList<>(lines());
        all.add(ReadableLine.of(failure.toString()));
        return all;
    }

    /** Returns a fingerprint of all lines there ever were. */
    public long hash() {
        return hash;
    }
}
