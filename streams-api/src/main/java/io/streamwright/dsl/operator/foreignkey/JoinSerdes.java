package io.streamwright.dsl.operator.foreignkey;

import io.streamwright.errors.StreamsException;
import io.streamwright.processor.api.ProcessingContext;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The serdes of a join by a foreign key, for what stands inside of subscriptions and their keys. Immutable.
 *
 * <p>Serializers are told a topic, as they may register schemas by it: the registration topic with a suffix for each part.
 *
 * @param registrationTopic without the application's id
 * @param primaryKey of the left table's keys; null: the configured default
 * @param value of the left table's values; null: the configured default
 * @param foreignKey of the right table's keys; null: the configured default
 * @param <K> the keys of the left table
 * @param <V> the values of the left table
 * @param <KO> the keys of the right table
 */
public record JoinSerdes<K, V, KO>(
        String registrationTopic,
        @Nullable Serde<K> primaryKey,
        @Nullable Serde<V> value,
        @Nullable Serde<KO> foreignKey) {

    Part<K> primaryKeys(ProcessingContext context) {
        return part("-pk", primaryKey, context, context::keySerde);
    }

    Part<KO> foreignKeys(ProcessingContext context) {
        return part("-fk", foreignKey, context, context::keySerde);
    }

    Part<V> values(ProcessingContext context) {
        return part("-vh", value, context, context::valueSerde);
    }

    @SuppressWarnings("unchecked") // the configured default serde is for whatever type the program uses it with
    private <T> Part<T> part(
            String suffix, @Nullable Serde<T> given, ProcessingContext context, Supplier<Serde<?>> byDefault) {
        Serde<T> serde = given != null ? given : (Serde<T>) byDefault.get();
        return new Part<>(context.applicationId() + "-" + registrationTopic + suffix, serde);
    }

    /**
     * Turns keys or values into bytes and back. Owner: the worker of its task.
     *
     * @param topic what serializers are told
     * @param serde does it
     * @param <T> the keys or values
     */
    record Part<T>(String topic, Serde<T> serde) {

        byte[] bytes(Headers headers, T data) {
            byte[] bytes = serde.serializer().serialize(topic, headers, data);
            if (bytes == null) {
                throw new StreamsException("serializer "
                        + serde.serializer().getClass().getName() + " made nothing of "
                        + data.getClass().getName()
                        + " for " + topic + ": what is not null needs bytes");
            }
            return bytes;
        }

        T read(Headers headers, byte[] bytes) {
            T data = serde.deserializer().deserialize(topic, headers, bytes);
            if (data == null) {
                throw new StreamsException("deserializer "
                        + serde.deserializer().getClass().getName() + " made nothing of " + bytes.length + " bytes for "
                        + topic);
            }
            return data;
        }
    }
}
