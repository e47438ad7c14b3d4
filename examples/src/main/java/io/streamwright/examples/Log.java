package io.streamwright.examples;

/** How much the libraries log, which is decided before the first of them does. */
final class Log {
    private static final String LEVEL_OF_LIBRARY = "org.slf4j.simpleLogger.log.io.streamwright";

    private Log() {}

    /** Has warnings logged, or the life cycle too. */
    static void level(boolean verbose) {
        System.setProperty(LEVEL_OF_LIBRARY, verbose ? "info" : "warn");
    }
}
