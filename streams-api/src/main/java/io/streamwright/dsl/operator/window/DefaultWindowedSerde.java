package io.streamwright.dsl.operator.window;

import io.streamwright.kstream.SessionWindowedDeserializer;
import io.streamwright.kstream.SessionWindowedSerializer;
import io.streamwright.kstream.TimeWindowedDeserializer;
import io.streamwright.kstream.TimeWindowedSerializer;
import io.streamwright.kstream.Windowed;
import io.streamwright.kstream.WindowedSerializer;
import io.streamwright.topology.DefaultSerdesAware;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes keys in windows with the configured default serde of keys.
 *
 * <p>Owner: the program it belongs to.
 *
 * @param <K> the keys
 */
public final class DefaultWindowedSerde<K> implements Serde<Windowed<K>> {
    private static final String MISSING =
            "a windowed aggregation has no key serde: set default.key.serde, or name one with Grouped or Materialized";

    private final Writing<K> serializer;
    private final Reading<K> deserializer;

    private DefaultWindowedSerde(
            Function<Serializer<K>, WindowedSerializer<K>> writing,
            Function<Deserializer<K>, Deserializer<Windowed<K>>> reading) {
        this.serializer = new Writing<>(writing);
        this.deserializer = new Reading<>(reading);
    }

    /**
     * Makes a serde of keys in windows of time.
     *
     * @param windowSizeMs size of the windows
     */
    public static <K> DefaultWindowedSerde<K> ofWindows(long windowSizeMs) {
        return new DefaultWindowedSerde<>(
                TimeWindowedSerializer::new, keys -> new TimeWindowedDeserializer<>(keys, windowSizeMs));
    }

    /** Makes a serde of keys in sessions. */
    public static <K> DefaultWindowedSerde<K> ofSessions() {
        return new DefaultWindowedSerde<>(SessionWindowedSerializer::new, SessionWindowedDeserializer::new);
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
    private static final class Writing<K> implements WindowedSerializer<K>, DefaultSerdesAware {
        private final Function<Serializer<K>, WindowedSerializer<K>> writing;
        private @Nullable WindowedSerializer<K> keys;

        Writing(Function<Serializer<K>, WindowedSerializer<K>> writing) {
            this.writing = writing;
        }

        @Override
        @SuppressWarnings("unchecked") // the configured default serde is for whatever type the program uses it with
        public void useDefaults(@Nullable Serde<?> keySerde, @Nullable Serde<?> valueSerde) {
            keys = keySerde == null ? null : writing.apply((Serializer<K>) keySerde.serializer());
        }

        private WindowedSerializer<K> keys() {
            return Objects.requireNonNull(keys, MISSING);
        }

        @Override
        public byte @Nullable [] serialize(String topic, @Nullable Windowed<K> data) {
            return keys().serialize(topic, data);
        }

        @Override
        public byte @Nullable [] serialize(String topic, Headers headers, @Nullable Windowed<K> data) {
            return keys().serialize(topic, headers, data);
        }

        @Override
        public byte @Nullable [] serializeBaseKey(String topic, Windowed<K> data) {
            return keys().serializeBaseKey(topic, data);
        }

        @Override
        public byte @Nullable [] serializeBaseKey(String topic, Headers headers, Windowed<K> data) {
            return keys().serializeBaseKey(topic, headers, data);
        }
    }

    /** Reads. Owner: as above. */
    private static final class Reading<K> implements Deserializer<Windowed<K>>, DefaultSerdesAware {
        private final Function<Deserializer<K>, Deserializer<Windowed<K>>> reading;
        private @Nullable Deserializer<Windowed<K>> keys;

        Reading(Function<Deserializer<K>, Deserializer<Windowed<K>>> reading) {
            this.reading = reading;
        }

        @Override
        @SuppressWarnings("unchecked") // as above
        public void useDefaults(@Nullable Serde<?> keySerde, @Nullable Serde<?> valueSerde) {
            keys = keySerde == null ? null : reading.apply((Deserializer<K>) keySerde.deserializer());
        }

        private Deserializer<Windowed<K>> keys() {
            return Objects.requireNonNull(keys, MISSING);
        }

        @Override
        public @Nullable Windowed<K> deserialize(String topic, byte @Nullable [] data) {
            return keys().deserialize(topic, data);
        }

        @Override
        public @Nullable Windowed<K> deserialize(String topic, Headers headers, byte @Nullable [] data) {
            return keys().deserialize(topic, headers, data);
        }
    }
}
