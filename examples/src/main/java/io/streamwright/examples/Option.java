package io.streamwright.examples;

/**
 * Something that can be said on a job's command line. Immutable.
 *
 * @param name with its dashes, such as {@code --data}
 * @param placeholder what stands for its value in the help; empty if it takes none
 * @param repeatable whether it takes several values, in a row or each behind the name again
 * @param meaning one line for the help
 */
public record Option(String name, String placeholder, boolean repeatable, String meaning) {

    /** Where a job keeps its log and state. */
    public static final Option DATA =
            value("--data", "DIR", "where the topics and the state are kept (default: data/JOB in the project)");

    /** Which brokers are the log, instead of the embedded one. */
    public static final Option BOOTSTRAP_SERVER = value(
            "--bootstrap-server",
            "HOST:PORT",
            "keep the topics on this broker of Apache Kafka, and only the state here");

    /** How many partitions a job's topics get. */
    public static final Option PARTITIONS =
            value("--partitions", "N", "partitions of each topic, when they are created");

    /** How many threads process. */
    public static final Option WORKERS = value("--workers", "N", "threads that process (default: 2)");

    /** How often progress is shown. */
    public static final Option PROGRESS =
            value("--progress-ms", "N", "milliseconds between lines of progress where the output is no terminal");

    /** Says more. */
    public static final Option VERBOSE =
            flag("--verbose", "log the life cycle too, and show the stack trace of a failure");

    /** Explains instead of running. */
    public static final Option HELP = flag("--help", "show this text");

    private static final long DEFAULT_WORKERS = 2;
    private static final long MAX_WORKERS = 256;

    /** Returns an option that takes one value. */
    public static Option value(String name, String placeholder, String meaning) {
        return new Option(name, placeholder, false, meaning);
    }

    /** Returns an option that takes any number of values. */
    public static Option values(String name, String placeholder, String meaning) {
        return new Option(name, placeholder, true, meaning);
    }

    /** Returns an option without a value. */
    public static Option flag(String name, String meaning) {
        return new Option(name, "", false, meaning);
    }

    /** Returns what {@link #WORKERS} says. */
    public static long workers(Arguments arguments) {
        return arguments.number(WORKERS, 1, MAX_WORKERS).orElse(DEFAULT_WORKERS);
    }

    boolean takesValue() {
        return !placeholder.isEmpty();
    }

    /** Returns how it is written, such as {@code --data DIR}. */
    String usage() {
        return takesValue() ? name + " " + placeholder + (repeatable ? "..." : "") : name;
    }
}
