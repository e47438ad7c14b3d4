package io.streamwright.examples;

import java.io.IOException;
import java.util.List;

/** Something that {@code examples/run} runs. */
public interface Job {

    /** Returns the name under which it is run. */
    String name();

    /** Returns what it does, in one line. */
    String summary();

    /** Returns what a user wants to know before running it, in a few lines. */
    String description();

    /** Returns what it can be told, beside {@link Option#VERBOSE} and {@link Option#HELP}. */
    List<Option> options();

    /**
     * Runs to the end.
     *
     * @return whether everything it checked was right
     * @throws UsageException if it was asked for something it cannot do
     */
    boolean run(Arguments arguments, Console console) throws IOException, InterruptedException;
}
