package io.streamwright.store;

import io.streamwright.errors.StreamsException;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.AggregationWithHeaders;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.ValueTimestampHeaders;
import io.streamwright.store.committed.HeaderBytes;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.topology.DefaultSerdesAware;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Turns keys and values of one store into bytes and back; null never reaches a serde.
 *
 * <p>Owner: the worker that owns the task, as serdes need not be thread-safe.
 *
 * @param <K> the keys
 * @param <V> the values, without timestamps
 */
public final class StoreSerdes<K, V> {
    private final String store;
    /** What serdes are told as the topic: the changelog, as a schema registry knows it. */
    private final String topic;

    private final Part<K> keys;
    private final Part<V> values;

    private StoreSerdes(String store, String topic, Part<K> keys, Part<V> values) {
        this.store = store;
        this.topic = topic;
        this.keys = keys;
        this.values = values;
    }

    /**
     * Takes the serdes that the store was given, or the configured defaults.
     *
     * @throws ConfigException if it was given none and there is no default
     */
    @SuppressWarnings(
            "unchecked") // The defaults have the types of the program's keys and values, or fail with a clear message.
    public static <K, V> StoreSerdes<K, V> of(
            String store,
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            String topic,
            StateStoreContext context) {
        Part<K> keys = Part.of(store, "key", keySerde, () -> (Serde<K>) context.keySerde(), context::keySerde);
        Part<V> values = Part.of(store, "value", valueSerde, () -> (Serde<V>) context.valueSerde(), context::keySerde);
        return new StoreSerdes<>(store, topic, keys, values);
    }

    /** Returns the bytes of a key. */
    public Bytes key(K key) {
        return key(key, null);
    }

    /** Returns the bytes of a key whose serializer reads or adds headers; null for none. */
    Bytes key(K key, @Nullable Headers headers) {
        byte[] bytes = keys.serialize(store, topic, headers, key);
        if (bytes == null) {
            throw new NullPointerException("store " + store + ": the key serializer "
                    + keys.serde.serializer().getClass().getName() + " returned null for a key that is not null");
        }
        return Bytes.wrap(bytes);
    }

    /** Returns the bytes of a prefix of keys. */
    <P> Bytes prefix(P prefix, Serializer<P> serializer) {
        return Bytes.wrap(serializer.serialize(topic, prefix));
    }

    /** Returns the bytes of a value; null if the serializer makes nothing of it, which deletes the key. */
    public byte @Nullable [] value(V value) {
        return values.serialize(store, topic, null, value);
    }

    /**
     * Returns the bytes of a value behind headers; null if the serializer makes nothing of it, which deletes the key.
     *
     * @param headers what the serializer adds to them is kept
     */
    byte @Nullable [] withHeaders(Headers headers, V value) {
        byte[] bytes = values.serialize(store, topic, headers, value);
        return bytes == null ? null : HeaderBytes.before(headers.toArray(), bytes);
    }

    /** The same for a value with a timestamp, in milliseconds since the epoch. */
    byte @Nullable [] withHeaders(Headers headers, V value, long timestamp) {
        byte[] bytes = values.serialize(store, topic, headers, value);
        return bytes == null
                ? null
                : HeaderBytes.before(headers.toArray(), ValueLayout.withTimestamp(bytes, timestamp));
    }

    /**
     * Returns the key of bytes.
     *
     * @throws StreamsException if the deserializer makes nothing of them
     */
    public K readKey(Bytes key) {
        return readKey(key, null);
    }

    /** Returns the key of bytes, whose deserializer reads the headers of its value; null for none. */
    K readKey(Bytes key, @Nullable Headers headers) {
        K read = keys.deserialize(store, topic, headers, key.get());
        if (read == null) {
            throw new StreamsException("store " + store + ": the key deserializer "
                    + keys.serde.deserializer().getClass().getName() + " returned null for "
                    + key.get().length + " bytes");
        }
        return read;
    }

    /** Returns the value of bytes; null if the deserializer makes nothing of them. */
    public @Nullable V readValue(byte[] value) {
        return values.deserialize(store, topic, null, value);
    }

    /** Returns the value of bytes, whose deserializer reads headers; null if it makes nothing of them. */
    @Nullable
    V readValue(Headers headers, byte[] value) {
        return values.deserialize(store, topic, headers, value);
    }

    /** Returns the bytes of a value with its timestamp; null if the serializer makes nothing of it, which deletes the key. */
    byte @Nullable [] pair(ValueAndTimestamp<V> pair) {
        V value = ValueAndTimestamp.getValueOrNull(pair);
        byte[] bytes = value == null ? null : value(value);
        return bytes == null ? null : ValueLayout.withTimestamp(bytes, pair.timestamp());
    }

    @Nullable
    ValueAndTimestamp<V> readPair(byte[] stored) {
        V value = readValue(ValueLayout.TIMESTAMPED.toChangelog(stored));
        return ValueAndTimestamp.make(value, ValueLayout.TIMESTAMPED.timeOf(stored));
    }

    @Nullable
    ValueTimestampHeaders<V> readWithHeaders(byte[] stored) {
        Headers headers = new RecordHeaders(HeaderBytes.of(stored));
        V value = readValue(headers, ValueLayout.HEADERS_AND_TIMESTAMP.toChangelog(stored));
        return ValueTimestampHeaders.make(value, ValueLayout.HEADERS_AND_TIMESTAMP.timeOf(stored), headers);
    }

    /** Returns what a store with headers holds, without them. */
    @Nullable
    ValueAndTimestamp<V> readPairWithoutHeaders(byte[] stored) {
        ValueTimestampHeaders<V> value = readWithHeaders(stored);
        return value == null ? null : ValueAndTimestamp.make(value.value(), value.timestamp());
    }

    @Nullable
    AggregationWithHeaders<V> readAggregation(byte[] stored) {
        Headers headers = new RecordHeaders(HeaderBytes.of(stored));
        return AggregationWithHeaders.make(readValue(headers, HeaderBytes.behind(stored)), headers);
    }

    /**
     * Keys or values. Owner: the serdes around it.
     *
     * @param what key or value, for messages
     * @param serde turns them into bytes and back
     * @param isDefault whether it comes from the configuration
     */
    private record Part<T>(String what, Serde<T> serde, boolean isDefault) {

        static <T> Part<T> of(
                String store,
                String what,
                @Nullable Serde<T> given,
                Supplier<Serde<T>> configured,
                Supplier<? extends Serde<?>> defaults) {
            if (given != null) {
                if (given.serializer() instanceof DefaultSerdesAware) {
                    useDefaults(given, defaults);
                }
                return new Part<>(what, given, false);
            }
            try {
                return new Part<>(what, configured.get(), true);
            } catch (ConfigException e) {
                ConfigException named =
                        new ConfigException("store " + store + " has no " + what + " serde: give it one, "
                                + "with Materialized.as(\"" + store + "\")." + withSerde(what)
                                + "(...) or as an argument of the "
                                + "Stores method that made its builder, or set default." + what + ".serde");
                named.initCause(e);
                throw named;
            }
        }

        /** Completes a serde of the DSL around one of keys. */
        private static void useDefaults(Serde<?> given, Supplier<? extends Serde<?>> defaultKeys) {
            for (Object side : List.of(given.serializer(), given.deserializer())) {
                if (side instanceof DefaultSerdesAware aware) {
                    aware.useDefaults(defaultKeys.get(), null);
                }
            }
        }

        private static String withSerde(String what) {
            return what.equals("key") ? "withKeySerde" : "withValueSerde";
        }

        byte @Nullable [] serialize(String store, String topic, @Nullable Headers headers, T data) {
            try {
                return headers == null
                        ? serde.serializer().serialize(topic, data)
                        : serde.serializer().serialize(topic, headers, data);
            } catch (RuntimeException e) {
                throw new StreamsException(
                        "store " + store + " cannot serialize a " + what + " of type "
                                + data.getClass().getName() + " with "
                                + serde.serializer().getClass().getName() + ", " + origin() + ": " + e.getMessage(),
                        e);
            }
        }

        @Nullable
        T deserialize(String store, String topic, @Nullable Headers headers, byte[] bytes) {
            try {
                return headers == null
                        ? serde.deserializer().deserialize(topic, bytes)
                        : serde.deserializer().deserialize(topic, headers, bytes);
            } catch (RuntimeException e) {
                throw new StreamsException(
                        "store " + store + " cannot read a " + what + " of " + bytes.length + " bytes with "
                                + serde.deserializer().getClass().getName() + ", " + origin() + ": " + e.getMessage(),
                        e);
            }
        }

        private String origin() {
            return isDefault
                    ? "the default from the configuration (default." + what
                            + ".serde): if it does not fit, give the store" + " a serde with Materialized."
                            + withSerde(what) + "(...) or in its Stores builder"
                    : "the " + what + " serde that the store was given";
        }
    }
}
