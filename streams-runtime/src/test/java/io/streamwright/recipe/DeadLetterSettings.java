package io.streamwright.recipe;

import io.streamwright.StreamsConfig;
import io.streamwright.errors.LogAndContinueExceptionHandler;
import io.streamwright.errors.LogAndContinueProcessingExceptionHandler;
import java.util.Properties;

/** Sends input that cannot be read or processed to a topic of its own. Immutable. */
final class DeadLetterSettings {
    private DeadLetterSettings() {}

    static void addTo(Properties settings) {
        // recipe: begin
        settings.put(
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndContinueExceptionHandler.class);
        settings.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dead-letters");
        // recipe: end
    }
}
