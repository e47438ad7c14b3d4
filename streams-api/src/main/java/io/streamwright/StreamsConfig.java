package io.streamwright;

import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler;
import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.processor.TimestampExtractor;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
public class StreamsConfig extends AbstractConfig {

    /**
     * Names the application: the group that it reads as, the prefix of its internal topics, its transactions, its state.
     *
     * <p>Text of the characters that a topic's name may have; required.
     */
    public static final String APPLICATION_ID_CONFIG = "application.id";

    /**
     * Where the log is: {@code embedded:PATH} for a directory of this machine, {@code memory:NAME} for a log that ends with the
     * process, or a list of {@code host:port} for the brokers of Apache Kafka.
     *
     * <p>Text or list; required.
     */
    public static final String BOOTSTRAP_SERVERS_CONFIG = "bootstrap.servers";

    /** Starts the names of threads and metrics. Text; default: the application's id. */
    public static final String CLIENT_ID_CONFIG = "client.id";

    /** How many workers this instance runs. Number; default 1. */
    public static final String NUM_STREAM_THREADS_CONFIG = "num.stream.threads";

    /**
     * How long a task collects work before it commits; must be less than the transaction timeout, which is
     * {@code producer.transaction.timeout.ms}. Milliseconds; default 100.
     */
    public static final String COMMIT_INTERVAL_MS_CONFIG = "commit.interval.ms";

    /** Serde of keys where the program names none. Class; default: none. */
    public static final String DEFAULT_KEY_SERDE_CLASS_CONFIG = "default.key.serde";

    /** Serde of values where the program names none. Class; default: none. */
    public static final String DEFAULT_VALUE_SERDE_CLASS_CONFIG = "default.value.serde";

    /**
     * Timestamp extractor of sources for which the program names none. Class; default
     * {@link io.streamwright.processor.FailOnInvalidTimestamp}.
     */
    public static final String DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG = "default.timestamp.extractor";

    /**
     * How long a task waits for input partitions that have run dry while others have records, so as to process in the order of
     * time. 0 waits for what the log already has; -1 does not wait. Milliseconds; default 0.
     */
    public static final String MAX_TASK_IDLE_MS_CONFIG = "max.task.idle.ms";

    /** How many records are fetched ahead for each input partition. Records; default 1000. */
    public static final String BUFFERED_RECORDS_PER_PARTITION_CONFIG = "buffered.records.per.partition";

    /** How long an idle worker waits for input at a time. Milliseconds; default 100. */
    public static final String POLL_MS_CONFIG = "poll.ms";

    /** Where stores are kept, in a directory for each application. Path; default: see {@link #stateDirectory()}. */
    public static final String STATE_DIR_CONFIG = "state.dir";

    /** Memory for cached state, over all workers. Bytes; default 10 MiB. */
    public static final String STATESTORE_CACHE_MAX_BYTES_CONFIG = "statestore.cache.max.bytes";

    /** Uncommitted state of all workers at which a task commits early; -1 sets no bound. Bytes; default 64 MiB. */
    public static final String STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG = "statestore.uncommitted.max.bytes";

    /**
     * Which rewritings of the program are allowed: {@link #NO_OPTIMIZATION}, {@link #OPTIMIZE}, or some of
     * {@link #REUSE_KTABLE_SOURCE_TOPICS}, {@link #MERGE_REPARTITION_TOPICS} and {@link #SINGLE_STORE_SELF_JOIN}, with commas between
     * them. Text; default none.
     */
    public static final String TOPOLOGY_OPTIMIZATION_CONFIG = "topology.optimization";

    /** How long a task may repeat failed calls without progress before it fails. Milliseconds; default 300000. */
    public static final String TASK_TIMEOUT_MS_CONFIG = "task.timeout.ms";

    /** How often a record counts; {@link #EXACTLY_ONCE_V2} is the only answer. Text; default exactly_once_v2. */
    public static final String PROCESSING_GUARANTEE_CONFIG = "processing.guarantee";

    /** Replicas of internal topics; -1 takes the log's default. Number; default -1. */
    public static final String REPLICATION_FACTOR_CONFIG = "replication.factor";

    /** How long to wait before a failed call is repeated. Milliseconds; default 100. */
    public static final String RETRY_BACKOFF_MS_CONFIG = "retry.backoff.ms";

    /** How long to wait for the answer to one call. Milliseconds; default 40000. */
    public static final String REQUEST_TIMEOUT_MS_CONFIG = "request.timeout.ms";

    /** Time between two log lines that sum up a worker's work; -1 for none. Milliseconds; default 120000. */
    public static final String LOG_SUMMARY_INTERVAL_MS_CONFIG = "log.summary.interval.ms";

    /**
     * Decides about errors of transactions: a class of {@link TransactionErrorHandler}, or an object. Default
     * {@link io.streamwright.errors.CategoryTransactionErrorHandler}.
     */
    public static final String TRANSACTION_ERROR_HANDLER_CONFIG = "transaction.error.handler";

    /**
     * Says which category an error of a transaction falls into: a class of {@link ErrorClassifier}, or an object. Default
     * {@link ErrorClassifier#standard()}.
     */
    public static final String TRANSACTION_ERROR_CLASSIFIER_CONFIG = "transaction.error.classifier";

    /**
     * Decides about records that cannot be deserialized: a class of {@link DeserializationExceptionHandler}, or an object. Default
     * {@link io.streamwright.errors.LogAndFailExceptionHandler}.
     */
    public static final String DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG = "deserialization.exception.handler";

    /** Older name of {@link #DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG}, read where that is not set. */
    public static final String DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG =
            "default.deserialization.exception.handler";

    /**
     * Decides what happens when a processor throws: a class of {@link ProcessingExceptionHandler}, or an object. Default
     * {@link io.streamwright.errors.LogAndFailProcessingExceptionHandler}.
     */
    public static final String PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG = "processing.exception.handler";

    /**
     * Decides about records that cannot be serialized or that the log refuses: a class of {@link ProductionExceptionHandler}, or an
     * object. Default {@link io.streamwright.errors.DefaultProductionExceptionHandler}.
     */
    public static final String PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG = "production.exception.handler";

    /** Older name of {@link #PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG}, read where that is not set. */
    public static final String DEFAULT_PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG =
            "default.production.exception.handler";

    /** Topic to which the handlers of the house write records that fail. Name of a topic; default: none, nothing is written. */
    public static final String ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG = "errors.dead.letter.queue.topic.name";

    /** Where this instance takes requests of others; nothing here listens. {@code host:port}; default: empty, nowhere. */
    public static final String APPLICATION_SERVER_CONFIG = "application.server";

    /** What queries may see: words of {@link IsolationLevel}. They see committed data only, with either. */
    public static final String DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG =
            "default.interactive.query.isolation.level";

    /** Default of {@link #DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG}. */
    public static final String DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_DEFAULT = "READ_UNCOMMITTED";

    /**
     * When a commit to the embedded log counts as durable: {@link #EMBEDDED_FLUSH_SYNC} or {@link #EMBEDDED_FLUSH_OS}. Text; default
     * sync.
     */
    public static final String EMBEDDED_FLUSH_CONFIG = "embedded.flush";

    /** Whether the embedded log makes topics that a program names and nobody created. Boolean; default true. */
    public static final String EMBEDDED_AUTO_CREATE_TOPICS_CONFIG = "embedded.auto.create.topics";

    /** Partitions of topics that are made because nobody created them. Number; default 1. */
    public static final String EMBEDDED_DEFAULT_PARTITIONS_CONFIG = "embedded.default.partitions";

    /** Who is told of all metrics: names of classes. List; default JMX. */
    public static final String METRIC_REPORTER_CLASSES_CONFIG = "metric.reporters";

    /** Which sensors record: INFO, DEBUG or TRACE. Text; default INFO. */
    public static final String METRICS_RECORDING_LEVEL_CONFIG = "metrics.recording.level";

    /** Over how many samples rates, averages and maxima are taken. Number; default 2. */
    public static final String METRICS_NUM_SAMPLES_CONFIG = "metrics.num.samples";

    /** How long a sample is. Milliseconds; default 30 000. */
    public static final String METRICS_SAMPLE_WINDOW_MS_CONFIG = "metrics.sample.window.ms";

    /** Every record counts once, whatever fails. */
    public static final String EXACTLY_ONCE_V2 = "exactly_once_v2";

    /** Refused, and named here so that programs that mention it compile: exactly-once keeps all that it keeps. */
    public static final String AT_LEAST_ONCE = "at_least_once";

    /** Allows no rewriting. */
    public static final String NO_OPTIMIZATION = "none";

    /** Allows all rewritings. */
    public static final String OPTIMIZE = "all";

    /** Lets a table's source topic serve as its changelog. */
    public static final String REUSE_KTABLE_SOURCE_TOPICS = "reuse.ktable.source.topics";

    /** Lets several uses of one stream share a repartition topic. */
    public static final String MERGE_REPARTITION_TOPICS = "merge.repartition.topics";

    /** Lets a stream that is joined with itself use one store. */
    public static final String SINGLE_STORE_SELF_JOIN = "single.store.self.join";

    /** A commit is on the disk before it is acknowledged. */
    public static final String EMBEDDED_FLUSH_SYNC = "sync";

    /** A commit is with the operating system before it is acknowledged: it outlives the process, not a loss of power. */
    public static final String EMBEDDED_FLUSH_OS = "os";

    /** Value of {@link #MAX_TASK_IDLE_MS_CONFIG} with which a task does not wait. */
    public static final long MAX_TASK_IDLE_MS_DISABLED = -1;

    /** Passes a setting to all consumers. */
    public static final String CONSUMER_PREFIX = "consumer.";

    /** Passes a setting to the consumers of input topics, before {@link #CONSUMER_PREFIX}. */
    public static final String MAIN_CONSUMER_PREFIX = "main.consumer.";

    /** Passes a setting to the consumers that restore stores, before {@link #CONSUMER_PREFIX}. */
    public static final String RESTORE_CONSUMER_PREFIX = "restore.consumer.";

    /** Passes a setting to the consumers of global tables and stores, before {@link #CONSUMER_PREFIX}. */
    public static final String GLOBAL_CONSUMER_PREFIX = "global.consumer.";

    /** Passes a setting to producers. */
    public static final String PRODUCER_PREFIX = "producer.";

    /** Passes a setting to admin clients. */
    public static final String ADMIN_CLIENT_PREFIX = "admin.";

    /** Passes a setting to the internal topics that the application creates. */
    public static final String TOPIC_PREFIX = "topic.";

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
        super(DEFINITION, StreamsConfigDef.checked(props), doLog);
        var ofClients = new ClientSettings(originals());
        this.commitLimits = new CommitLimits(
                getLong(COMMIT_INTERVAL_MS_CONFIG),
                ofClients.transactionTimeoutMs(),
                getLong(STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG));
        this.defaultOffsetReset = ofClients.offsetReset();
        new UnknownSettings(StreamsConfigDef.names()).describe(originals()).ifPresent(log::warn);
        configureObjects();
    }

    /** Objects are configured once; of a class the getters configure what they make. */
    private void configureObjects() {
        values().values().forEach(value -> {
            if (value instanceof Configurable object) {
                object.configure(originals());
            }
        });
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
