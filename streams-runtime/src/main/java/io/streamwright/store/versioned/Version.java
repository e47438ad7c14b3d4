package io.streamwright.store.versioned;

import org.jspecify.annotations.Nullable;

/**
 * A value of a key that can be read. Immutable.
 *
 * @param value serialized value
 * @param timestampMs from when on it holds
 * @param validToMs from when on it holds no longer; null if it is the newest, or if that was not asked for
 */
record Version(byte[] value, long timestampMs, @Nullable Long validToMs) {}
