package io.streamwright.dsl.operator.foreignkey;

import java.nio.ByteBuffer;
import org.apache.kafka.common.utils.Bytes;

/**
 * How the keys of the store of subscriptions lie: the foreign key's length in 4 bytes, the foreign key, the left row's key. So all
 * subscriptions to a row stand together, and a key is no prefix of another one's. Thread-safe: holds nothing.
 */
final class SubscriptionKeys {

    private SubscriptionKeys() {}

    /** Returns the key of a left row's subscription to a right one. */
    static Bytes of(byte[] foreignKey, Bytes primaryKey) {
        byte[] primary = primaryKey.get();
        return Bytes.wrap(ByteBuffer.allocate(Integer.BYTES + foreignKey.length + primary.length)
                .putInt(foreignKey.length)
                .put(foreignKey)
                .put(primary)
                .array());
    }

    /** Returns what the keys of all subscriptions to a right row start with. */
    static Bytes prefix(byte[] foreignKey) {
        return of(foreignKey, Bytes.wrap(new byte[0]));
    }
}
