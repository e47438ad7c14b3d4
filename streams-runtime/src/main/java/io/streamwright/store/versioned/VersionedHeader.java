package io.streamwright.store.versioned;

import java.nio.ByteBuffer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a versioned store knows beside its versions. Immutable.
 *
 * <p>It lies in the store as an entry of its own, which no changelog has: so it is committed, dropped and found again after a crash
 * together with the versions. A restore makes it anew from the changelog.
 *
 * @param observedMs highest timestamp that was put; -1 before the first
 * @param expiredMs no moment before this one waits to be taken note of, see {@link VersionedLayout}
 */
record VersionedHeader(long observedMs, long expiredMs) {

    /** Where it lies: behind all versions. */
    static final Bytes KEY = Bytes.wrap(new byte[] {(byte) 0xFF});

    /** What a new store begins with. */
    static final VersionedHeader FRESH = new VersionedHeader(-1, 0);

    /** Reads a header; null if there is none. */
    static @Nullable VersionedHeader of(byte @Nullable [] stored) {
        if (stored == null) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(stored);
        return new VersionedHeader(bytes.getLong(), bytes.getLong());
    }

    /** Returns the stored bytes. */
    byte[] toBytes() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(observedMs)
                .putLong(expiredMs)
                .array();
    }

    VersionedHeader observing(long timestampMs) {
        return new VersionedHeader(Math.max(observedMs, timestampMs), expiredMs);
    }

    VersionedHeader expiredUpTo(long newExpiredMs) {
        return new VersionedHeader(observedMs, newExpiredMs);
    }
}
