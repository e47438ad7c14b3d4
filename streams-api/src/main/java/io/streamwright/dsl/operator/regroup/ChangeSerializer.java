package io.streamwright.dsl.operator.regroup;

import io.streamwright.dsl.operator.Change;
import io.streamwright.topology.DefaultSerdesAware;
import java.nio.ByteBuffer;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes updates of groups to a repartition topic, in the format of Kafka Streams (KIP-904).
 *
 * <pre>
 * old value only:   old, 0
 * new value only:   new, 1
 * both:             length of new as a zig-zag varint, new, old, 2
 * </pre>
 *
 * <p>Owner: the worker of its task.
 *
 * @param <V> the values
 */
public final class ChangeSerializer<V> implements Serializer<Change<V>>, DefaultSerdesAware {
    static final byte OLD_ONLY = 0;
    static final byte NEW_ONLY = 1;
    static final byte BOTH = 2;
    private static final int MAX_VARINT_BYTES = 5;

    private final String repartitionTopic;
    private @Nullable Serializer<V> values;

    /**
     * Writes to a topic.
     *
     * @param repartitionTopic for error messages
     * @param values null: the configured default
     */
    public ChangeSerializer(String repartitionTopic, @Nullable Serializer<V> values) {
        this.repartitionTopic = repartitionTopic;
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
    public byte[] serialize(String topic, Change<V> change) {
        throw new UnsupportedOperationException("updates of groups are serialized with headers only");
    }

    @Override
    public byte[] serialize(String topic, Headers headers, Change<V> change) {
        byte[] newData = bytes(topic, headers, change.newValue());
        byte[] oldData = bytes(topic, headers, change.oldValue());
        if (newData != null && oldData != null) {
            return both(newData, oldData);
        }
        if (newData != null) {
            return flagged(newData, NEW_ONLY);
        }
        if (oldData != null) {
            return flagged(oldData, OLD_ONLY);
        }
        throw new SerializationException(
                "update for topic " + topic + " has neither an old nor a new value: a table operator upstream made it");
    }

    private byte @Nullable [] bytes(String topic, Headers headers, @Nullable V value) {
        if (value == null) {
            return null;
        }
        if (values == null) {
            throw new ConfigException("no value serde for repartition topic " + repartitionTopic
                    + ": pass one by Grouped, or configure default.value.serde");
        }
        byte[] data = values.serialize(topic, headers, value);
        if (data == null) {
            throw new SerializationException("serializer " + values.getClass().getName()
                    + " made nothing of a value of " + value.getClass().getName() + " for topic " + topic
                    + ": a value that is not null needs bytes");
        }
        return data;
    }

    private static byte[] both(byte[] newData, byte[] oldData) {
        ByteBuffer buffer = ByteBuffer.allocate(MAX_VARINT_BYTES + newData.length + oldData.length + 1);
        int rest = newData.length << 1; // zig-zag of a number that is not negative
        while ((rest & ~0x7f) != 0) {
            buffer.put((byte) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        buffer.put((byte) rest).put(newData).put(oldData).put(BOTH);
        byte[] result = new byte[buffer.position()];
        buffer.flip().get(result);
        return result;
    }

    private static byte[] flagged(byte[] data, byte flag) {
        return ByteBuffer.allocate(data.length + 1).put(data).put(flag).array();
    }

    @Override
    public void close() {
        if (values != null) {
            values.close();
        }
    }
}
