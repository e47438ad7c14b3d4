package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * What a program set for a buffer of updates; for the engine. Immutable.
 *
 * @param maxRecords how many keys may wait
 * @param maxBytes about how much memory they may take
 * @param emitsEarly whether the earliest leave when there are too many; otherwise it is an error
 * @param loggingEnabled whether the buffer has a changelog
 * @param logConfig settings of the changelog topic; empty if there is none
 */
public record BufferLimits(
        long maxRecords, long maxBytes, boolean emitsEarly, boolean loggingEnabled, Map<String, String> logConfig) {
    static final BufferLimits NONE = new BufferLimits(Long.MAX_VALUE, Long.MAX_VALUE, false, true, Map.of());

    /** Checks the limits and copies the settings. */
    public BufferLimits {
        if (maxRecords < 0 || maxBytes < 0) {
            throw new IllegalArgumentException("a buffer cannot hold less than nothing: maxRecords=" + maxRecords
                    + " maxBytes=" + maxBytes + "; leave a limit out for none");
        }
        logConfig = Map.copyOf(logConfig);
    }

    /** Returns the settings of a buffer. */
    static BufferLimits of(Suppressed.BufferConfig<?> config) {
        return config instanceof StrictBuffer strict ? strict.limits() : ((EagerBuffer) config).limits();
    }

    BufferLimits withMaxRecords(long records) {
        return new BufferLimits(records, maxBytes, emitsEarly, loggingEnabled, logConfig);
    }

    BufferLimits withMaxBytes(long bytes) {
        return new BufferLimits(maxRecords, bytes, emitsEarly, loggingEnabled, logConfig);
    }

    BufferLimits withNoBound() {
        return withMaxRecords(Long.MAX_VALUE).withMaxBytes(Long.MAX_VALUE);
    }

    BufferLimits emittingEarly(boolean early) {
        return new BufferLimits(maxRecords, maxBytes, early, loggingEnabled, logConfig);
    }

    BufferLimits withoutChangelog() {
        return new BufferLimits(maxRecords, maxBytes, emitsEarly, false, Map.of());
    }

    BufferLimits withChangelog(Map<String, String> config) {
        return new BufferLimits(maxRecords, maxBytes, emitsEarly, true, requireNonNull(config, "config"));
    }
}
