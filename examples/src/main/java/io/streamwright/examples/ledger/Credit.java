package io.streamwright.examples.ledger;

import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;

/**
 * Credits the payee of an accepted payment.
 *
 * <p>Owner: the task.
 */
final class Credit implements Processor<Integer, Payment, Void, Void> {
    @SuppressWarnings("NullAway.Init") // init() comes first
    private Balances balances;

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        balances = new Balances(context);
    }

    @Override
    public void process(Record<Integer, Payment> record) {
        balances.add(record.value().payee(), record.value().cents());
    }
}
