package io.streamwright;

/**
 * Names of the settings of {@link StreamsConfig} about the log. A program finds them there.
 */
interface LogSettingNames {

    /**
     * Where the log is: {@code embedded:PATH} for a directory of this machine, {@code memory:NAME} for a log that ends with the
     * process, or a list of {@code host:port} for the brokers of Apache Kafka.
     *
     * <p>Text or list; required.
     */
    String BOOTSTRAP_SERVERS_CONFIG = "bootstrap.servers";

    /** Starts the names of threads and metrics. Text; default: the application's id. */
    String CLIENT_ID_CONFIG = "client.id";

    /** Replicas of internal topics; -1 takes the log's default. Number; default -1. */
    String REPLICATION_FACTOR_CONFIG = "replication.factor";

    /** How long to wait before a failed call is repeated. Milliseconds; default 100. */
    String RETRY_BACKOFF_MS_CONFIG = "retry.backoff.ms";

    /** How long to wait for the answer to one call. Milliseconds; default 40000. */
    String REQUEST_TIMEOUT_MS_CONFIG = "request.timeout.ms";

    /**
     * When a commit to the embedded log counts as durable: {@link #EMBEDDED_FLUSH_SYNC} or {@link #EMBEDDED_FLUSH_OS}. Text; default
     * sync.
     */
    String EMBEDDED_FLUSH_CONFIG = "embedded.flush";

    /** Whether the embedded log makes topics that a program names and nobody created. Boolean; default true. */
    String EMBEDDED_AUTO_CREATE_TOPICS_CONFIG = "embedded.auto.create.topics";

    /** Partitions of topics that are made because nobody created them. Number; default 1. */
    String EMBEDDED_DEFAULT_PARTITIONS_CONFIG = "embedded.default.partitions";

    /** A commit is on the disk before it is acknowledged. */
    String EMBEDDED_FLUSH_SYNC = "sync";

    /** A commit is with the operating system before it is acknowledged: it outlives the process, not a loss of power. */
    String EMBEDDED_FLUSH_OS = "os";

    /** How often the records of repartition topics that nobody needs any more are deleted. Milliseconds; default 30000. */
    String REPARTITION_PURGE_INTERVAL_MS_CONFIG = "repartition.purge.interval.ms";

    /**
     * How an instance talks to brokers. Acts where Apache Kafka is the log; the embedded log has no use for it. Text;
     * default PLAINTEXT.
     */
    String SECURITY_PROTOCOL_CONFIG = "security.protocol";

    /**
     * When connections that are not used are closed. Acts where Apache Kafka is the log; the embedded log has no use for it.
     * Milliseconds; default 540000.
     */
    String CONNECTIONS_MAX_IDLE_MS_CONFIG = "connections.max.idle.ms";

    /**
     * When what is known about brokers and topics is read anew, at the latest. Acts where Apache Kafka is the log; the
     * embedded log has no use for it. Milliseconds; default 300000.
     */
    String METADATA_MAX_AGE_CONFIG = "metadata.max.age.ms";

    /**
     * How long to wait before a broker is called again. Acts where Apache Kafka is the log; the embedded log has no use for
     * it. Milliseconds; default 50.
     */
    String RECONNECT_BACKOFF_MS_CONFIG = "reconnect.backoff.ms";

    /**
     * To what {@link #RECONNECT_BACKOFF_MS_CONFIG} grows while a broker stays away. Acts where Apache Kafka is the log; the
     * embedded log has no use for it. Milliseconds; default 1000.
     */
    String RECONNECT_BACKOFF_MAX_MS_CONFIG = "reconnect.backoff.max.ms";

    /**
     * Size of the buffer with which sockets receive; -1 takes the operating system's. Acts where Apache Kafka is the log;
     * the embedded log has no use for it. Bytes; default 32768.
     */
    String RECEIVE_BUFFER_CONFIG = "receive.buffer.bytes";

    /**
     * Size of the buffer with which sockets send; -1 takes the operating system's. Acts where Apache Kafka is the log; the
     * embedded log has no use for it. Bytes; default 131072.
     */
    String SEND_BUFFER_CONFIG = "send.buffer.bytes";

    /**
     * Whether clients tell brokers their metrics where they are asked for them (KIP-1076). Acts where Apache Kafka is the
     * log; the embedded log has no use for it. Boolean; default true.
     */
    String ENABLE_METRICS_PUSH_CONFIG = "enable.metrics.push";

    /**
     * Whether brokers are told what the program is made of where they ask for it (KIP-1331). Accepted, and does nothing
     * yet. Boolean; default true.
     */
    String TOPOLOGY_DESCRIPTION_PUSH_ENABLED_CONFIG = "topology.description.push.enabled";

    /** Passes a setting to all consumers. */
    String CONSUMER_PREFIX = "consumer.";

    /** Passes a setting to the consumers of input topics, before {@link #CONSUMER_PREFIX}. */
    String MAIN_CONSUMER_PREFIX = "main.consumer.";

    /** Passes a setting to the consumers that restore stores, before {@link #CONSUMER_PREFIX}. */
    String RESTORE_CONSUMER_PREFIX = "restore.consumer.";

    /** Passes a setting to the consumers of global tables and stores, before {@link #CONSUMER_PREFIX}. */
    String GLOBAL_CONSUMER_PREFIX = "global.consumer.";

    /** Passes a setting to producers. */
    String PRODUCER_PREFIX = "producer.";

    /** Passes a setting to admin clients. */
    String ADMIN_CLIENT_PREFIX = "admin.";

    /** Passes a setting to the internal topics that the application creates. */
    String TOPIC_PREFIX = "topic.";

    /** Starts the name of a tag of this instance (KIP-708). */
    String CLIENT_TAG_PREFIX = "client.tag.";
}
