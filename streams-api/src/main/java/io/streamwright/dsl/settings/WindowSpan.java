package io.streamwright.dsl.settings;

/**
 * How long the windows of an operator are, and are kept. Immutable.
 *
 * @param sizeMs time between start and end
 * @param leastRetentionMs the shortest retention that a program may ask for
 * @param neededRetentionMs how long windows are kept in any case
 * @param isSliding whether windows begin and end with the records
 */
public record WindowSpan(long sizeMs, long leastRetentionMs, long neededRetentionMs, boolean isSliding) {}
