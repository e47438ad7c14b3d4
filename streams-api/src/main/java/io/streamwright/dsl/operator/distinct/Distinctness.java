package io.streamwright.dsl.operator.distinct;

/**
 * How near in time records with the same identity are duplicates, and how late records may come. Immutable.
 *
 * @param windowMs the greatest difference of timestamps between duplicates, positive
 * @param latenessMs how far behind the newest record that was passed on another can be told from a duplicate
 */
public record Distinctness(long windowMs, long latenessMs) {

    /** Returns how long it must be known what was passed on, so that the earliest duplicate of the latest record is found. */
    public long retentionMs() {
        return windowMs + latenessMs + 1;
    }

    /** Returns what a retention makes possible. */
    public static Distinctness within(long windowMs, long retentionMs) {
        return new Distinctness(windowMs, retentionMs - windowMs - 1);
    }
}
