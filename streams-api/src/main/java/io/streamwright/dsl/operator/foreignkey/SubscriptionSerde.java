package io.streamwright.dsl.operator.foreignkey;

import io.streamwright.dsl.operator.foreignkey.Subscription.Request;
import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * How subscriptions lie in the topic and in the store: as in Kafka Streams.
 *
 * <pre>
 * version    1 byte; the highest bit says that there is no hash. 1 is written; 0, which has no partition, is read too
 * request    1 byte
 * hash       16 bytes, if there is one
 * key        the left row's serialized key
 * partition  4 bytes
 * </pre>
 *
 * <p>Thread-safe: holds nothing.
 */
public final class SubscriptionSerde implements Serde<Subscription> {
    static final int WITHOUT_HASH = 0x80;
    private static final int VERSION = 1;
    private static final int VERSION_WITHOUT_PARTITION = 0;
    private static final Request[] REQUESTS = Request.values();

    /** Makes a serde. */
    public SubscriptionSerde() {}

    @Override
    public Serializer<Subscription> serializer() {
        return (topic, subscription) -> subscription == null ? null : bytes(subscription);
    }

    @Override
    public Deserializer<Subscription> deserializer() {
        return (topic, data) -> data == null ? null : subscription(topic, data);
    }

    private static byte[] bytes(Subscription subscription) {
        RowHash hash = subscription.rowHash();
        Integer partition = subscription.partition();
        byte[] key = subscription.primaryKey().get();
        int version = partition == null ? VERSION_WITHOUT_PARTITION : VERSION;
        ByteBuffer buffer = ByteBuffer.allocate(
                2 + (hash == null ? 0 : RowHash.BYTES) + key.length + (partition == null ? 0 : Integer.BYTES));
        buffer.put((byte) (hash == null ? version | WITHOUT_HASH : version));
        buffer.put((byte) subscription.request().number());
        if (hash != null) {
            hash.to(buffer);
        }
        buffer.put(key);
        if (partition != null) {
            buffer.putInt(partition);
        }
        return buffer.array();
    }

    private static Subscription subscription(String topic, byte[] data) {
        ByteBuffer buffer = ByteBuffer.wrap(data);
        int first = data.length == 0 ? 0 : buffer.get();
        int version = first & ~WITHOUT_HASH & 0xFF;
        boolean hasHash = (first & WITHOUT_HASH) == 0;
        if (version > VERSION) {
            throw malformed(topic, "its version is " + version + ", which a newer release wrote");
        }
        int trailer = version == VERSION_WITHOUT_PARTITION ? 0 : Integer.BYTES;
        if (data.length < 2 + (hasHash ? RowHash.BYTES : 0) + trailer) {
            throw malformed(topic, "it has " + data.length + " bytes");
        }
        Request request = request(topic, buffer.get());
        RowHash hash = hasHash ? RowHash.from(buffer) : null;
        byte[] key = new byte[buffer.remaining() - trailer];
        buffer.get(key);
        @Nullable Integer partition = trailer == 0 ? null : buffer.getInt();
        return new Subscription(hash, request, Bytes.wrap(key), partition);
    }

    private static Request request(String topic, int number) {
        for (Request request : REQUESTS) {
            if (request.number() == number) {
                return request;
            }
        }
        throw malformed(topic, "its request is " + number);
    }

    private static SerializationException malformed(String topic, String why) {
        return new SerializationException("record of topic " + topic + " is no subscription to a row: " + why);
    }
}
