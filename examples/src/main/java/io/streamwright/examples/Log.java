package io.streamwright.examples;

/** How much the libraries log, which is decided before the first of them does. */
final class Log {
    private static final String LEVEL_OF_LIBRARY = "org.slf4j.simpleLogger.log.io.streamwright";
    private static final String LEVEL_OF_APPLICATION = LEVEL_OF_LIBRARY + ".runtime.StreamsApp";

    private Log() {}

    /** Has warnings logged, or the life cycle too. */
    static void level(boolean verbose) {
        System.setProperty(LEVEL_OF_LIBRARY, verbose ? "info" : "warn");
        // Why an application ended is what the job itself says last, without the stack trace.
        System.setProperty(LEVEL_OF_APPLICATION, verbose ? "info" : "off");
    }
}
