package io.streamwright.store;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Strings whose length stands in a header that the serializer adds, as the id of a schema does; the deserializer says what it found there.
 * Thread-safe: holds nothing.
 */
public final class TaggingSerde implements Serde<String> {
    private static final String LENGTH = "length";

    @Override
    public Serializer<String> serializer() {
        return new Serializer<>() {
            @Override
            public byte[] serialize(String topic, String data) {
                return new StringSerializer().serialize(topic, data);
            }

            @Override
            public byte[] serialize(String topic, Headers headers, String data) {
                if (data == null) {
                    return null;
                }
                headers.remove(LENGTH);
                headers.add(LENGTH, String.valueOf(data.length()).getBytes(StandardCharsets.UTF_8));
                return serialize(topic, data);
            }
        };
    }

    @Override
    public Deserializer<String> deserializer() {
        return new Deserializer<>() {
            @Override
            public String deserialize(String topic, byte[] data) {
                return new StringDeserializer().deserialize(topic, data);
            }

            @Override
            public String deserialize(String topic, Headers headers, byte[] data) {
                if (data == null) {
                    return null;
                }
                Header length = headers.lastHeader(LENGTH);
                String found = length == null ? "?" : new String(length.value(), StandardCharsets.UTF_8);
                return deserialize(topic, data) + "#" + found;
            }
        };
    }
}
