package io.streamwright.recipe;

import io.streamwright.errors.ErrorHandlerContext;
import io.streamwright.errors.LogAndContinueProcessingExceptionHandler;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.processor.api.Record;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

// recipe: begin
/** Tells somebody of every record that is dropped. Thread-safe if who is told is. */
public final class AlertAndContinue implements ProcessingExceptionHandler {
    private final ProcessingExceptionHandler next = new LogAndContinueProcessingExceptionHandler();
    private final Consumer<String> alert;

    public AlertAndContinue(Consumer<String> alert) {
        this.alert = alert;
    }

    @Override
    public void configure(Map<String, ?> configs) {
        next.configure(configs); // reads the name of the topic of dead letters
    }

    @Override
    public Response handleError(ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception) {
        String place = context.topic() + "-" + context.partition() + "@" + context.offset();
        alert.accept(context.processorNodeId() + " dropped " + place + ": " + exception);
        return next.handleError(context, record, exception);
    }
}
// recipe: end
