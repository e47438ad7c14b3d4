package io.streamwright.store.committed;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How a store lays out a value in bytes, and how that value travels in its changelog. Both are those of Kafka Streams, so that
 * changelogs are readable to either.
 */
public enum ValueLayout {
    /** The serialized value; the changelog record is dated with the record that was processed when it was written. */
    PLAIN {
        @Override
        public byte[] toChangelog(byte[] stored) {
            return stored;
        }

        @Override
        public long changelogTimestamp(byte @Nullable [] stored, long writtenAt) {
            return writtenAt;
        }

        @Override
        public byte[] fromChangelog(byte[] value, long timestamp) {
            return value;
        }
    },

    /**
     * A big-endian timestamp of eight bytes, then the serialized value; the changelog record has the value alone and is dated
     * with the timestamp.
     */
    TIMESTAMPED {
        @Override
        public byte[] toChangelog(byte[] stored) {
            return Arrays.copyOfRange(stored, TIMESTAMP_BYTES, stored.length);
        }

        @Override
        public long changelogTimestamp(byte @Nullable [] stored, long writtenAt) {
            return stored == null ? writtenAt : timestampOf(stored);
        }

        @Override
        public byte[] fromChangelog(byte[] value, long timestamp) {
            return withTimestamp(value, timestamp);
        }
    };

    private static final int TIMESTAMP_BYTES = Long.BYTES;

    /** Returns what the changelog holds for a stored value. */
    public abstract byte[] toChangelog(byte[] stored);

    /**
     * Returns the date of the changelog record.
     *
     * @param stored what is stored; null if the key was deleted
     * @param writtenAt date of the record that was processed when it was written
     */
    public abstract long changelogTimestamp(byte @Nullable [] stored, long writtenAt);

    /** Returns what is stored for a changelog record. */
    public abstract byte[] fromChangelog(byte[] value, long timestamp);

    /** Returns the stored bytes of a value with a timestamp. */
    public static byte[] withTimestamp(byte[] value, long timestamp) {
        return ByteBuffer.allocate(TIMESTAMP_BYTES + value.length)
                .putLong(timestamp)
                .put(value)
                .array();
    }

    /** Returns the timestamp of the stored bytes of a value with a timestamp. */
    public static long timestampOf(byte[] stored) {
        return ByteBuffer.wrap(stored).getLong();
    }
}
