package io.streamwright.store.versioned;

import io.streamwright.store.committed.KeyRange;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * How versions lie in a store. Thread-safe: holds nothing.
 *
 * <pre>
 * version:  1, length of the key (4), key, timestamp (8)  →  1, value   or   0 for a deletion
 * moment:   2, timestamp (8), key                         →  nothing
 * </pre>
 *
 * <p>All versions of a key lie together in the order of time. There is a moment for each version, all in the order of time: when it is
 * behind the history retention, what the key had before it is no longer needed.
 *
 * <p>Numbers are big-endian and not negative, so that bytes are in their order.
 */
final class VersionedLayout {
    /** What is stored for a moment. */
    static final byte[] NOTHING = new byte[0];

    private static final byte VERSION = 1;
    private static final byte MOMENT = 2;
    private static final byte DELETION = 0;
    private static final byte VALUE = 1;
    private static final int VERSION_KEY_START = 1 + Integer.BYTES;
    private static final int MOMENT_KEY_START = 1 + Long.BYTES;

    private VersionedLayout() {}

    /** Returns where a version lies. */
    static Bytes version(byte[] key, long timestampMs) {
        return Bytes.wrap(ByteBuffer.allocate(VERSION_KEY_START + key.length + Long.BYTES)
                .put(VERSION)
                .putInt(key.length)
                .put(key)
                .putLong(timestampMs)
                .array());
    }

    /** Returns where the versions of a key with timestamps in a range lie, both ends inside. */
    static KeyRange versions(byte[] key, long fromMs, long toMs) {
        return KeyRange.closed(version(key, fromMs), version(key, toMs));
    }

    /** Returns whether a version is stored there. */
    static boolean isVersion(Bytes stored) {
        return stored.get()[0] == VERSION;
    }

    /** Returns the timestamp of a version. */
    static long timestampOf(Bytes version) {
        byte[] bytes = version.get();
        return ByteBuffer.wrap(bytes).getLong(bytes.length - Long.BYTES);
    }

    /** Returns the key of a version. */
    static byte[] keyOf(Bytes version) {
        byte[] bytes = version.get();
        return Arrays.copyOfRange(bytes, VERSION_KEY_START, bytes.length - Long.BYTES);
    }

    /** Returns the stored bytes of a value; null is a deletion. */
    static byte[] toStored(byte @Nullable [] value) {
        if (value == null) {
            return new byte[] {DELETION};
        }
        return ByteBuffer.allocate(1 + value.length).put(VALUE).put(value).array();
    }

    /** Returns whether stored bytes are a deletion. */
    static boolean isDeletion(byte[] stored) {
        return stored[0] == DELETION;
    }

    /** Returns the value of stored bytes; null if they are a deletion. */
    static byte @Nullable [] fromStored(byte[] stored) {
        return isDeletion(stored) ? null : Arrays.copyOfRange(stored, 1, stored.length);
    }

    /** Returns where a moment lies. */
    static Bytes moment(long timestampMs, byte[] key) {
        return Bytes.wrap(ByteBuffer.allocate(MOMENT_KEY_START + key.length)
                .put(MOMENT)
                .putLong(timestampMs)
                .put(key)
                .array());
    }

    /** Returns where the moments of a stretch of time lie, the end outside. */
    static KeyRange moments(long startMs, long endMs) {
        return new KeyRange(moment(startMs, NOTHING), moment(endMs, NOTHING));
    }

    /** Returns the time of a moment. */
    static long timeOf(Bytes moment) {
        return ByteBuffer.wrap(moment.get()).getLong(1);
    }

    /** Returns the key of a moment. */
    static byte[] keyOfMoment(Bytes moment) {
        return Arrays.copyOfRange(moment.get(), MOMENT_KEY_START, moment.get().length);
    }
}
