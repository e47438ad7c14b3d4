package io.streamwright.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Asks for one of the house's versioned stores. Immutable.
 *
 * @param name the store's name
 * @param location where its content lies
 * @param historyRetentionMs how long older versions are kept, in ms of stream time
 * @param segmentIntervalMs in what steps of stream time older versions are let go, in ms
 */
public record BuiltInVersionedStore(
        String name, StoreLocation location, long historyRetentionMs, long segmentIntervalMs)
        implements VersionedBytesStoreSupplier {
    private static final long MIN_SEGMENT_INTERVAL_MS = 2_000;

    /** How many steps a retention is divided into: the longer it is, the finer. */
    private enum Steps {
        UP_TO_A_MINUTE(60_000, 3),
        UP_TO_FIVE_MINUTES(300_000, 5),
        UP_TO_AN_HOUR(3_600_000, 12),
        LONGER(Long.MAX_VALUE, 24);

        private final long maxRetentionMs;
        private final long count;

        Steps(long maxRetentionMs, long count) {
            this.maxRetentionMs = maxRetentionMs;
            this.count = count;
        }
    }

    /** Checks the times. */
    public BuiltInVersionedStore {
        if (historyRetentionMs < 0) {
            throw new IllegalArgumentException("versioned store " + name + ": historyRetention=" + historyRetentionMs
                    + " ms cannot be negative; zero keeps the newest versions only");
        }
        if (segmentIntervalMs < 1) {
            throw new IllegalArgumentException("versioned store " + name + ": segmentInterval=" + segmentIntervalMs
                    + " ms must be at least 1; leave it out to have one that fits the history retention");
        }
    }

    /** Asks for a store that lets older versions go in steps that fit its retention. */
    static BuiltInVersionedStore of(String name, StoreLocation location, long historyRetentionMs) {
        for (Steps steps : Steps.values()) {
            if (historyRetentionMs <= steps.maxRetentionMs) {
                long intervalMs = Math.max(MIN_SEGMENT_INTERVAL_MS, historyRetentionMs / steps.count);
                return new BuiltInVersionedStore(name, location, historyRetentionMs, intervalMs);
            }
        }
        throw new IllegalStateException("no steps for a retention of " + historyRetentionMs + " ms");
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
        return StoreProvider.installed().versionedBytesStore(this);
    }

    @Override
    public String metricsScope() {
        return switch (location) {
            case PERSISTENT -> "rocksdb";
            case IN_MEMORY -> "in-memory";
        };
    }
}
