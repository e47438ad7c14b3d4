package io.streamwright.examples.ledger;

import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads what {@link PaymentSerializer} wrote. Thread-safe: holds nothing. */
final class PaymentDeserializer implements Deserializer<Payment> {

    @Override
    public Payment deserialize(String topic, byte[] bytes) {
        if (bytes.length != Payment.BYTES) {
            throw new SerializationException("a payment has " + Payment.BYTES + " bytes, not " + bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Payment(buffer.getLong(), buffer.getInt(), buffer.getInt(), buffer.getLong());
    }
}
