package io.streamwright.dsl.operator.foreignkey;

import io.streamwright.topology.DefaultSerdesAware;
import java.nio.ByteBuffer;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link AnswerSerializer} writes.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <V> the values of the right table
 */
public final class AnswerDeserializer<V> implements Deserializer<Answer<V>>, DefaultSerdesAware {
    private @Nullable Deserializer<V> values;

    /**
     * Reads values by a deserializer.
     *
     * @param values null: the configured default
     */
    public AnswerDeserializer(@Nullable Deserializer<V> values) {
        this.values = values;
    }

    @Override
    @SuppressWarnings("unchecked") // the configured default serde is for whatever type the program uses it with
    public void useDefaults(@Nullable Serde<?> keySerde, @Nullable Serde<?> valueSerde) {
        if (values == null && valueSerde != null) {
            values = (Deserializer<V>) valueSerde.deserializer();
        }
    }

    @Override
    public Answer<V> deserialize(String topic, byte[] data) {
        throw new UnsupportedOperationException("answers to subscriptions are deserialized with headers only");
    }

    @Override
    public Answer<V> deserialize(String topic, Headers headers, byte[] data) {
        if (data == null || data.length == 0) {
            throw malformed(topic, "it is empty");
        }
        ByteBuffer buffer = ByteBuffer.wrap(data);
        int first = buffer.get();
        int version = first & ~SubscriptionSerde.WITHOUT_HASH & 0xFF;
        boolean hasHash = (first & SubscriptionSerde.WITHOUT_HASH) == 0;
        if (version != AnswerSerializer.VERSION) {
            throw malformed(topic, "its version is " + version + ", which a newer release wrote");
        }
        if (hasHash && buffer.remaining() < RowHash.BYTES) {
            throw malformed(topic, "it has " + data.length + " bytes");
        }
        RowHash hash = hasHash ? RowHash.from(buffer) : null;
        return new Answer<>(hash, value(topic, headers, buffer), null);
    }

    private @Nullable V value(String topic, Headers headers, ByteBuffer buffer) {
        if (!buffer.hasRemaining()) {
            return null;
        }
        if (values == null) {
            throw new ConfigException("no value serde for the right table of the foreign-key join that reads topic "
                    + topic + ": give the table one, or configure default.value.serde");
        }
        byte[] value = new byte[buffer.remaining()];
        buffer.get(value);
        return values.deserialize(topic, headers, value);
    }

    private static SerializationException malformed(String topic, String why) {
        return new SerializationException("record of topic " + topic + " is no answer to a subscription: " + why);
    }

    @Override
    public void close() {
        if (values != null) {
            values.close();
        }
    }
}
