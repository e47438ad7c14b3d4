package io.streamwright;

import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler;
import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.processor.TimestampExtractor;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of an application, checked.
 *
 * <p>A wrong value is refused when the configuration is made, with what is allowed and what to do. A setting that has no effect,
 * such as a misspelt one, is named in a warning. Settings of the program's own are kept for
 * {@code ProcessingContext.appConfigs()}.
 *
 * <p>Immutable.
 */
public class StreamsConfig extends AbstractConfig
        implements EngineSettingNames, StoreSettingNames, LogSettingNames, AssignmentSettingNames {

    private static final Logger log = LoggerFactory.getLogger(StreamsConfig.class);
    private static final ConfigDef DEFINITION = StreamsConfigDef.definition();

    private final CommitLimits commitLimits;
    private final AutoOffsetReset defaultOffsetReset;

    /**
     * Checks settings.
     *
     * @param props settings by name; a {@link java.util.Properties} will do
     * @throws ConfigException if a setting is missing or wrong, or two do not go together
     */
    public StreamsConfig(Map<?, ?> props) {
        this(props, false);
    }

    /**
     * Checks settings.
     *
     * @param props settings by name
     * @param doLog whether to write all settings to the log
     * @throws ConfigException if a setting is missing or wrong, or two do not go together
     */
    protected StreamsConfig(Map<?, ?> props, boolean doLog) {
        this(StreamsConfigDef.checked(props), doLog, Set.of());
        new UnknownSettings(StreamsConfigDef.names()).describe(originals()).ifPresent(log::warn);
    }

    /** Replaces settings of an application: what it keeps is not warned of a second time, and its objects are not configured again. */
    StreamsConfig(StreamsConfig application, Map<String, ?> merged, Set<String> replaced) {
        this(StreamsConfigDef.checked(merged), false, application.objectsBut(replaced));
    }

    private StreamsConfig(Map<?, ?> checked, boolean doLog, Set<?> configured) {
        super(DEFINITION, checked, doLog);
        var ofClients = new ClientSettings(originals());
        this.commitLimits = new CommitLimits(
                getLong(COMMIT_INTERVAL_MS_CONFIG),
                ofClients.transactionTimeoutMs(),
                getLong(STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG));
        this.defaultOffsetReset = ofClients.offsetReset();
        configureObjects(configured);
    }

    private Set<Object> objectsBut(Set<String> names) {
        Set<Object> objects = Collections.newSetFromMap(new IdentityHashMap<>());
        values().forEach((name, value) -> {
            if (value instanceof Configurable && !names.contains(name)) {
                objects.add(value);
            }
        });
        return objects;
    }

    /** Objects are configured once; of a class the getters configure what they make. */
    private void configureObjects(Set<?> configured) {
        values().values().forEach(value -> {
            if (value instanceof Configurable object && !configured.contains(object)) {
                object.configure(originals());
            }
        });
    }

    /** Returns the tags of this instance (KIP-708): the values of its {@code client.tag.} settings, by the names behind that prefix. */
    public Map<String, String> getClientTags() {
        return originalsWithPrefix(CLIENT_TAG_PREFIX).entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, tag -> String.valueOf(tag.getValue())));
    }

    /** Returns the definition of all settings. */
    public static ConfigDef configDef() {
        return StreamsConfigDef.definition();
    }

    /** Returns the name under which a setting is passed to all consumers. */
    public static String consumerPrefix(String consumerProp) {
        return CONSUMER_PREFIX + consumerProp;
    }

    /** Returns the name under which a setting is passed to the consumers of input topics. */
    public static String mainConsumerPrefix(String consumerProp) {
        return MAIN_CONSUMER_PREFIX + consumerProp;
    }

    /** Returns the name under which a setting is passed to the consumers that restore stores. */
    public static String restoreConsumerPrefix(String consumerProp) {
        return RESTORE_CONSUMER_PREFIX + consumerProp;
    }

    /** Returns the name under which a setting is passed to the consumers of global tables and stores. */
    public static String globalConsumerPrefix(String consumerProp) {
        return GLOBAL_CONSUMER_PREFIX + consumerProp;
    }

    /** Returns the name under which a setting is passed to producers. */
    public static String producerPrefix(String producerProp) {
        return PRODUCER_PREFIX + producerProp;
    }

    /** Returns the name under which a setting is passed to admin clients. */
    public static String adminClientPrefix(String adminClientProp) {
        return ADMIN_CLIENT_PREFIX + adminClientProp;
    }

    /** Returns the name of the setting that gives this instance a tag (KIP-708). */
    public static String clientTagPrefix(String clientTagKey) {
        return CLIENT_TAG_PREFIX + clientTagKey;
    }

    /** Returns the name under which a setting is passed to internal topics. */
    public static String topicPrefix(String topicProp) {
        return TOPIC_PREFIX + topicProp;
    }

    /**
     * Reads a value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}.
     *
     * @return the names of the rewritings that it allows
     * @throws ConfigException if it has a word that is none of the allowed ones
     */
    public static Set<String> verifyTopologyOptimizationConfigs(String config) {
        String problem = Optimizations.problem(config);
        if (problem != null) {
            throw new ConfigException(TOPOLOGY_OPTIMIZATION_CONFIG + " = " + config + " is refused: it " + problem
                    + ". Allowed: " + Optimizations.ALLOWED + ".");
        }
        return Optimizations.read(config);
    }

    /** Returns the application's id. */
    public String applicationId() {
        return getString(APPLICATION_ID_CONFIG);
    }

    /** Returns the address of the log, as one text. */
    public String bootstrapServers() {
        return address().text();
    }

    /**
     * Returns the directory that holds a directory of state for each application: {@link #STATE_DIR_CONFIG}, if that is set.
     *
     * <p>Otherwise the state goes with the log. For {@code embedded:PATH} it is {@code PATH-state}, beside the log's directory; for
     * {@code memory:NAME} a temporary directory that no later process finds; for Apache Kafka {@code .streamwright/state} in the
     * user's home.
     */
    public Path stateDirectory() {
        String configured = getString(STATE_DIR_CONFIG);
        return configured == null ? address().defaultStateDirectory() : Path.of(configured);
    }

    /** Returns how rates, averages and maxima are taken. */
    public MetricConfig metricConfig() {
        return MetricSettings.config(this);
    }

    /**
     * Returns new reporters of metrics.
     *
     * @throws org.apache.kafka.common.KafkaException if one of the classes is not found, or is no reporter
     */
    public List<MetricsReporter> metricsReporters() {
        return getConfiguredInstances(METRIC_REPORTER_CLASSES_CONFIG, MetricsReporter.class);
    }

    /** Returns when a task's transaction has to end. */
    public CommitLimits commitLimits() {
        return commitLimits;
    }

    /** Returns the memory for cached state, over all workers, in bytes. */
    public long cacheMaxBytes() {
        return getLong(nameInUse(STATESTORE_CACHE_MAX_BYTES_CONFIG, StoreSettings.CACHE_MAX_BYTES_BUFFERING));
    }

    /** Returns where sources start to read, for which the program says nothing: at the earliest record, unless set otherwise. */
    public AutoOffsetReset defaultOffsetReset() {
        return defaultOffsetReset;
    }

    /** Returns the names of the rewritings that are allowed. */
    public Set<String> topologyOptimizations() {
        return Optimizations.read(getString(TOPOLOGY_OPTIMIZATION_CONFIG));
    }

    /** Returns what queries may see that do not say it themselves. */
    public IsolationLevel defaultInteractiveQueryIsolationLevel() {
        return QuerySettings.isolationLevel(getString(DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG));
    }

    /** Returns the settings for internal topics, without their prefix. */
    public Map<String, String> topicSettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        originalsWithPrefix(TOPIC_PREFIX).forEach((name, value) -> settings.put(name, String.valueOf(value)));
        return settings;
    }

    /**
     * Makes a serde for keys where the program names none, configured with all settings.
     *
     * @return a new one at each call; null if none is configured
     */
    public @Nullable Serde<?> defaultKeySerde() {
        return serde(DEFAULT_KEY_SERDE_CLASS_CONFIG, true);
    }

    /**
     * Makes a serde for values where the program names none, configured with all settings.
     *
     * @return a new one at each call; null if none is configured
     */
    public @Nullable Serde<?> defaultValueSerde() {
        return serde(DEFAULT_VALUE_SERDE_CLASS_CONFIG, false);
    }

    /** Makes a timestamp extractor for sources for which the program names none: a new one at each call. */
    public TimestampExtractor defaultTimestampExtractor() {
        return getConfiguredInstance(DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, TimestampExtractor.class);
    }

    /**
     * Returns what decides about errors of transactions, configured with all settings.
     *
     * @return a new one at each call if a class is configured; otherwise the object that is, which was configured with this
     */
    public TransactionErrorHandler transactionErrorHandler() {
        return made(TRANSACTION_ERROR_HANDLER_CONFIG, TransactionErrorHandler.class);
    }

    /** Returns what says which category an error of a transaction falls into; new or not as {@link #transactionErrorHandler()}. */
    public ErrorClassifier errorClassifier() {
        return get(TRANSACTION_ERROR_CLASSIFIER_CONFIG) == null
                ? ErrorClassifier.standard()
                : made(TRANSACTION_ERROR_CLASSIFIER_CONFIG, ErrorClassifier.class);
    }

    /** Returns what decides about records that cannot be deserialized; new or not as {@link #transactionErrorHandler()}. */
    public DeserializationExceptionHandler deserializationExceptionHandler() {
        return made(
                nameInUse(
                        DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                        DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG),
                DeserializationExceptionHandler.class);
    }

    /** Returns what decides when a processor throws; new or not as {@link #transactionErrorHandler()}. */
    public ProcessingExceptionHandler processingExceptionHandler() {
        return made(PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, ProcessingExceptionHandler.class);
    }

    /**
     * Returns what decides about records that cannot be serialized or that the log refuses; new or not as
     * {@link #transactionErrorHandler()}.
     */
    public ProductionExceptionHandler productionExceptionHandler() {
        return made(
                nameInUse(PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, DEFAULT_PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG),
                ProductionExceptionHandler.class);
    }

    /** Returns the topic to which the handlers of the house write records that fail; null if none is configured. */
    public @Nullable String deadLetterQueueTopic() {
        return getString(ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
    }

    private String nameInUse(String name, String olderName) {
        return originals().containsKey(name) ? name : olderName;
    }

    private <T> T made(String name, Class<T> type) {
        Object value = get(name);
        return value instanceof Class<?> ? getConfiguredInstance(name, type) : type.cast(value);
    }

    private @Nullable Serde<?> serde(String name, boolean isKey) {
        if (getClass(name) == null) {
            return null;
        }
        Serde<?> serde = getConfiguredInstance(name, Serde.class);
        serde.configure(originals(), isKey);
        return serde;
    }

    private LogAddress address() {
        return LogAddress.of(getList(BOOTSTRAP_SERVERS_CONFIG));
    }
}
