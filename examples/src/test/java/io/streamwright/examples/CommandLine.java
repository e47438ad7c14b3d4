package io.streamwright.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Runs command lines in this process. */
public final class CommandLine {
    private CommandLine() {}

    /** Runs {@code examples/run words} in a project whose directory is {@code home}. */
    public static Outcome run(Path home, String... words) {
        return run(home, List.of(), words);
    }

    /** Runs the same with these jobs instead of the real ones. */
    static Outcome run(Path home, List<Job> jobs, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console =
                new Console(home, false, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        Main main = jobs.isEmpty() ? Main.ofAllJobs(console) : new Main(jobs, console);
        int exitCode = main.run(List.of(words));
        return new Outcome(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }

    /** What a command line led to. */
    public record Outcome(int exitCode, String out, String err) {}
}
