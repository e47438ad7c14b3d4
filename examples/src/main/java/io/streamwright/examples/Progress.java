package io.streamwright.examples;

import io.streamwright.runtime.AppProgress;
import java.time.Duration;
import java.util.Locale;

/**
 * Shows how far an application is: on a terminal one line that is rewritten, otherwise a line every few seconds.
 *
 * <p>Owner: the thread that runs the job.
 */
public final class Progress {
    private static final Duration ON_TERMINAL = Duration.ofMillis(250);
    private static final Duration ELSEWHERE = Duration.ofSeconds(3);
    private static final String CLEAR_LINE = "\r\033[K";

    private final Console console;
    private final Duration interval;
    private final long startNanos;
    private long shownNanos;
    private long shownRecords;
    private boolean lineIsOpen;

    private Progress(Console console, Duration interval) {
        this.console = console;
        this.interval = interval;
        this.startNanos = System.nanoTime();
        this.shownNanos = startNanos;
    }

    /** Returns a display that has shown nothing, at the interval that {@link Option#PROGRESS} says. */
    public static Progress of(Arguments arguments, Console console) {
        Duration usual = console.terminal() ? ON_TERMINAL : ELSEWHERE;
        long intervalMs = arguments
                .number(Option.PROGRESS, 1, Duration.ofHours(1).toMillis())
                .orElse(usual.toMillis());
        return new Progress(console, Duration.ofMillis(intervalMs));
    }

    /** Returns how often there is something to show. */
    Duration interval() {
        return interval;
    }

    /** Returns whether enough time has passed since the last time. */
    boolean isDue() {
        return System.nanoTime() - shownNanos >= interval.toNanos();
    }

    /** Shows where the application is, and what it is doing. */
    void show(String doing, AppProgress progress) {
        long now = System.nanoTime();
        double seconds = Math.max(1, now - shownNanos) / 1e9;
        String line = String.format(
                Locale.ROOT,
                "%5.1f s  %s  records %,d  rate %,.0f/s  lag %,d  transactions %,d",
                (now - startNanos) / 1e9,
                doing,
                progress.records(),
                (progress.records() - shownRecords) / seconds,
                progress.lagRecords(),
                progress.transactions());
        if (console.terminal()) {
            console.out().print(CLEAR_LINE + line);
        } else {
            console.out().println(line);
        }
        console.out().flush();
        lineIsOpen = console.terminal();
        shownNanos = now;
        shownRecords = progress.records();
    }

    /** Removes the line from the terminal. */
    void end() {
        if (lineIsOpen) {
            console.out().print(CLEAR_LINE);
            console.out().flush();
            lineIsOpen = false;
        }
    }
}
