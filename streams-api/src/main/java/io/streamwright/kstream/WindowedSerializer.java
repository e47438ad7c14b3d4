package io.streamwright.kstream;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serializes keys in windows of one kind; all windows of a key belong into one partition.
 *
 * <p>Owner: who made it; as thread-safe as the serializer inside.
 *
 * @param <T> the keys
 */
public interface WindowedSerializer<T> extends Serializer<Windowed<T>> {

    /** Serializes the key without its window, which decides the partition. */
    byte @Nullable [] serializeBaseKey(String topic, Windowed<T> data);

    /** Serializes the key without its window, which decides the partition. */
    byte @Nullable [] serializeBaseKey(String topic, Headers headers, Windowed<T> data);
}
