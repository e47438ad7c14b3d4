package io.streamwright.examples.ledger;

import io.streamwright.Topology;
import io.streamwright.state.Stores;
import java.util.List;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Books payments in two steps, as payer and payee may live in different partitions.
 *
 * <p>Payments are keyed by payer. The payer's task decides, debits the payer and passes the credit on, keyed by payee, all in
 * one transaction: either the payment is accepted, the payer is debited and the credit is on its way, or nothing of it happened.
 * The payee's task takes the credit from the topic exactly once. Between the two the money is on that topic.
 */
final class LedgerProgram {
    static final String APPLICATION_ID = "ledger";
    /** What is asked for, keyed by payer. */
    static final String PAYMENTS = "payments";
    /** What was booked, keyed by payer. */
    static final String ACCEPTED = "accepted";
    /** What would have overdrawn the payer, keyed by payer. */
    static final String REJECTED = "rejected";
    /** What payees get, keyed by payee. */
    static final String CREDITS = "credits";

    static final List<String> TOPICS = List.of(PAYMENTS, ACCEPTED, REJECTED, CREDITS);

    /** By account, its balance in cents; the account is in the partition that its number has as a key. */
    static final String BALANCES = "balances";

    static final String BALANCES_CHANGELOG = APPLICATION_ID + "-" + BALANCES + "-changelog";

    private LedgerProgram() {}

    static Topology topology() {
        var account = new IntegerDeserializer();
        var accountOut = new IntegerSerializer();
        return new Topology()
                .addSource("requested", account, new PaymentDeserializer(), PAYMENTS)
                .addProcessor("debit", Debit::new, "requested")
                .addSource("credited", account, new PaymentDeserializer(), CREDITS)
                .addProcessor("credit", Credit::new, "credited")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore(BALANCES), Serdes.Integer(), Serdes.Long()),
                        "debit",
                        "credit")
                .addSink(ACCEPTED, ACCEPTED, accountOut, new PaymentSerializer(), "debit")
                .addSink(REJECTED, REJECTED, accountOut, new PaymentSerializer(), "debit")
                .addSink(CREDITS, CREDITS, accountOut, new PaymentSerializer(), "debit");
    }
}
