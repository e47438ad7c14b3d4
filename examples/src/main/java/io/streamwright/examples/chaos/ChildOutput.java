package io.streamwright.examples.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a process prints, of which the end is kept.
 *
 * <p>Thread-safe: one thread reads, another one asks, under the lock of this object.
 */
final class ChildOutput {
    private static final int LINES_KEPT = 40;

    private final Predicate<String> isReport;
    private final Deque<String> lines = new ArrayDeque<>();
    private final CountDownLatch reported = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable String lastReport;

    /**
     * Makes an output without a line.
     *
     * @param isReport tells lines that say how far the process is
     */
    ChildOutput(Predicate<String> isReport) {
        this.isReport = isReport;
    }

    /** Reads to the end, which comes when the process ends. */
    void readAll(BufferedReader source) {
        try (source) {
            for (String line = source.readLine(); line != null; line = source.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what the process prints", e);
        } finally {
            ended.countDown();
        }
    }

    private synchronized void add(String line) {
        lines.add(line);
        if (lines.size() > LINES_KEPT) {
            lines.remove();
        }
        if (isReport.test(line)) {
            lastReport = line;
            reported.countDown();
        }
    }

    /** Counted down when the process has said for the first time how far it is. */
    CountDownLatch reported() {
        return reported;
    }

    /** Counted down when all is read. */
    CountDownLatch ended() {
        return ended;
    }

    /** Returns the last line that says how far the process is; empty if there was none. */
    synchronized Optional<String> lastReport() {
        return Optional.ofNullable(lastReport);
    }

    /** Returns the last lines. */
    synchronized List<String> tail() {
        return List.copyOf(lines);
    }
}
