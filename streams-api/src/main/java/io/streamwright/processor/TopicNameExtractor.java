package io.streamwright.processor;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the topic that a sink writes a record to.
 *
 * <p>One extractor may serve several tasks: it must be thread-safe, or hold nothing.
 *
 * @param <K> the records' keys
 * @param <V> the records' values
 */
@FunctionalInterface
public interface TopicNameExtractor<K extends @Nullable Object, V extends @Nullable Object> {

    /**
     * Returns the topic's name. The topic must exist.
     *
     * @param key the record's key
     * @param value the record's value
     * @param recordContext where the record came from, with its timestamp and headers
     */
    String extract(K key, V value, RecordContext recordContext);
}
