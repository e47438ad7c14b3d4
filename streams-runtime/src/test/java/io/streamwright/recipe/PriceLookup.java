package io.streamwright.recipe;

import io.streamwright.errors.ProducerRetriableTransactionException;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import java.io.UncheckedIOException;
import java.util.function.Function;

// recipe: begin
/**
 * Asks a service for the price of each item. While the service cannot be reached, the task's transaction is taken back and done
 * again, and the other tasks go on. Owner: the task.
 */
public final class PriceLookup extends ContextualProcessor<String, String, String, String> {
    private final Function<String, String> service;

    public PriceLookup(Function<String, String> service) {
        this.service = service;
    }

    @Override
    public void process(Record<String, String> record) {
        String price;
        try {
            price = service.apply(record.value());
        } catch (UncheckedIOException e) {
            throw new ProducerRetriableTransactionException("the price of " + record.value() + " is not known yet", e);
        }
        context().forward(record.withValue(price));
    }
}
// recipe: end
