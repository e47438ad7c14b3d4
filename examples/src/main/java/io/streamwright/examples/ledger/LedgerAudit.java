package io.streamwright.examples.ledger;

import io.streamwright.log.LogClient;
import io.streamwright.log.TopicReader;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.LongDeserializer;

/**
 * Checks a ledger that is at rest by its committed records alone, and computes anew what they must add up to.
 *
 * <p>Owner: the thread that made it.
 */
public final class LedgerAudit {
    private final long written;
    private final int accounts;
    private final Tally requested;
    private final Tally accepted;
    private final Tally rejected;
    private final Tally credited;
    private final long[] computed;
    private final Map<Integer, Long> stored = new TreeMap<>();

    LedgerAudit(LedgerPosition position) {
        Payments payments = position.payments();
        this.written = position.written();
        this.accounts = payments.accounts();
        this.requested = new Tally(payments, written);
        this.accepted = new Tally(payments, written);
        this.rejected = new Tally(payments, written);
        this.credited = new Tally(payments, written);
        this.computed = new long[accounts + 1];
    }

    /**
     * Audits the ledger on a log, read-committed.
     *
     * @return one finding for each thing checked; one that does not hold if there is no ledger
     */
    public static List<Finding> of(LogClient log) {
        return PaymentWriter.positionOn(log)
                .map(position -> new LedgerAudit(position).read(log).findings())
                .orElse(List.of(new Finding(false, "payments: none was ever written")));
    }

    private LedgerAudit read(LogClient log) {
        readPayments(log, LedgerProgram.PAYMENTS, this::requested);
        readPayments(log, LedgerProgram.ACCEPTED, this::accepted);
        readPayments(log, LedgerProgram.REJECTED, this::rejected);
        readPayments(log, LedgerProgram.CREDITS, this::credited);
        try (TopicReader<Integer, Long> reader = TopicReader.open(
                log, LedgerProgram.BALANCES_CHANGELOG, new IntegerDeserializer(), new LongDeserializer())) {
            for (ConsumerRecord<Integer, Long> record : reader.readAll()) {
                balance(record.key(), record.value());
            }
        }
        return this;
    }

    private static void readPayments(LogClient log, String topic, Consumer<Payment> reading) {
        try (TopicReader<Integer, Payment> reader =
                TopicReader.open(log, topic, new IntegerDeserializer(), new PaymentDeserializer())) {
            for (ConsumerRecord<Integer, Payment> record : reader.readAll()) {
                reading.accept(record.value());
            }
        }
    }

    void requested(Payment payment) {
        requested.add(payment);
    }

    /** A payment stands on the topic of accepted ones: books it anew, as often as it stands there. */
    void accepted(Payment payment) {
        accepted.add(payment);
        if (payment.payer() <= accounts && payment.payee() <= accounts) {
            computed[payment.payer()] -= payment.cents();
            computed[payment.payee()] += payment.cents();
        }
    }

    void rejected(Payment payment) {
        rejected.add(payment);
    }

    void credited(Payment payment) {
        credited.add(payment);
    }

    /** The store says so of an account; the last word holds. */
    void balance(int account, long cents) {
        stored.put(account, cents);
    }

    List<Finding> findings() {
        return List.of(requests(), outcomes(), credits(), balances(), sum(), overdrafts());
    }

    private Finding requests() {
        return finding(
                requested.count() == written && requested.isClean(),
                "payments: %,d of %,d written are on their topic, each once%s",
                requested.count(),
                written,
                requested.flaws());
    }

    private Finding outcomes() {
        BitSet decided = (BitSet) accepted.seen().clone();
        decided.or(rejected.seen());
        BitSet both = (BitSet) accepted.seen().clone();
        both.and(rejected.seen());
        return finding(
                decided.cardinality() == written && both.isEmpty() && accepted.isClean() && rejected.isClean(),
                "outcome: every payment once, %,d accepted%s, %,d rejected%s, %,d both, %,d neither",
                accepted.count(),
                accepted.flaws(),
                rejected.count(),
                rejected.flaws(),
                both.cardinality(),
                written - decided.cardinality());
    }

    private Finding credits() {
        return finding(
                credited.isClean() && credited.seen().equals(accepted.seen()),
                "credits: %,d for %,d accepted payments, each once%s",
                credited.count(),
                accepted.count(),
                credited.flaws());
    }

    private Finding balances() {
        long wrong =
                stored.keySet().stream().filter(account -> account > accounts).count();
        for (int account = 0; account <= accounts; account++) {
            if (stored.getOrDefault(account, 0L) != computed[account]) {
                wrong++;
            }
        }
        return finding(
                wrong == 0,
                "balances: %,d accounts, %,d differ from the accepted payments booked anew",
                stored.size(),
                wrong);
    }

    private Finding sum() {
        long sum = stored.values().stream().mapToLong(Long::longValue).sum();
        return finding(sum == 0, "sum over all accounts: %,d cents", sum);
    }

    private Finding overdrafts() {
        long overdrawn = stored.entrySet().stream()
                .filter(balance -> balance.getKey() != Payments.ISSUER && balance.getValue() < 0)
                .count();
        return finding(overdrawn == 0, "overdrawn accounts: %,d, beside the issuer", overdrawn);
    }

    private static Finding finding(boolean holds, String format, Object... numbers) {
        return new Finding(holds, String.format(Locale.ROOT, format, numbers));
    }
}
