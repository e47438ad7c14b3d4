package io.streamwright.log;

/**
 * Limits of a reader. Immutable.
 *
 * @param purpose what it reads for, which a log may have settings for
 * @param maxPollRecords about how many records one poll returns at most; a batch is not split for it
 * @param maxPollBytes about how many bytes one poll returns at most
 */
public record ReaderOptions(Purpose purpose, int maxPollRecords, int maxPollBytes) {

    /** What a worker uses unless the configuration says otherwise. */
    public static final ReaderOptions DEFAULT = new ReaderOptions(Purpose.INPUT, 10_000, 8 << 20);

    /** Why something is read. */
    public enum Purpose {
        /** To process it: the topics that a program names, and repartition topics. */
        INPUT,
        /** To bring stores up to their changelogs. */
        RESTORE,
        /** To keep global tables and stores. */
        GLOBAL
    }

    /** Limits of a reader of input. */
    public ReaderOptions(int maxPollRecords, int maxPollBytes) {
        this(Purpose.INPUT, maxPollRecords, maxPollBytes);
    }

    public ReaderOptions {
        if (maxPollRecords < 1 || maxPollBytes < 1) {
            throw new IllegalArgumentException("a reader needs positive limits: maxPollRecords=" + maxPollRecords
                    + " maxPollBytes=" + maxPollBytes);
        }
    }

    /** Returns the same limits for another purpose. */
    public ReaderOptions with(Purpose newPurpose) {
        return new ReaderOptions(newPurpose, maxPollRecords, maxPollBytes);
    }
}
