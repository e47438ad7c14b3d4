package io.streamwright.store.window;

import java.nio.ByteBuffer;

/**
 * The key of a session as changelogs have it, which is that of Kafka Streams: the serialized key, then end and start of the session in
 * eight bytes each, big-endian. Thread-safe: holds nothing.
 */
public final class SessionKey {
    /** What follows the serialized key. */
    static final int SUFFIX_BYTES = 2 * Long.BYTES;

    private SessionKey() {}

    /** Returns the bytes of a key. */
    public static byte[] of(byte[] key, long startMs, long endMs) {
        return ByteBuffer.allocate(key.length + SUFFIX_BYTES)
                .put(key)
                .putLong(endMs)
                .putLong(startMs)
                .array();
    }

    /** Returns the end of the session; works on stored keys too, as they end alike. */
    public static long endOf(byte[] sessionKey) {
        return ByteBuffer.wrap(sessionKey).getLong(sessionKey.length - SUFFIX_BYTES);
    }

    /** Returns the start of the session; works on stored keys too. */
    public static long startOf(byte[] sessionKey) {
        return ByteBuffer.wrap(sessionKey).getLong(sessionKey.length - Long.BYTES);
    }
}
