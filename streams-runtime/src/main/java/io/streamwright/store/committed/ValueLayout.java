package io.streamwright.store.committed;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * How a store lays out a value in bytes, and how that value travels in its changelog. Both are those of Kafka Streams, so that
 * changelogs are readable to either. What the changelog has as a value is the same for all layouts.
 */
public enum ValueLayout {
    /** The serialized value; the changelog record is dated with the record that was processed when it was written. */
    PLAIN {
        @Override
        public byte[] toChangelog(byte[] stored) {
            return stored;
        }

        @Override
        public byte[] fromChangelog(byte[] value, long timestamp, Header[] headers) {
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
            return stored == null ? writtenAt : timeOf(stored);
        }

        @Override
        public long timeOf(byte[] stored) {
            return ByteBuffer.wrap(stored).getLong();
        }

        @Override
        public byte[] fromChangelog(byte[] value, long timestamp, Header[] headers) {
            return withTimestamp(value, timestamp);
        }
    },

    /**
     * Headers (KIP-1271), a timestamp and the serialized value; the changelog record has the value alone, is dated with the timestamp
     * and has the headers.
     */
    HEADERS_AND_TIMESTAMP {
        @Override
        public boolean hasHeaders() {
            return true;
        }

        @Override
        public byte[] toChangelog(byte[] stored) {
            return Arrays.copyOfRange(stored, HeaderBytes.end(stored) + TIMESTAMP_BYTES, stored.length);
        }

        @Override
        public long changelogTimestamp(byte @Nullable [] stored, long writtenAt) {
            return stored == null ? writtenAt : timeOf(stored);
        }

        @Override
        public long timeOf(byte[] stored) {
            return ByteBuffer.wrap(stored).getLong(HeaderBytes.end(stored));
        }

        @Override
        public byte[] fromChangelog(byte[] value, long timestamp, Header[] headers) {
            return HeaderBytes.before(headers, withTimestamp(value, timestamp));
        }
    },

    /** Headers and the serialized value: what a session has, whose time is in its key. The changelog record has the headers. */
    HEADERS {
        @Override
        public boolean hasHeaders() {
            return true;
        }

        @Override
        public byte[] toChangelog(byte[] stored) {
            return HeaderBytes.behind(stored);
        }

        @Override
        public byte[] fromChangelog(byte[] value, long timestamp, Header[] headers) {
            return HeaderBytes.before(headers, value);
        }
    };

    private static final Header[] NO_HEADERS = {};
    private static final int TIMESTAMP_BYTES = Long.BYTES;

    /** Returns whether headers stand before the value. */
    public boolean hasHeaders() {
        return false;
    }

    /** Returns what the changelog holds for a stored value. */
    public abstract byte[] toChangelog(byte[] stored);

    /**
     * Returns the date of the changelog record.
     *
     * @param stored what is stored; null if the key was deleted
     * @param writtenAt date of the record that was processed when it was written
     */
    public long changelogTimestamp(byte @Nullable [] stored, long writtenAt) {
        return writtenAt;
    }

    /**
     * Returns the headers of the changelog record.
     *
     * @param stored what is stored; null if the key was deleted
     * @param ofDeletion what the changelog record of a deletion has
     */
    public Header[] changelogHeaders(byte @Nullable [] stored, Header[] ofDeletion) {
        if (!hasHeaders()) {
            return NO_HEADERS;
        }
        return stored == null ? ofDeletion : HeaderBytes.of(stored);
    }

    /**
     * Returns the timestamp of a stored value.
     *
     * @throws UnsupportedOperationException if the layout has none
     */
    public long timeOf(byte[] stored) {
        throw new UnsupportedOperationException("a value laid out as " + this + " has no timestamp");
    }

    /** Returns what is stored for a changelog record. */
    public abstract byte[] fromChangelog(byte[] value, long timestamp, Header[] headers);

    /** Returns the stored bytes of a value with a timestamp. */
    public static byte[] withTimestamp(byte[] value, long timestamp) {
        return ByteBuffer.allocate(TIMESTAMP_BYTES + value.length)
                .putLong(timestamp)
                .put(value)
                .array();
    }
}
