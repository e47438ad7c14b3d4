package io.streamwright.kstream;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys in sessions, of which the bytes have start and end. Keys of a session store's changelog are the same.
 *
 * <p>Owner: who made it; as thread-safe as the deserializer inside.
 *
 * @param <T> the keys
 */
public class SessionWindowedDeserializer<T> implements Deserializer<Windowed<T>> {

    /** Name of the setting that says what reads the keys. */
    public static final String WINDOWED_INNER_DESERIALIZER_CLASS = "windowed.inner.deserializer.class";

    private static final int SUFFIX_BYTES = 2 * Long.BYTES;

    private @Nullable Deserializer<T> inner;

    /** For clients that make it from settings. */
    public SessionWindowedDeserializer() {}

    /** Reads keys with another deserializer. */
    public SessionWindowedDeserializer(Deserializer<T> inner) {
        this.inner = inner;
    }

    /**
     * Takes the deserializer of the keys from the settings, unless it was given.
     *
     * @throws ConfigException if there is none, or it cannot be made
     */
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        inner = InnerSerde.configured(configs, WINDOWED_INNER_DESERIALIZER_CLASS, Deserializer.class, inner);
        inner.configure(configs, isKey);
    }

    @Override
    public @Nullable Windowed<T> deserialize(String topic, byte @Nullable [] data) {
        return data == null || data.length == 0
                ? null
                : windowed(inner().deserialize(topic, keyOf(topic, data)), topic, data);
    }

    @Override
    public @Nullable Windowed<T> deserialize(String topic, Headers headers, byte @Nullable [] data) {
        return data == null || data.length == 0
                ? null
                : windowed(inner().deserialize(topic, headers, keyOf(topic, data)), topic, data);
    }

    private static byte[] keyOf(String topic, byte[] data) {
        int length = data.length - SUFFIX_BYTES;
        if (length < 0) {
            throw new SerializationException("topic " + topic + " has a key of " + data.length
                    + " bytes, which is too short for one in a session");
        }
        return Arrays.copyOf(data, length);
    }

    private static <T> Windowed<T> windowed(T key, String topic, byte[] data) {
        ByteBuffer times = ByteBuffer.wrap(data, data.length - SUFFIX_BYTES, SUFFIX_BYTES);
        long endMs = times.getLong();
        long startMs = times.getLong();
        if (startMs < 0 || endMs < startMs) {
            throw new SerializationException("topic " + topic + " has a key in a session from " + startMs + " to "
                    + endMs + ": it was not written by a serializer of sessions");
        }
        return new Windowed<>(key, new SessionWindow(startMs, endMs));
    }

    private Deserializer<T> inner() {
        return Objects.requireNonNull(
                inner, "a deserializer of keys in sessions needs one for the keys: give it one, or configure it");
    }

    @Override
    public void close() {
        if (inner != null) {
            inner.close();
        }
    }
}
