package io.streamwright.examples.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit finds what is wrong: each test spoils one thing. */
final class LedgerAuditTest {
    private static final Payments PAYMENTS = new Payments(1, 3);
    private static final long WRITTEN = 5;
    private static final Payment LAST = PAYMENTS.payment(4);

    private final LedgerAudit audit = new LedgerAudit(new LedgerPosition(PAYMENTS, WRITTEN));

    /** All but the last payment are right; it is left to the tests. */
    @BeforeEach
    void bookAllButTheLast() {
        for (long id = 0; id < WRITTEN - 1; id++) {
            audit.requested(PAYMENTS.payment(id));
            audit.accepted(PAYMENTS.payment(id));
            audit.credited(PAYMENTS.payment(id));
        }
        long[] balances = new long[4];
        for (long id = 0; id < WRITTEN - 1; id++) {
            Payment payment = PAYMENTS.payment(id);
            balances[payment.payer()] -= payment.cents();
            balances[payment.payee()] += payment.cents();
        }
        for (int account = 0; account < balances.length; account++) {
            audit.balance(account, 0);
            audit.balance(account, balances[account]);
        }
    }

    @Test
    void everyPaymentDecidedOnce_holds() {
        audit.requested(LAST);
        audit.rejected(LAST);
        assertThat(audit.findings()).allMatch(Finding::holds).hasSize(6);
    }

    @Test
    void paymentThatWasNotWritten_isFound() {
        audit.rejected(LAST);
        assertThat(failed()).containsExactly("payments: 4 of 5 written are on their topic, each once");
    }

    @Test
    void paymentWrittenTwice_isFound() {
        audit.requested(LAST);
        audit.requested(LAST);
        audit.rejected(LAST);
        assertThat(failed()).containsExactly("payments: 5 of 5 written are on their topic, each once, 1 repeated");
    }

    @Test
    void paymentThatWasChanged_isFound() {
        audit.requested(new Payment(4, LAST.payer(), LAST.payee(), LAST.cents() + 1));
        audit.rejected(LAST);
        assertThat(failed()).containsExactly("payments: 4 of 5 written are on their topic, each once, 1 never written");
    }

    @Test
    void paymentWithoutDecision_isFound() {
        audit.requested(LAST);
        assertThat(failed()).containsExactly("outcome: every payment once, 4 accepted, 0 rejected, 0 both, 1 neither");
    }

    @Test
    void paymentRejectedTwice_isFound() {
        audit.requested(LAST);
        audit.rejected(LAST);
        audit.rejected(LAST);
        assertThat(failed())
                .containsExactly("outcome: every payment once, 4 accepted, 1 rejected, 1 repeated, 0 both, 0 neither");
    }

    @Test
    void paymentAcceptedAndRejected_isFound() {
        audit.requested(LAST);
        audit.rejected(LAST);
        audit.rejected(PAYMENTS.payment(0));
        assertThat(failed()).containsExactly("outcome: every payment once, 4 accepted, 2 rejected, 1 both, 0 neither");
    }

    @Test
    void paymentAcceptedTwice_spoilsTheBalancesToo() {
        audit.requested(LAST);
        audit.rejected(LAST);
        audit.accepted(PAYMENTS.payment(0));
        assertThat(failed())
                .containsExactly(
                        "outcome: every payment once, 4 accepted, 1 repeated, 1 rejected, 0 both, 0 neither",
                        "balances: 4 accounts, 2 differ from the accepted payments booked anew");
    }

    @Test
    void creditThatWasLost_isFound() {
        audit.requested(LAST);
        audit.accepted(LAST);
        audit.balance(LAST.payer(), Long.MAX_VALUE);
        assertThat(failed()).contains("credits: 4 for 5 accepted payments, each once");
    }

    @Test
    void balanceThatIsOff_spoilsTheSum() {
        audit.requested(LAST);
        audit.rejected(LAST);
        audit.balance(1, -1);
        assertThat(failed()).hasSize(3).anyMatch(line -> line.startsWith("sum over all accounts: -"));
        assertThat(failed()).contains("overdrawn accounts: 1, beside the issuer");
    }

    private List<String> failed() {
        return audit.findings().stream()
                .filter(finding -> !finding.holds())
                .map(Finding::what)
                .toList();
    }
}
