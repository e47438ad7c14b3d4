package io.streamwright.runtime;

/**
 * How far an application is. Immutable.
 *
 * @param records how many records its tasks have processed since it was started, aborted and repeated ones included
 * @param transactions how many transactions they have committed
 * @param aborts how many they have aborted
 * @param lagRecords how many offsets of its input and repartition topics lie behind what is processed, markers included
 * @param caughtUp whether everything on its input topics is processed and committed
 */
public record AppProgress(long records, long transactions, long aborts, long lagRecords, boolean caughtUp) {}
