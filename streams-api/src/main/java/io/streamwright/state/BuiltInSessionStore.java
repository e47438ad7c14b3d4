package io.streamwright.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Asks for one of the house's session stores. Immutable.
 *
 * @param name the store's name
 * @param location where its content lies
 * @param retentionPeriod how long sessions are kept after their end, in ms of stream time
 * @param timeOrdered whether entries lie in the order of time too, so that not only those of one key are found fast, but also all
 *     sessions that end in a time
 */
public record BuiltInSessionStore(String name, StoreLocation location, long retentionPeriod, boolean timeOrdered)
        implements SessionBytesStoreSupplier {
    private static final long MIN_SEGMENT_INTERVAL_MS = 60_000;

    /** Checks the retention. */
    public BuiltInSessionStore {
        if (retentionPeriod < 0) {
            throw new IllegalArgumentException(
                    "session store " + name + ": a retention cannot be negative: " + retentionPeriod + " ms");
        }
    }

    @Override
    public long segmentIntervalMs() {
        return Math.max(retentionPeriod / 2, MIN_SEGMENT_INTERVAL_MS);
    }

    @Override
    public SessionStore<Bytes, byte[]> get() {
        return StoreProvider.installed().sessionBytesStore(this);
    }

    @Override
    public String metricsScope() {
        return switch (location) {
            case PERSISTENT -> "rocksdb-session";
            case IN_MEMORY -> "in-memory-session";
        };
    }
}
