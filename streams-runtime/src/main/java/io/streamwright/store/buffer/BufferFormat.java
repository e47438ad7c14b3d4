package io.streamwright.store.buffer;

import io.streamwright.log.LogRecord;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreInvariantException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What lies in a buffer's store, and what its changelog says of it.
 *
 * <p>The store has the updates by key, and stream time beside them. The changelog has the updates with the version of their format, as
 * Kafka Streams writes and reads them. Stream time is told by a header of our own, which Kafka Streams leaves aside, and only by the
 * last record of a transaction; and not even there if that is an update of this time.
 *
 * <p>Thread-safe: holds constants.
 */
public final class BufferFormat {
    /** Where stream time lies in the store: before all updates. */
    public static final Bytes CLOCK = Bytes.wrap(new byte[] {0});

    /** Stream time before the first update. */
    public static final long NO_TIME_MS = -1;

    /** The header that tells stream time. */
    public static final String STREAM_TIME = "streamwright.streamTime";

    private static final byte UPDATE = 1;
    /** Where the updates lie in the store. */
    public static final KeyRange UPDATES = KeyRange.ofPrefix(Bytes.wrap(new byte[] {UPDATE}));

    private static final Header VERSION = new RecordHeader("v", new byte[] {3});
    private static final Header[] OF_AN_UPDATE = {VERSION};

    private BufferFormat() {}

    /** Returns where the update of a key lies in the store. */
    public static Bytes stored(byte[] key) {
        byte[] stored = new byte[key.length + 1];
        stored[0] = UPDATE;
        System.arraycopy(key, 0, stored, 1, key.length);
        return Bytes.wrap(stored);
    }

    /** Returns the key of an update; null if it is stream time that lies there. */
    public static byte @Nullable [] key(Bytes stored) {
        return stored.equals(CLOCK) ? null : Arrays.copyOfRange(stored.get(), 1, stored.get().length);
    }

    /** Returns the bytes of stream time. */
    public static byte[] time(long streamTimeMs) {
        return ByteBuffer.allocate(Long.BYTES).putLong(streamTimeMs).array();
    }

    /** Returns stream time; {@link #NO_TIME_MS} if there is none. */
    public static long time(byte @Nullable [] stored) {
        return stored == null ? NO_TIME_MS : ByteBuffer.wrap(stored).getLong();
    }

    /**
     * Returns the headers of a changelog record.
     *
     * @param update null if the update has left
     * @param isLast whether it is the last record of its transaction
     * @param streamTimeMs at the end of the transaction
     */
    public static Header[] headers(byte @Nullable [] update, boolean isLast, long streamTimeMs) {
        boolean tellsTime = update != null && BufferedUpdate.timestampOf(update) >= streamTimeMs;
        Header[] format = update == null ? LogRecord.NO_HEADERS : OF_AN_UPDATE;
        if (!isLast || tellsTime) {
            return format;
        }
        Header[] all = Arrays.copyOf(format, format.length + 1);
        all[format.length] = new RecordHeader(STREAM_TIME, time(streamTimeMs));
        return all;
    }

    /** Returns how far stream time had come according to a changelog record; {@link #NO_TIME_MS} if it does not say. */
    public static long timeOf(LogRecord record) {
        byte[] update = record.value();
        long timeMs = update == null ? NO_TIME_MS : BufferedUpdate.timestampOf(update);
        Header told = last(record, STREAM_TIME);
        return told == null ? timeMs : Math.max(timeMs, time(told.value()));
    }

    /**
     * Checks that a changelog record has the format that is read here.
     *
     * @param store for the message
     * @throws StoreInvariantException if it has another
     */
    public static void check(String store, LogRecord record) {
        Header version = last(record, VERSION.key());
        if (record.value() != null && (version == null || !Arrays.equals(version.value(), VERSION.value()))) {
            throw new StoreInvariantException("the changelog of store " + store + " has an update at offset "
                    + record.offset() + " in format "
                    + (version == null ? "0" : Arrays.toString(version.value()))
                    + ", only [3] is read: an old version of Kafka Streams wrote it. Let Kafka Streams run until it has passed on"
                    + " what waits there, or reset the application");
        }
    }

    private static @Nullable Header last(LogRecord record, String name) {
        Header found = null;
        for (Header header : record.headers()) {
            if (header.key().equals(name)) {
                found = header;
            }
        }
        return found;
    }
}
