package io.streamwright;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.CLASS;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.streamwright.Setting.Presence;
import io.streamwright.errors.CategoryTransactionErrorHandler;
import io.streamwright.errors.DefaultProductionExceptionHandler;
import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.LogAndFailExceptionHandler;
import io.streamwright.errors.LogAndFailProcessingExceptionHandler;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler;
import io.streamwright.errors.TransactionErrorHandler;
import java.util.List;

/** The settings that say what is done about errors. Immutable. */
final class ErrorSettings {
    private ErrorSettings() {}

    /** Of Kafka Streams until 5.0. */
    static final String PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED = "processing.exception.handler.global.enabled";

    static final List<Setting> SETTINGS = List.of(
            handlers(
                    StreamsConfig.TRANSACTION_ERROR_HANDLER_CONFIG,
                    TransactionErrorHandler.class,
                    CategoryTransactionErrorHandler.class,
                    "Decides about errors of transactions."),
            new Setting(
                    StreamsConfig.TRANSACTION_ERROR_CLASSIFIER_CONFIG,
                    CLASS,
                    Presence.optional("Leave it out for the categories of KIP-1050."),
                    MEDIUM,
                    Rule.classOrObjectThatIs(ErrorClassifier.class),
                    "Says which category an error of a transaction falls into."),
            handlers(
                    StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                    DeserializationExceptionHandler.class,
                    LogAndFailExceptionHandler.class,
                    "Decides about records that cannot be deserialized."),
            handlers(
                    StreamsConfig.DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                    DeserializationExceptionHandler.class,
                    LogAndFailExceptionHandler.class,
                    "Older name of " + StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG + "."),
            handlers(
                    StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                    ProcessingExceptionHandler.class,
                    LogAndFailProcessingExceptionHandler.class,
                    "Decides what happens when a processor throws."),
            handlers(
                    StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
                    ProductionExceptionHandler.class,
                    DefaultProductionExceptionHandler.class,
                    "Decides about records that cannot be serialized or that the log refuses."),
            handlers(
                    StreamsConfig.DEFAULT_PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
                    ProductionExceptionHandler.class,
                    DefaultProductionExceptionHandler.class,
                    "Older name of " + StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG + "."),
            new Setting(
                    StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG,
                    STRING,
                    Presence.optional("Leave it out to write no dead letters."),
                    MEDIUM,
                    Rule.topicName(),
                    "Topic to which the handlers of the house write records that fail."),
            Setting.flag(
                    PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED,
                    false,
                    HIGH,
                    "Whether the processing handler is asked about global stores; here it always is."));

    private static <T> Setting handlers(
            String name, Class<T> type, Class<? extends T> defaultType, String documentation) {
        return new Setting(
                name, CLASS, Presence.defaultsTo(defaultType), MEDIUM, Rule.classOrObjectThatIs(type), documentation);
    }
}
