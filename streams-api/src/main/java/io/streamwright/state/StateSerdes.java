package io.streamwright.state;

import static java.util.Objects.requireNonNull;

import io.streamwright.errors.StreamsException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The serdes of a store's keys and values with the topic that they are told. For stores that a program writes itself. Thread-safe if
 * the serdes are.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class StateSerdes<K extends @Nullable Object, V extends @Nullable Object> {
    /** How many bytes a timestamp takes. */
    public static final int TIMESTAMP_SIZE = 8;

    /** How many bytes a boolean takes. */
    public static final int BOOLEAN_SIZE = 1;

    private final String topic;
    private final Serde<K> keySerde;
    private final Serde<V> valueSerde;

    /**
     * Puts serdes together.
     *
     * @param topic told to the serdes: the store's changelog
     * @param keySerde serde of the keys
     * @param valueSerde serde of the values
     */
    public StateSerdes(String topic, Serde<K> keySerde, Serde<V> valueSerde) {
        this.topic = requireNonNull(topic, "topic cannot be null");
        this.keySerde = requireNonNull(keySerde, "key serde cannot be null");
        this.valueSerde = requireNonNull(valueSerde, "value serde cannot be null");
    }

    /**
     * Puts Kafka's own serdes together.
     *
     * @param topic told to the serdes: the store's changelog
     * @param keyClass a class that {@link Serdes#serdeFrom} knows
     * @param valueClass a class that {@link Serdes#serdeFrom} knows
     * @throws IllegalArgumentException if it does not know one of them
     */
    public static <K, V> StateSerdes<K, V> withBuiltinTypes(String topic, Class<K> keyClass, Class<V> valueClass) {
        return new StateSerdes<>(topic, Serdes.serdeFrom(keyClass), Serdes.serdeFrom(valueClass));
    }

    /** Returns the serde of the keys. */
    public Serde<K> keySerde() {
        return keySerde;
    }

    /** Returns the serde of the values. */
    public Serde<V> valueSerde() {
        return valueSerde;
    }

    /** Returns the deserializer of the keys. */
    public Deserializer<K> keyDeserializer() {
        return keySerde.deserializer();
    }

    /** Returns the serializer of the keys. */
    public Serializer<K> keySerializer() {
        return keySerde.serializer();
    }

    /** Returns the deserializer of the values. */
    public Deserializer<V> valueDeserializer() {
        return valueSerde.deserializer();
    }

    /** Returns the serializer of the values. */
    public Serializer<V> valueSerializer() {
        return valueSerde.serializer();
    }

    /** Returns the topic that the serdes are told. */
    public String topic() {
        return topic;
    }

    /** Returns the key of these bytes, as {@link #keyFrom(byte[], Headers)} without headers. */
    public K keyFrom(byte @Nullable [] rawKey) {
        return keyFrom(rawKey, new RecordHeaders());
    }

    /**
     * Returns the key of these bytes; what null means is the deserializer's to say.
     *
     * @param rawKey serialized key
     * @param headers told to the deserializer
     */
    public K keyFrom(byte @Nullable [] rawKey, Headers headers) {
        return keySerde.deserializer().deserialize(topic, headers, rawKey);
    }

    /** Returns the value of these bytes, as {@link #valueFrom(byte[], Headers)} without headers. */
    public V valueFrom(byte @Nullable [] rawValue) {
        return valueFrom(rawValue, new RecordHeaders());
    }

    /**
     * Returns the value of these bytes; what null means is the deserializer's to say.
     *
     * @param rawValue serialized value
     * @param headers told to the deserializer
     */
    public V valueFrom(byte @Nullable [] rawValue, Headers headers) {
        return valueSerde.deserializer().deserialize(topic, headers, rawValue);
    }

    /** Returns the bytes of a key, as {@link #rawKey(Object, Headers)} without headers. */
    public byte[] rawKey(K key) {
        return rawKey(key, new RecordHeaders());
    }

    /**
     * Returns the bytes of a key.
     *
     * @param key the key; what null means is the serializer's to say
     * @param headers told to the serializer, which may add to them
     * @throws StreamsException if the serializer is one for another type
     */
    public byte[] rawKey(K key, Headers headers) {
        return raw("key", keySerde.serializer(), key, headers);
    }

    /** Returns the bytes of a value, as {@link #rawValue(Object, Headers)} without headers. */
    public byte[] rawValue(V value) {
        return rawValue(value, new RecordHeaders());
    }

    /**
     * Returns the bytes of a value.
     *
     * @param value the value; what null means is the serializer's to say
     * @param headers told to the serializer, which may add to them
     * @throws StreamsException if the serializer is one for another type
     */
    public byte[] rawValue(V value, Headers headers) {
        return raw("value", valueSerde.serializer(), value, headers);
    }

    private <T extends @Nullable Object> byte[] raw(String kind, Serializer<T> serializer, T data, Headers headers) {
        try {
            return serializer.serialize(topic, headers, data);
        } catch (ClassCastException e) {
            throw new StreamsException(
                    "serializer " + serializer.getClass().getName() + " cannot take a " + kind + " of type "
                            + (data == null
                                    ? "unknown, as it is null"
                                    : data.getClass().getName())
                            + ": give the serde of that type, or change the default serdes",
                    e);
        }
    }
}
