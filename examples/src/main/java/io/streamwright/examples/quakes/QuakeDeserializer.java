package io.streamwright.examples.quakes;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Reads a line of the file; the heading is no quake, and so null. Thread-safe: holds nothing. */
public final class QuakeDeserializer implements Deserializer<Quake> {

    @Override
    public @Nullable Quake deserialize(String topic, byte[] bytes) {
        try {
            return Quake.parse(new String(bytes, UTF_8)).orElse(null);
        } catch (IllegalArgumentException e) {
            throw new SerializationException(e.getMessage(), e);
        }
    }
}
