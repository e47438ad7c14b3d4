package io.streamwright.examples;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Where a job prints, and where it is at home. Immutable.
 *
 * @param home the project's directory
 * @param terminal whether a person watches the output, so that a line may be rewritten
 * @param out results and progress
 * @param err what went wrong
 */
public record Console(Path home, boolean terminal, PrintStream out, PrintStream err) {
    /** Set by {@code examples/run}. */
    static final String HOME_PROPERTY = "streamwright.home";

    static final String TERMINAL_PROPERTY = "streamwright.terminal";

    /** Returns the console of this process. */
    static Console ofProcess() {
        return new Console(
                Path.of(System.getProperty(HOME_PROPERTY, "")).toAbsolutePath().normalize(),
                Boolean.getBoolean(TERMINAL_PROPERTY),
                System.out,
                System.err);
    }

    /** Prints a line; numbers are written as in {@link String#format} without a country's habits. */
    public void say(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
