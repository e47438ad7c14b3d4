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
 * Reads keys in windows of time, of which the bytes have the start; the end is known from the size of the windows.
 *
 * <p>Owner: who made it; as thread-safe as the deserializer inside.
 *
 * @param <T> the keys
 */
public class TimeWindowedDeserializer<T> implements Deserializer<Windowed<T>> {

    /** Name of the setting that says how large the windows are, in ms. */
    public static final String WINDOW_SIZE_MS_CONFIG = "window.size.ms";

    /** Name of the setting that says what reads the keys. */
    public static final String WINDOWED_INNER_DESERIALIZER_CLASS = "windowed.inner.deserializer.class";

    private static final int SEQUENCE_BYTES = Integer.BYTES;

    private @Nullable Deserializer<T> inner;
    private @Nullable Long windowSize;
    private boolean isChangelogTopic;

    /** For clients that make it from settings. */
    public TimeWindowedDeserializer() {}

    /**
     * Reads keys with another deserializer.
     *
     * @param windowSize size of the windows in ms; null if it will be configured
     */
    public TimeWindowedDeserializer(Deserializer<T> inner, @Nullable Long windowSize) {
        this.inner = inner;
        this.windowSize = windowSize;
    }

    /** Returns the size of the windows in ms; null if it is not known yet. */
    public @Nullable Long getWindowSize() {
        return windowSize;
    }

    /**
     * Takes from the settings what was not given: the deserializer of the keys, and the size of the windows.
     *
     * @throws ConfigException if one of them is missing, given twice and differently, or cannot be made
     */
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        Object size = configs.get(WINDOW_SIZE_MS_CONFIG);
        if (size != null) {
            Long configured = sizeOf(size);
            if (windowSize != null && !windowSize.equals(configured)) {
                throw new ConfigException(
                        WINDOW_SIZE_MS_CONFIG, size, "the constructor was given " + windowSize + ": leave one out");
            }
            windowSize = configured;
        }
        if (windowSize == null) {
            throw new ConfigException("a deserializer of windowed keys needs the size of the windows: give it to the "
                    + "constructor, or set " + WINDOW_SIZE_MS_CONFIG);
        }
        inner = InnerSerde.configured(configs, WINDOWED_INNER_DESERIALIZER_CLASS, Deserializer.class, inner);
        inner.configure(configs, isKey);
    }

    private static Long sizeOf(Object size) {
        try {
            return size instanceof Number number
                    ? number.longValue()
                    : Long.parseLong(size.toString().trim());
        } catch (NumberFormatException e) {
            ConfigException failed =
                    new ConfigException(WINDOW_SIZE_MS_CONFIG, size, "it is no number of milliseconds");
            failed.initCause(e);
            throw failed;
        }
    }

    @Override
    public @Nullable Windowed<T> deserialize(String topic, byte @Nullable [] data) {
        return isEmpty(data) ? null : windowed(inner().deserialize(topic, keyOf(topic, data)), data);
    }

    @Override
    public @Nullable Windowed<T> deserialize(String topic, Headers headers, byte @Nullable [] data) {
        return isEmpty(data) ? null : windowed(inner().deserialize(topic, headers, keyOf(topic, data)), data);
    }

    private static boolean isEmpty(byte @Nullable [] data) {
        return data == null || data.length == 0;
    }

    private byte[] keyOf(String topic, byte @Nullable [] data) {
        int length = Objects.requireNonNull(data).length - suffixBytes();
        if (length < 0) {
            throw new SerializationException("topic " + topic + " has a key of " + data.length
                    + " bytes, which is too short for one in a window of time");
        }
        return Arrays.copyOf(data, length);
    }

    private int suffixBytes() {
        return Long.BYTES + (isChangelogTopic ? SEQUENCE_BYTES : 0);
    }

    private Windowed<T> windowed(T key, byte @Nullable [] data) {
        byte[] bytes = Objects.requireNonNull(data);
        long start = ByteBuffer.wrap(bytes).getLong(bytes.length - suffixBytes());
        Long size = Objects.requireNonNull(
                windowSize,
                "a deserializer of windowed keys needs the size of the windows: give it one, or configure it");
        return new Windowed<>(key, TimeWindow.ofSize(start, size));
    }

    private Deserializer<T> inner() {
        return Objects.requireNonNull(
                inner, "a deserializer of windowed keys needs one for the keys: give it one, or configure it");
    }

    @Override
    public void close() {
        if (inner != null) {
            inner.close();
        }
    }

    /** Sets whether keys are those of a window store's changelog, which have a number behind the start. */
    public void setIsChangelogTopic(boolean isChangelogTopic) {
        this.isChangelogTopic = isChangelogTopic;
    }
}
