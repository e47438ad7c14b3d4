package io.streamwright.processor.api;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record to look at.
 *
 * @param <K> the key
 * @param <V> the value
 */
public interface ReadOnlyRecord<K extends @Nullable Object, V extends @Nullable Object> {

    /** Returns the key. */
    K key();

    /** Returns the value. */
    V value();

    /** Returns the timestamp, in milliseconds since the epoch; not negative. */
    long timestamp();

    /** Returns the headers. */
    Headers headers();
}
