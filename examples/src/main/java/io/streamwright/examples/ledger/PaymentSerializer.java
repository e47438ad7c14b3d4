package io.streamwright.examples.ledger;

import java.nio.ByteBuffer;
import org.apache.kafka.common.serialization.Serializer;

/** Writes payments: their four numbers in their order. Thread-safe: holds nothing. */
final class PaymentSerializer implements Serializer<Payment> {

    @Override
    public byte[] serialize(String topic, Payment payment) {
        return ByteBuffer.allocate(Payment.BYTES)
                .putLong(payment.id())
                .putInt(payment.payer())
                .putInt(payment.payee())
                .putLong(payment.cents())
                .array();
    }
}
