package io.streamwright.dsl.operator.window;

import io.streamwright.kstream.Windowed;
import io.streamwright.kstream.WindowedSerializer;
import io.streamwright.topology.DefaultSerdesAware;
import io.streamwright.topology.PartitionKeySerializer;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes keys in windows to a topic, all windows of a key to the same partition.
 *
 * <p>Owner: the program it belongs to.
 *
 * @param <K> the keys
 */
public final class WindowedSinkSerializer<K>
        implements Serializer<Windowed<K>>, DefaultSerdesAware, PartitionKeySerializer {
    private final WindowedSerializer<K> keys;

    /** Writes as another serializer does. */
    public WindowedSinkSerializer(WindowedSerializer<K> keys) {
        this.keys = keys;
    }

    @Override
    public void useDefaults(@Nullable Serde<?> keySerde, @Nullable Serde<?> valueSerde) {
        if (keys instanceof DefaultSerdesAware aware) {
            aware.useDefaults(keySerde, valueSerde);
        }
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        keys.configure(configs, isKey);
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable Windowed<K> data) {
        return keys.serialize(topic, data);
    }

    @Override
    public byte @Nullable [] serialize(String topic, Headers headers, @Nullable Windowed<K> data) {
        return keys.serialize(topic, headers, data);
    }

    @Override
    @SuppressWarnings("unchecked") // whoever sends a record through this sink has serialized its key here
    public byte @Nullable [] partitionKey(String topic, Headers headers, Object key) {
        return keys.serializeBaseKey(topic, headers, (Windowed<K>) key);
    }

    @Override
    public void close() {
        keys.close();
    }
}
