package io.streamwright.kstream;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serializes keys in sessions: the serialized key, then end and start of the session in eight bytes each, big-endian.
 *
 * <p>Owner: who made it; as thread-safe as the serializer inside.
 *
 * @param <T> the keys
 */
public class SessionWindowedSerializer<T> implements WindowedSerializer<T> {

    /** Name of the setting that says what serializes the keys. */
    public static final String WINDOWED_INNER_SERIALIZER_CLASS = "windowed.inner.serializer.class";

    private @Nullable Serializer<T> inner;

    /** For clients that make it from settings. */
    public SessionWindowedSerializer() {}

    /** Serializes keys with another serializer. */
    public SessionWindowedSerializer(Serializer<T> inner) {
        this.inner = inner;
    }

    /**
     * Takes the serializer of the keys from the settings, unless it was given.
     *
     * @throws ConfigException if there is none, or it cannot be made
     */
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        inner = InnerSerde.configured(configs, WINDOWED_INNER_SERIALIZER_CLASS, Serializer.class, inner);
        inner.configure(configs, isKey);
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable Windowed<T> data) {
        return data == null ? null : withTimes(serializeBaseKey(topic, data), data.window());
    }

    @Override
    public byte @Nullable [] serialize(String topic, Headers headers, @Nullable Windowed<T> data) {
        return data == null ? null : withTimes(serializeBaseKey(topic, headers, data), data.window());
    }

    private static byte @Nullable [] withTimes(byte @Nullable [] key, Window window) {
        return key == null
                ? null
                : ByteBuffer.allocate(key.length + 2 * Long.BYTES)
                        .put(key)
                        .putLong(window.end())
                        .putLong(window.start())
                        .array();
    }

    @Override
    public byte @Nullable [] serializeBaseKey(String topic, Windowed<T> data) {
        return inner().serialize(topic, data.key());
    }

    @Override
    public byte @Nullable [] serializeBaseKey(String topic, Headers headers, Windowed<T> data) {
        return inner().serialize(topic, headers, data.key());
    }

    private Serializer<T> inner() {
        return Objects.requireNonNull(
                inner, "a serializer of keys in sessions needs one for the keys: give it one, or configure it");
    }

    @Override
    public void close() {
        if (inner != null) {
            inner.close();
        }
    }
}
