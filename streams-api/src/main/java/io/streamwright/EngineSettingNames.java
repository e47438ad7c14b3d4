package io.streamwright;

import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler;
import io.streamwright.errors.TransactionErrorHandler;
import org.apache.kafka.common.IsolationLevel;

/**
 * Names of the settings of {@link StreamsConfig} that say how a program is processed. A program finds them there.
 */
interface EngineSettingNames {

    /**
     * Names the application: the group that it reads as, the prefix of its internal topics, its transactions, its state.
     *
     * <p>Text of the characters that a topic's name may have; required.
     */
    String APPLICATION_ID_CONFIG = "application.id";

    /** How many workers this instance runs. Number; default 1. */
    String NUM_STREAM_THREADS_CONFIG = "num.stream.threads";

    /**
     * How long a task collects work before it commits; must be less than the transaction timeout, which is
     * {@code producer.transaction.timeout.ms}. Milliseconds; default 100.
     */
    String COMMIT_INTERVAL_MS_CONFIG = "commit.interval.ms";

    /** Serde of keys where the program names none. Class; default: none. */
    String DEFAULT_KEY_SERDE_CLASS_CONFIG = "default.key.serde";

    /** Serde of values where the program names none. Class; default: none. */
    String DEFAULT_VALUE_SERDE_CLASS_CONFIG = "default.value.serde";

    /**
     * Timestamp extractor of sources for which the program names none. Class; default
     * {@link io.streamwright.processor.FailOnInvalidTimestamp}.
     */
    String DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG = "default.timestamp.extractor";

    /**
     * How long a task waits for input partitions that have run dry while others have records, so as to process in the order of
     * time. 0 waits for what the log already has; -1 does not wait. Milliseconds; default 0.
     */
    String MAX_TASK_IDLE_MS_CONFIG = "max.task.idle.ms";

    /** How many records are fetched ahead for each input partition. Records; default 1000. */
    String BUFFERED_RECORDS_PER_PARTITION_CONFIG = "buffered.records.per.partition";

    /** How long an idle worker waits for input at a time. Milliseconds; default 100. */
    String POLL_MS_CONFIG = "poll.ms";

    /**
     * Which rewritings of the program are allowed: {@link #NO_OPTIMIZATION}, {@link #OPTIMIZE}, or some of
     * {@link #REUSE_KTABLE_SOURCE_TOPICS}, {@link #MERGE_REPARTITION_TOPICS} and {@link #SINGLE_STORE_SELF_JOIN}, with commas between
     * them. Text; default none.
     */
    String TOPOLOGY_OPTIMIZATION_CONFIG = "topology.optimization";

    /** How long a task may repeat failed calls without progress before it fails. Milliseconds; default 300000. */
    String TASK_TIMEOUT_MS_CONFIG = "task.timeout.ms";

    /** How often a record counts; {@link #EXACTLY_ONCE_V2} is the only answer. Text; default exactly_once_v2. */
    String PROCESSING_GUARANTEE_CONFIG = "processing.guarantee";

    /** Time between two log lines that sum up a worker's work; -1 for none. Milliseconds; default 120000. */
    String LOG_SUMMARY_INTERVAL_MS_CONFIG = "log.summary.interval.ms";

    /**
     * Decides about errors of transactions: a class of {@link TransactionErrorHandler}, or an object. Default
     * {@link io.streamwright.errors.CategoryTransactionErrorHandler}.
     */
    String TRANSACTION_ERROR_HANDLER_CONFIG = "transaction.error.handler";

    /**
     * Says which category an error of a transaction falls into: a class of {@link ErrorClassifier}, or an object. Default
     * {@link ErrorClassifier#standard()}.
     */
    String TRANSACTION_ERROR_CLASSIFIER_CONFIG = "transaction.error.classifier";

    /**
     * Decides about records that cannot be deserialized: a class of {@link DeserializationExceptionHandler}, or an object. Default
     * {@link io.streamwright.errors.LogAndFailExceptionHandler}.
     */
    String DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG = "deserialization.exception.handler";

    /** Older name of {@link #DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG}, read where that is not set. */
    String DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG = "default.deserialization.exception.handler";

    /**
     * Decides what happens when a processor throws: a class of {@link ProcessingExceptionHandler}, or an object. Default
     * {@link io.streamwright.errors.LogAndFailProcessingExceptionHandler}.
     */
    String PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG = "processing.exception.handler";

    /**
     * Decides about records that cannot be serialized or that the log refuses: a class of {@link ProductionExceptionHandler}, or an
     * object. Default {@link io.streamwright.errors.DefaultProductionExceptionHandler}.
     */
    String PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG = "production.exception.handler";

    /** Older name of {@link #PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG}, read where that is not set. */
    String DEFAULT_PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG = "default.production.exception.handler";

    /** Topic to which the handlers of the house write records that fail. Name of a topic; default: none, nothing is written. */
    String ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG = "errors.dead.letter.queue.topic.name";

    /** Where this instance takes requests of others; nothing here listens. {@code host:port}; default: empty, nowhere. */
    String APPLICATION_SERVER_CONFIG = "application.server";

    /** What queries may see: words of {@link IsolationLevel}. They see committed data only, with either. */
    String DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG = "default.interactive.query.isolation.level";

    /** Default of {@link #DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG}. */
    String DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_DEFAULT = "READ_UNCOMMITTED";

    /** Who is told of all metrics: names of classes. List; default JMX. */
    String METRIC_REPORTER_CLASSES_CONFIG = "metric.reporters";

    /** Which sensors record: INFO, DEBUG or TRACE. Text; default INFO. */
    String METRICS_RECORDING_LEVEL_CONFIG = "metrics.recording.level";

    /** Over how many samples rates, averages and maxima are taken. Number; default 2. */
    String METRICS_NUM_SAMPLES_CONFIG = "metrics.num.samples";

    /** How long a sample is. Milliseconds; default 30 000. */
    String METRICS_SAMPLE_WINDOW_MS_CONFIG = "metrics.sample.window.ms";

    /** Every record counts once, whatever fails. */
    String EXACTLY_ONCE_V2 = "exactly_once_v2";

    /** Refused, and named here so that programs that mention it compile: exactly-once keeps all that it keeps. */
    String AT_LEAST_ONCE = "at_least_once";

    /** Allows no rewriting. */
    String NO_OPTIMIZATION = "none";

    /** Allows all rewritings. */
    String OPTIMIZE = "all";

    /** Lets a table's source topic serve as its changelog. */
    String REUSE_KTABLE_SOURCE_TOPICS = "reuse.ktable.source.topics";

    /** Lets several uses of one stream share a repartition topic. */
    String MERGE_REPARTITION_TOPICS = "merge.repartition.topics";

    /** Lets a stream that is joined with itself use one store. */
    String SINGLE_STORE_SELF_JOIN = "single.store.self.join";

    /** Value of {@link #MAX_TASK_IDLE_MS_CONFIG} with which a task does not wait. */
    long MAX_TASK_IDLE_MS_DISABLED = -1;

    /**
     * Whether {@code build()} refuses internal topics and stores whose names are generated (KIP-1111). Boolean; default
     * false.
     */
    String ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG = "ensure.explicit.internal.resource.naming";

    /**
     * Sees the supplier of every processor, and may put another one in its place (KIP-1112): a class of {@link
     * io.streamwright.processor.api.ProcessorWrapper}. It is asked for topologies that have a {@link TopologyConfig}. Class; default:
     * none.
     */
    String PROCESSOR_WRAPPER_CLASS_CONFIG = "processor.wrapper.class";

    /** Which names metrics have; {@link #METRICS_LATEST} is the only answer. Text; default latest. */
    String BUILT_IN_METRICS_VERSION_CONFIG = "built.in.metrics.version";

    /** The names of metrics as they are now. */
    String METRICS_LATEST = "latest";
}
