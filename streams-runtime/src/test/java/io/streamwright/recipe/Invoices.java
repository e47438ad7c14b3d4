package io.streamwright.recipe;

import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import java.util.function.BiConsumer;

// recipe: begin
/**
 * Sends an invoice for each order to a service that takes each key once. Owner: the task.
 */
public final class Invoices extends ContextualProcessor<String, String, Void, Void> {
    private final BiConsumer<String, String> service;

    public Invoices(BiConsumer<String, String> service) {
        this.service = service;
    }

    @Override
    public void process(Record<String, String> record) {
        String key = context()
                .recordMetadata()
                .map(source -> context().applicationId() + "/" + source.topic() + "-" + source.partition() + "@"
                        + source.offset())
                .orElseThrow();
        service.accept(key, record.value());
    }
}
// recipe: end
