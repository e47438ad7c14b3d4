package io.streamwright.store.records;

import io.streamwright.store.committed.KeyRange;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * Where a record lies in a buffer and in its changelog, as in Kafka Streams: a zero, its timestamp in eight bytes, the serialized key, and a
 * number in four bytes that tells records of the same time and key apart. Thread-safe: holds nothing.
 */
final class RecordPlace {
    private static final byte PREFIX = 0;
    private static final int KEY_START = 1 + Long.BYTES;

    private RecordPlace() {}

    static Bytes of(long timestampMs, byte[] key, int sequence) {
        return Bytes.wrap(ByteBuffer.allocate(KEY_START + key.length + Integer.BYTES)
                .put(PREFIX)
                .putLong(timestampMs)
                .put(key)
                .putInt(sequence)
                .array());
    }

    /** Returns where records with timestamps in a range lie, both ends inside. */
    static KeyRange between(long fromMs, long toMs) {
        return new KeyRange(start(fromMs), toMs == Long.MAX_VALUE ? RecordClock.KEY : start(toMs + 1));
    }

    private static Bytes start(long timestampMs) {
        return Bytes.wrap(
                ByteBuffer.allocate(KEY_START).put(PREFIX).putLong(timestampMs).array());
    }

    static long timestampOf(byte[] place) {
        return ByteBuffer.wrap(place).getLong(1);
    }

    static byte[] keyOf(byte[] place) {
        return Arrays.copyOfRange(place, KEY_START, place.length - Integer.BYTES);
    }

    static int sequenceOf(byte[] place) {
        return ByteBuffer.wrap(place).getInt(place.length - Integer.BYTES);
    }
}
