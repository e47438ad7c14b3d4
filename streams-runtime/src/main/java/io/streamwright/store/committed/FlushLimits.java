package io.streamwright.store.committed;

/**
 * How much committed state may be in memory only, which bounds what a restart restores after the process was killed.
 * Immutable.
 *
 * @param writeBufferBytes size at which a store's write buffer is flushed
 * @param flushAfterBytes committed bytes of a task after which a flush is asked for
 * @param flushAfterRecords committed records of a task after which a flush is asked for
 */
public record FlushLimits(long writeBufferBytes, long flushAfterBytes, long flushAfterRecords) {

    /** Some thousands of records to restore, and few enough flushes that merging them costs little. */
    public static final FlushLimits DEFAULT = new FlushLimits(16L << 20, 8L << 20, 20_000);

    public FlushLimits {
        if (writeBufferBytes < 1 || flushAfterBytes < 1 || flushAfterRecords < 1) {
            throw new IllegalArgumentException("flush limits must be positive: writeBufferBytes=" + writeBufferBytes
                    + " flushAfterBytes=" + flushAfterBytes + " flushAfterRecords=" + flushAfterRecords);
        }
    }
}
