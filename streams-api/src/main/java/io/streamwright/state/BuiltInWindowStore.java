package io.streamwright.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Asks for one of the house's window stores. Immutable.
 *
 * @param name the store's name
 * @param location where its content lies
 * @param retentionPeriod how long windows are kept after their start, in ms of stream time
 * @param windowSize size of the windows in ms
 * @param retainDuplicates whether values of the same key and start are kept side by side
 * @param timeOrdered whether entries lie in the order of time, so that all windows of a time are found fast
 * @param keyOrdered whether those of one key are found fast
 */
public record BuiltInWindowStore(
        String name,
        StoreLocation location,
        long retentionPeriod,
        long windowSize,
        boolean retainDuplicates,
        boolean timeOrdered,
        boolean keyOrdered)
        implements WindowBytesStoreSupplier {
    private static final long MIN_SEGMENT_INTERVAL_MS = 60_000;

    /** Checks periods and sizes. */
    public BuiltInWindowStore {
        if (retentionPeriod < 0 || windowSize < 0) {
            throw new IllegalArgumentException("window store " + name + ": retention=" + retentionPeriod
                    + " ms and window size=" + windowSize + " ms cannot be negative");
        }
        if (windowSize > retentionPeriod) {
            throw new IllegalArgumentException("window store " + name + ": a retention of " + retentionPeriod
                    + " ms would drop windows of " + windowSize + " ms before they end: give at least that");
        }
        if (!timeOrdered && !keyOrdered) {
            throw new IllegalArgumentException("window store " + name + ": entries lie by time, by key or both ways");
        }
    }

    /** Asks for entries that lie by time or by key. */
    public BuiltInWindowStore(
            String name,
            StoreLocation location,
            long retentionPeriod,
            long windowSize,
            boolean retainDuplicates,
            boolean timeOrdered) {
        this(name, location, retentionPeriod, windowSize, retainDuplicates, timeOrdered, !timeOrdered);
    }

    @Override
    public long segmentIntervalMs() {
        return Math.max(retentionPeriod / 2, MIN_SEGMENT_INTERVAL_MS);
    }

    @Override
    public WindowStore<Bytes, byte[]> get() {
        return StoreProvider.installed().windowBytesStore(this);
    }

    @Override
    public String metricsScope() {
        return switch (location) {
            case PERSISTENT -> "rocksdb-window";
            case IN_MEMORY -> "in-memory-window";
        };
    }
}
