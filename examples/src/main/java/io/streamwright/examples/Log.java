package io.streamwright.examples;

/** How much the libraries log, which is decided before the first of them does. */
public final class Log {
    private static final String LEVEL_OF_LIBRARY = "org.slf4j.simpleLogger.log.io.streamwright";
    private static final String LEVEL_OF_APPLICATION = LEVEL_OF_LIBRARY + ".runtime.StreamsApp";

    private static final String LEVEL_OF_HANDLERS = LEVEL_OF_LIBRARY + ".errors";
    private static final String LEVEL_OF_DROPS = LEVEL_OF_LIBRARY + ".task.fault";
    private static final String LEVEL_OF_TRANSACTIONS = LEVEL_OF_LIBRARY + ".transaction";

    private static final String LEVEL_OF_LATE_RECORDS = LEVEL_OF_LIBRARY + ".dsl.operator";

    private Log() {}

    /** Has warnings logged, or the life cycle too. */
    static void level(boolean verbose) {
        System.setProperty(LEVEL_OF_LIBRARY, verbose ? "info" : "warn");
        // Why an application ended is what the job itself says last, without the stack trace.
        System.setProperty(LEVEL_OF_APPLICATION, verbose ? "info" : "off");
    }

    /** Says that transactions will fail because the job wants them to, so that nobody need be warned of it. */
    public static void expectFailuresOfTransactions(boolean verbose) {
        System.setProperty(LEVEL_OF_TRANSACTIONS, verbose ? "info" : "error");
    }

    /** Says that records will be dropped and that the job shows which. */
    public static void expectDroppedRecords(boolean verbose) {
        System.setProperty(LEVEL_OF_HANDLERS, verbose ? "info" : "error");
        System.setProperty(LEVEL_OF_DROPS, verbose ? "info" : "error");
    }

    /** Says that records will come too late and that the job shows how many. */
    public static void expectLateRecords(boolean verbose) {
        System.setProperty(LEVEL_OF_LATE_RECORDS, verbose ? "info" : "error");
    }
}
