package io.streamwright.dsl.operator.window;

import io.streamwright.kstream.TimeWindowedDeserializer;
import io.streamwright.kstream.TimeWindowedSerializer;
import io.streamwright.kstream.Windowed;
import io.streamwright.topology.DefaultSerdesAware;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes keys in windows of time with the configured default serde of keys.
 *
 * <p>Owner: the program it belongs to.
 *
 * @param <K> the keys
 */
public final class DefaultWindowedSerde<K> implements Serde<Windowed<K>> {
    private static final String MISSING =
            "a windowed aggregation has no key serde: set default.key.serde, or name one with Grouped or Materialized";

    private final Writing<K> serializer = new Writing<>();
    private final Reading<K> deserializer;

    /**
     * Makes a serde.
     *
     * @param windowSizeMs size of the windows
     */
    public DefaultWindowedSerde(long windowSizeMs) {
        this.deserializer = new Reading<>(windowSizeMs);
    }

    @Override
    public Serializer<Windowed<K>> serializer() {
        return serializer;
    }

    @Override
    public Deserializer<Windowed<K>> deserializer() {
        return deserializer;
    }

    /** Writes. Owner: as above. */
    private static final class Writing<K> extends TimeWindowedSerializer<K> implements DefaultSerdesAware {
        private @Nullable Serializer<K> keys;

        @Override
        @SuppressWarnings("unchecked") // the configured default serde is for whatever type the program uses it with
        public void useDefaults(@Nullable Serde<?> keySerde, @Nullable Serde<?> valueSerde) {
            keys = keySerde == null ? null : (Serializer<K>) keySerde.serializer();
        }

        @Override
        public byte @Nullable [] serializeBaseKey(String topic, Windowed<K> data) {
            return Objects.requireNonNull(keys, MISSING).serialize(topic, data.key());
        }

        @Override
        public byte @Nullable [] serializeBaseKey(String topic, Headers headers, Windowed<K> data) {
            return Objects.requireNonNull(keys, MISSING).serialize(topic, headers, data.key());
        }
    }

    /** Reads. Owner: as above. */
    private static final class Reading<K> implements Deserializer<Windowed<K>>, DefaultSerdesAware {
        private final long windowSizeMs;
        private @Nullable TimeWindowedDeserializer<K> keys;

        Reading(long windowSizeMs) {
            this.windowSizeMs = windowSizeMs;
        }

        @Override
        @SuppressWarnings("unchecked") // as above
        public void useDefaults(@Nullable Serde<?> keySerde, @Nullable Serde<?> valueSerde) {
            keys = keySerde == null
                    ? null
                    : new TimeWindowedDeserializer<>((Deserializer<K>) keySerde.deserializer(), windowSizeMs);
        }

        @Override
        public @Nullable Windowed<K> deserialize(String topic, byte @Nullable [] data) {
            return Objects.requireNonNull(keys, MISSING).deserialize(topic, data);
        }

        @Override
        public @Nullable Windowed<K> deserialize(String topic, Headers headers, byte @Nullable [] data) {
            return Objects.requireNonNull(keys, MISSING).deserialize(topic, headers, data);
        }
    }
}
