package io.streamwright.examples.quakes;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** Keeps an earthquake as the line it was read from. Thread-safe: holds nothing. */
final class QuakeSerde implements Serde<Quake> {

    @Override
    public Serializer<Quake> serializer() {
        return (topic, quake) -> quake.line().getBytes(UTF_8);
    }

    @Override
    public Deserializer<Quake> deserializer() {
        return new QuakeDeserializer();
    }
}
