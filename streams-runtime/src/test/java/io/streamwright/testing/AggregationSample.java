package io.streamwright.testing;

/**
 * An aggregation of records in windows that are made of the records. Immutable.
 *
 * @param work what is done in a window
 * @param distanceMs how far apart two records of a window may be
 * @param graceMs grace period
 * @param inMemory whether windows are kept in memory
 * @param keptForLong whether windows are kept for much longer than they need it; otherwise as long as the library thinks right
 */
record AggregationSample(Work work, long distanceMs, long graceMs, boolean inMemory, boolean keptForLong) {

    /** What is done in a window. */
    enum Work {
        COUNT,
        REDUCE,
        AGGREGATE,
        DELETING_AGGREGATE,
        FINAL
    }
}
