package io.streamwright.runtime;

import io.streamwright.errors.ErrorCategory;
import java.util.Map;

/**
 * How far an application is, and what it met on its way. Immutable.
 *
 * @param records how many records its tasks have processed since it was started, aborted and repeated ones included
 * @param transactions how many transactions they have committed
 * @param aborts how many they have aborted
 * @param droppedRecords how many records its handlers have dropped or its operators have left aside, as they were late or lacked
 *     something; aborted and repeated ones included
 * @param errors how many errors its transactions have met, by category; a category without any is missing
 * @param lagRecords how many offsets of its input and repartition topics lie behind what is processed, markers included
 * @param caughtUp whether everything on its input topics is processed and committed
 */
public record AppProgress(
        long records,
        long transactions,
        long aborts,
        long droppedRecords,
        Map<ErrorCategory, Long> errors,
        long lagRecords,
        boolean caughtUp) {

    /** Nothing was done yet. */
    public static final AppProgress NONE = new AppProgress(0, 0, 0, 0, Map.of(), 0, false);

    public AppProgress {
        errors = Map.copyOf(errors);
    }
}
