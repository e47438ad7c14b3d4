package io.streamwright.dsl.operator.regroup;

import io.streamwright.dsl.operator.Change;
import io.streamwright.topology.DefaultSerdesAware;
import java.nio.ByteBuffer;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link ChangeSerializer} writes, and what releases of Kafka Streams wrote that add, before the flag, a byte which says
 * whether the update is the latest one (KIP-914): their flags are higher by 3.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <V> the values
 */
public final class ChangeDeserializer<V> implements Deserializer<Change<V>>, DefaultSerdesAware {
    private static final int FLAGS_WITH_LATEST = 3;
    private static final int MAX_VARINT_BYTES = 5;

    private final String repartitionTopic;
    private @Nullable Deserializer<V> values;

    /**
     * Reads from a topic.
     *
     * @param repartitionTopic for error messages
     * @param values null: the configured default
     */
    public ChangeDeserializer(String repartitionTopic, @Nullable Deserializer<V> values) {
        this.repartitionTopic = repartitionTopic;
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
    public Change<V> deserialize(String topic, byte[] data) {
        throw new UnsupportedOperationException("updates of groups are deserialized with headers only");
    }

    @Override
    public Change<V> deserialize(String topic, Headers headers, byte[] data) {
        if (data == null || data.length == 0) {
            throw malformed(topic, "it is empty");
        }
        byte flag = data[data.length - 1];
        boolean saysLatest = flag >= FLAGS_WITH_LATEST;
        int length = data.length - (saysLatest ? 2 : 1);
        if (length < 0) {
            throw malformed(topic, "it ends before its flags");
        }
        ByteBuffer body = ByteBuffer.wrap(data, 0, length);
        int kind = saysLatest ? flag - FLAGS_WITH_LATEST : flag;
        return switch (kind) {
            case ChangeSerializer.OLD_ONLY -> new Change<>(null, value(topic, headers, body, body.remaining()));
            case ChangeSerializer.NEW_ONLY -> new Change<>(value(topic, headers, body, body.remaining()), null);
            case ChangeSerializer.BOTH -> {
                V newValue = value(topic, headers, body, length(topic, body));
                yield new Change<>(newValue, value(topic, headers, body, body.remaining()));
            }
            default -> throw malformed(topic, "its flag is " + flag);
        };
    }

    private static int length(String topic, ByteBuffer body) {
        int zigZag = 0;
        for (int index = 0; index < MAX_VARINT_BYTES && body.hasRemaining(); index++) {
            byte next = body.get();
            zigZag |= (next & 0x7f) << (7 * index);
            if (next >= 0) {
                int length = (zigZag >>> 1) ^ -(zigZag & 1);
                if (length < 0 || length > body.remaining()) {
                    throw malformed(topic, "its new value has " + length + " bytes of " + body.remaining());
                }
                return length;
            }
        }
        throw malformed(topic, "the length of its new value does not end");
    }

    private V value(String topic, Headers headers, ByteBuffer body, int length) {
        if (values == null) {
            throw new ConfigException("no value serde for repartition topic " + repartitionTopic
                    + ": pass one by Grouped, or configure default.value.serde");
        }
        byte[] bytes = new byte[length];
        body.get(bytes);
        return values.deserialize(topic, headers, bytes);
    }

    private static SerializationException malformed(String topic, String why) {
        return new SerializationException("record of repartition topic " + topic + " is no update of a group: " + why);
    }

    @Override
    public void close() {
        if (values != null) {
            values.close();
        }
    }
}
