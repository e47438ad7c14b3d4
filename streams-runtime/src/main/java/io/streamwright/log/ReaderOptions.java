package io.streamwright.log;

/**
 * Limits of a reader. Immutable.
 *
 * @param maxPollRecords about how many records one poll returns at most; a batch is not split for it
 * @param maxPollBytes about how many bytes one poll returns at most
 */
public record ReaderOptions(int maxPollRecords, int maxPollBytes) {

    /** What a worker uses unless the configuration says otherwise. */
    public static final ReaderOptions DEFAULT = new ReaderOptions(10_000, 8 << 20);

    public ReaderOptions {
        if (maxPollRecords < 1 || maxPollBytes < 1) {
            throw new IllegalArgumentException("a reader needs positive limits: maxPollRecords=" + maxPollRecords
                    + " maxPollBytes=" + maxPollBytes);
        }
    }
}
