package io.streamwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.streamwright.errors.CategoryTransactionErrorHandler;
import io.streamwright.errors.DefaultProductionExceptionHandler;
import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.LogAndContinueExceptionHandler;
import io.streamwright.errors.LogAndContinueProcessingExceptionHandler;
import io.streamwright.errors.LogAndFailExceptionHandler;
import io.streamwright.errors.LogAndFailProcessingExceptionHandler;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler;
import io.streamwright.errors.TransactionApi;
import io.streamwright.errors.TransactionErrorContext;
import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.errors.TransactionErrorResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ErrorSettingsTest {

    /** Notes what it was configured with. */
    public static class NotingHandler implements TransactionErrorHandler {
        final List<Map<String, ?>> configured = new ArrayList<>();

        @Override
        public TransactionErrorResponse handle(TransactionErrorContext context) {
            return TransactionErrorResponse.shutdownApplication();
        }

        @Override
        public void configure(Map<String, ?> configs) {
            configured.add(configs);
        }
    }

    /** Cannot be made by the engine, but given. */
    static final class PrivateHandler extends NotingHandler {
        PrivateHandler(String name) {
            assertThat(name).isNotNull();
        }
    }

    /** Knows one error of its own, once it is configured. */
    public static final class QuotaClassifier implements ErrorClassifier, Configurable {
        ErrorCategory category = ErrorCategory.APPLICATION_RECOVERABLE;

        @Override
        public ErrorCategory classify(Throwable error, TransactionApi api) {
            return category;
        }

        @Override
        public void configure(Map<String, ?> configs) {
            category = ErrorCategory.valueOf((String) configs.get("quota.category"));
        }
    }

    @Test
    void withoutSettings_theHandlersOfTheHouseDecide() {
        // when
        StreamsConfig config = config(Map.of());
        // then
        assertThat(config.transactionErrorHandler()).isInstanceOf(CategoryTransactionErrorHandler.class);
        assertThat(config.errorClassifier()).isSameAs(ErrorClassifier.standard());
        assertThat(config.deserializationExceptionHandler()).isInstanceOf(LogAndFailExceptionHandler.class);
        assertThat(config.processingExceptionHandler()).isInstanceOf(LogAndFailProcessingExceptionHandler.class);
        assertThat(config.productionExceptionHandler()).isInstanceOf(DefaultProductionExceptionHandler.class);
        assertThat(config.deadLetterQueueTopic()).isNull();
    }

    static Stream<Arguments> getters() {
        return Stream.of(
                getter("transaction.error.handler", NotingHandler.class, StreamsConfig::transactionErrorHandler),
                getter(
                        "deserialization.exception.handler",
                        LogAndContinueExceptionHandler.class,
                        StreamsConfig::deserializationExceptionHandler),
                getter(
                        "default.deserialization.exception.handler",
                        LogAndContinueExceptionHandler.class,
                        StreamsConfig::deserializationExceptionHandler),
                getter(
                        "processing.exception.handler",
                        LogAndContinueProcessingExceptionHandler.class,
                        StreamsConfig::processingExceptionHandler),
                getter(
                        "production.exception.handler",
                        ResumingProduction.class,
                        StreamsConfig::productionExceptionHandler),
                getter(
                        "default.production.exception.handler",
                        ResumingProduction.class,
                        StreamsConfig::productionExceptionHandler));
    }

    private static Arguments getter(String name, Class<?> type, Function<StreamsConfig, ?> getter) {
        return Arguments.of(name, type, getter);
    }

    /** Leaves every record out. */
    public static final class ResumingProduction extends DefaultProductionExceptionHandler {}

    @ParameterizedTest(name = "{0}")
    @MethodSource("getters")
    void className_makesANewOneAtEachCall(String name, Class<?> type, Function<StreamsConfig, ?> getter) {
        // given
        StreamsConfig config = config(Map.of(name, type.getName()));
        // when
        Object first = getter.apply(config);
        Object second = getter.apply(config);
        // then
        assertThat(first).isInstanceOf(type).isNotSameAs(second);
        assertThat(getter.apply(config(Map.of(name, type)))).isInstanceOf(type);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("getters")
    void object_isTakenAsItIs(String name, Class<?> type, Function<StreamsConfig, ?> getter) throws Exception {
        // given
        Object handler = type.getConstructor().newInstance();
        StreamsConfig config = config(Map.of(name, handler));
        // then
        assertThat(getter.apply(config)).isSameAs(handler);
        assertThat(config.originals()).containsEntry(name, handler);
        assertThat(getter.apply(new StreamsConfig(config.originals()))).isSameAs(handler);
    }

    @Test
    void lambdas_areTaken() {
        // given
        TransactionErrorHandler transactions = context -> TransactionErrorResponse.reinitialize();
        DeserializationExceptionHandler deserialization =
                (context, record, exception) -> DeserializationExceptionHandler.Response.resume();
        ProcessingExceptionHandler processing =
                (context, record, exception) -> ProcessingExceptionHandler.Response.resume();
        ProductionExceptionHandler production =
                (context, record, exception) -> ProductionExceptionHandler.Response.retry();
        ErrorClassifier classifier = (error, api) -> ErrorCategory.ABORTABLE;
        // when
        StreamsConfig config = config(Map.of(
                StreamsConfig.TRANSACTION_ERROR_HANDLER_CONFIG, transactions,
                StreamsConfig.TRANSACTION_ERROR_CLASSIFIER_CONFIG, classifier,
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, deserialization,
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, processing,
                StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, production));
        // then
        assertThat(config.transactionErrorHandler()).isSameAs(transactions);
        assertThat(config.errorClassifier()).isSameAs(classifier);
        assertThat(config.deserializationExceptionHandler()).isSameAs(deserialization);
        assertThat(config.processingExceptionHandler()).isSameAs(processing);
        assertThat(config.productionExceptionHandler()).isSameAs(production);
    }

    @Test
    void objectThatTheEngineCouldNotMake_isTaken() {
        // given
        var handler = new PrivateHandler("x");
        // then
        assertThat(config(Map.of("transaction.error.handler", handler)).transactionErrorHandler())
                .isSameAs(handler);
    }

    @Test
    void object_isConfiguredOnceWithAllSettings() {
        // given
        var handler = new NotingHandler();
        StreamsConfig config = config(Map.of("transaction.error.handler", handler, "alarm.url", "there"));
        // when
        config.transactionErrorHandler();
        config.transactionErrorHandler();
        // then
        assertThat(handler.configured)
                .singleElement()
                .satisfies(configs -> assertThat(configs.get("alarm.url")).isEqualTo("there"));
    }

    @Test
    void handlerOfAClass_isConfiguredWithAllSettings() {
        // when
        TransactionErrorHandler handler = config(
                        Map.of("transaction.error.handler", NotingHandler.class, "alarm.url", "there"))
                .transactionErrorHandler();
        // then
        assertThat(((NotingHandler) handler).configured)
                .singleElement()
                .satisfies(configs -> assertThat(configs.get("alarm.url")).isEqualTo("there"));
    }

    @Test
    void classifier_mayBeAClassThatIsConfigured() {
        // when
        ErrorClassifier classifier = config(
                        Map.of("transaction.error.classifier", QuotaClassifier.class, "quota.category", "ABORTABLE"))
                .errorClassifier();
        // then
        assertThat(classifier.classify(new RuntimeException("x"), TransactionApi.PRODUCER))
                .isEqualTo(ErrorCategory.ABORTABLE);
    }

    @Test
    void newerNameOfAHandler_goesBeforeTheOlder() {
        // when
        StreamsConfig config = config(Map.of(
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndFailExceptionHandler.class,
                StreamsConfig.DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                        LogAndContinueExceptionHandler.class,
                StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, ResumingProduction.class,
                StreamsConfig.DEFAULT_PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
                        DefaultProductionExceptionHandler.class));
        // then
        assertThat(config.deserializationExceptionHandler()).isInstanceOf(LogAndFailExceptionHandler.class);
        assertThat(config.productionExceptionHandler()).isInstanceOf(ResumingProduction.class);
    }

    @Test
    void deadLetterTopic_isRead() {
        assertThat(config(Map.of("errors.dead.letter.queue.topic.name", "orders.DLQ"))
                        .deadLetterQueueTopic())
                .isEqualTo("orders.DLQ");
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "transaction.error.handler|java.lang.String|does not implement TransactionErrorHandler",
                "transaction.error.handler|com.example.NoSuch|is not found on the class path",
                "transaction.error.handler|io.streamwright.errors.TransactionErrorHandler|is abstract",
                "transaction.error.handler|io.streamwright.ErrorSettingsTest$PrivateHandler|no public constructor",
                "transaction.error.classifier|java.lang.String|does not implement ErrorClassifier",
                "deserialization.exception.handler|io.streamwright.errors.DefaultProductionExceptionHandler"
                        + "|does not implement DeserializationExceptionHandler",
                "default.deserialization.exception.handler|java.lang.String|does not implement Deserialization",
                "processing.exception.handler|org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler"
                        + "|does not implement ProcessingExceptionHandler",
                "production.exception.handler|java.lang.String|does not implement ProductionExceptionHandler",
                "default.production.exception.handler|java.lang.String|does not implement Production",
            })
    void wrongClass_isRefusedWithWhatIsAllowed(String name, String value, String problem) {
        // when
        Throwable refusal = catchThrowable(() -> config(Map.of(name, value)));
        // then
        assertThat(refusal)
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(name + " = " + value + " is refused: it ")
                .hasMessageContaining(problem)
                .hasMessageContaining("Allowed: an object that implements io.streamwright.errors.")
                .hasMessageContaining("or a class on the class path that implements io.streamwright.errors.")
                .hasMessageEndingWith(".");
    }

    @Test
    void wrongObject_isRefusedWithWhatIsAllowed() {
        assertThatThrownBy(() -> config(Map.of("transaction.error.handler", 17)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("transaction.error.handler = 17 is refused: it does not implement TransactionErrorHandler."
                        + " Allowed: an object that implements io.streamwright.errors.TransactionErrorHandler, or a class"
                        + " on the class path that implements io.streamwright.errors.TransactionErrorHandler and has a"
                        + " public constructor without parameters. Leave it out for the default,"
                        + " io.streamwright.errors.CategoryTransactionErrorHandler.");
    }

    @Test
    void objectWhereOnlyAClassIsAllowed_isRefused() {
        assertThatThrownBy(() -> config(Map.of("default.key.serde", Serdes.String())))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("default.key.serde = ")
                .hasMessageContaining("is refused: it is an object, not a class. Allowed: a class");
    }

    @Test
    void definition_refusesAWrongObjectAndTakesARightOne() {
        // given
        Map<String, Object> settings = new HashMap<>(Map.of("application.id", "a", "bootstrap.servers", "memory:x"));
        var handler = new PrivateHandler("x");
        // when
        settings.put("transaction.error.handler", handler);
        // then
        assertThat(StreamsConfig.configDef().parse(settings)).containsEntry("transaction.error.handler", handler);
        settings.put("transaction.error.handler", 17);
        assertThatThrownBy(() -> StreamsConfig.configDef().parse(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("does not implement TransactionErrorHandler");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "dead letters", ".", "..", "a/b", "ö"})
    void wrongDeadLetterTopic_isRefused(String topic) {
        assertThatThrownBy(() -> config(Map.of("errors.dead.letter.queue.topic.name", topic)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("errors.dead.letter.queue.topic.name = " + topic
                        + " is refused: it cannot be the name of a topic. Allowed: 1 to 249 of the characters");
    }

    @Test
    void tooLongDeadLetterTopic_isRefused() {
        assertThat(config(Map.of("errors.dead.letter.queue.topic.name", "a".repeat(249)))
                        .deadLetterQueueTopic())
                .hasSize(249);
        assertThatThrownBy(() -> config(Map.of("errors.dead.letter.queue.topic.name", "a".repeat(250))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("it has 250 characters");
    }

    private static StreamsConfig config(Map<String, ?> settings) {
        Map<String, Object> all = new HashMap<>();
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, "word-count");
        all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "embedded:./data");
        all.putAll(settings);
        return new StreamsConfig(all);
    }
}
