package io.streamwright.examples.ledger;

import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;

/**
 * Accepts a payment and debits the payer, or rejects it because the payer lacks the money.
 *
 * <p>Owner: the task.
 */
final class Debit implements Processor<Integer, Payment, Integer, Payment> {
    @SuppressWarnings("NullAway.Init") // init() comes first
    private ProcessorContext<Integer, Payment> context;

    @SuppressWarnings("NullAway.Init") // init() comes first
    private Balances balances;

    @Override
    public void init(ProcessorContext<Integer, Payment> newContext) {
        context = newContext;
        balances = new Balances(newContext);
    }

    @Override
    public void process(Record<Integer, Payment> record) {
        Payment payment = record.value();
        boolean covered = payment.payer() == Payments.ISSUER || balances.of(payment.payer()) >= payment.cents();
        if (!covered) {
            context.forward(record, LedgerProgram.REJECTED);
            return;
        }
        balances.add(payment.payer(), -payment.cents());
        context.forward(record, LedgerProgram.ACCEPTED);
        context.forward(record.withKey(payment.payee()), LedgerProgram.CREDITS);
    }
}
