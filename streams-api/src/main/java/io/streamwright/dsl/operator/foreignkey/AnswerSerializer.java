package io.streamwright.dsl.operator.foreignkey;

import io.streamwright.topology.DefaultSerdesAware;
import java.nio.ByteBuffer;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes answers in the format of Kafka Streams.
 *
 * <pre>
 * version  1 byte, 0; the highest bit says that there is no hash
 * hash     16 bytes, if there is one
 * value    the right row's serialized value; nothing if there is no row
 * </pre>
 *
 * <p>Owner: the worker of its task.
 *
 * @param <V> the values of the right table
 */
public final class AnswerSerializer<V> implements Serializer<Answer<V>>, DefaultSerdesAware {
    static final byte VERSION = 0;
    private @Nullable Serializer<V> values;

    /**
     * Writes values by a serializer.
     *
     * @param values null: the configured default
     */
    public AnswerSerializer(@Nullable Serializer<V> values) {
        this.values = values;
    }

    @Override
    @SuppressWarnings("unchecked") // the configured default serde is for whatever type the program uses it with
    public void useDefaults(@Nullable Serde<?> keySerde, @Nullable Serde<?> valueSerde) {
        if (values == null && valueSerde != null) {
            values = (Serializer<V>) valueSerde.serializer();
        }
    }

    @Override
    public byte[] serialize(String topic, Answer<V> answer) {
        throw new UnsupportedOperationException("answers to subscriptions are serialized with headers only");
    }

    @Override
    public byte[] serialize(String topic, Headers headers, Answer<V> answer) {
        byte[] value = value(topic, headers, answer.foreignValue());
        RowHash hash = answer.rowHash();
        ByteBuffer buffer = ByteBuffer.allocate(1 + (hash == null ? 0 : RowHash.BYTES) + value.length);
        if (hash == null) {
            buffer.put((byte) (VERSION | SubscriptionSerde.WITHOUT_HASH));
        } else {
            buffer.put(VERSION);
            hash.to(buffer);
        }
        return buffer.put(value).array();
    }

    private byte[] value(String topic, Headers headers, @Nullable V value) {
        if (value == null) {
            return new byte[0];
        }
        if (values == null) {
            throw new ConfigException("no value serde for the right table of the foreign-key join that writes topic "
                    + topic + ": give the table one, or configure default.value.serde");
        }
        byte[] data = values.serialize(topic, headers, value);
        if (data == null) {
            throw new SerializationException("serializer " + values.getClass().getName()
                    + " made nothing of a value of " + value.getClass().getName() + " for topic " + topic
                    + ": a value that is not null needs bytes");
        }
        return data;
    }

    @Override
    public void close() {
        if (values != null) {
            values.close();
        }
    }
}
