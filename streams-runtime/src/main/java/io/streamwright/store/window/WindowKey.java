package io.streamwright.store.window;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The key of a window as changelogs have it, which is that of Kafka Streams: the serialized key, the start of the window in eight
 * bytes, and in four bytes a number that tells values of the same window apart; both big-endian. Thread-safe: holds nothing.
 */
public final class WindowKey {
    /** What follows the serialized key. */
    static final int SUFFIX_BYTES = Long.BYTES + Integer.BYTES;

    private WindowKey() {}

    /** Returns the bytes of a key. */
    public static byte[] of(byte[] key, long startMs, int sequence) {
        return ByteBuffer.allocate(key.length + SUFFIX_BYTES)
                .put(key)
                .putLong(startMs)
                .putInt(sequence)
                .array();
    }

    /** Returns the start of the window; works on stored keys too, as they end alike. */
    public static long startOf(byte[] windowKey) {
        return ByteBuffer.wrap(windowKey).getLong(windowKey.length - SUFFIX_BYTES);
    }

    /** Returns the number; works on stored keys too. */
    public static int sequenceOf(byte[] windowKey) {
        return ByteBuffer.wrap(windowKey).getInt(windowKey.length - Integer.BYTES);
    }

    /** Returns the serialized key. */
    public static byte[] keyOf(byte[] windowKey) {
        return Arrays.copyOf(windowKey, windowKey.length - SUFFIX_BYTES);
    }
}
