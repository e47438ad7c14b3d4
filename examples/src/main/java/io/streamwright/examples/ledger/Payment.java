package io.streamwright.examples.ledger;

import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * An order to move money. Immutable.
 *
 * @param id its number, counted from 0
 * @param payer the account that is debited
 * @param payee the account that is credited
 * @param cents how much, positive
 */
record Payment(long id, int payer, int payee, long cents) {
    private static final int BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;

    Payment {
        if (id < 0 || payer < 0 || payee < 0 || payer == payee || cents <= 0) {
            throw new IllegalArgumentException(
                    "impossible payment: id=" + id + " payer=" + payer + " payee=" + payee + " cents=" + cents);
        }
    }

    static Serializer<Payment> serializer() {
        return (topic, payment) -> ByteBuffer.allocate(BYTES)
                .putLong(payment.id)
                .putInt(payment.payer)
                .putInt(payment.payee)
                .putLong(payment.cents)
                .array();
    }

    static Deserializer<Payment> deserializer() {
        return (topic, bytes) -> {
            if (bytes.length != BYTES) {
                throw new SerializationException("a payment has " + BYTES + " bytes, not " + bytes.length);
            }
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new Payment(buffer.getLong(), buffer.getInt(), buffer.getInt(), buffer.getLong());
        };
    }
}
