package io.streamwright.examples.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

final class PaymentsTest {
    private static final Payments PAYMENTS = new Payments(7, 10);

    @Test
    void firstPayments_openEachAccountFromTheIssuer() {
        for (int id = 0; id < PAYMENTS.openings(); id++) {
            Payment payment = PAYMENTS.payment(id);
            assertThat(payment.payer()).isEqualTo(Payments.ISSUER);
            assertThat(payment.payee()).isEqualTo(id + 1);
        }
    }

    @Test
    void otherPayments_areBetweenTwoDifferentAccounts() {
        for (int id = PAYMENTS.openings(); id < 10_000; id++) {
            Payment payment = PAYMENTS.payment(id);
            assertThat(payment.id()).isEqualTo(id);
            assertThat(payment.payer()).isBetween(1, 10).isNotEqualTo(payment.payee());
            assertThat(payment.payee()).isBetween(1, 10);
            assertThat(payment.cents()).isPositive();
        }
    }

    @Test
    void samePayment_isTheSameWheneverItIsAskedFor() {
        Payment later = PAYMENTS.payment(500);
        assertThat(new Payments(7, 10).payment(500)).isEqualTo(later);
        assertThat(new Payments(8, 10).payment(500)).isNotEqualTo(later);
    }

    @Test
    void serializedPayment_comesBack() {
        Payment payment = PAYMENTS.payment(77);
        byte[] bytes = new PaymentSerializer().serialize("topic", payment);
        assertThat(new PaymentDeserializer().deserialize("topic", bytes)).isEqualTo(payment);
    }

    @Test
    void bytesOfAnotherLength_areNoPayment() {
        assertThatThrownBy(() -> new PaymentDeserializer().deserialize("topic", new byte[3]))
                .isInstanceOf(SerializationException.class)
                .hasMessage("a payment has 24 bytes, not 3");
    }

    @Test
    void positionAsText_comesBack() {
        LedgerPosition position = new LedgerPosition(new Payments(-3, 10), 1_234);
        assertThat(LedgerPosition.parse(position.toString())).isEqualTo(position);
        assertThatThrownBy(() -> LedgerPosition.parse("seed=1")).hasMessageContaining("'seed=1'");
    }
}
