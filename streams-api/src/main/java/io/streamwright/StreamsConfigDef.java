package io.streamwright;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.CLASS;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.streamwright.Setting.Presence;
import io.streamwright.processor.FailOnInvalidTimestamp;
import io.streamwright.processor.TimestampExtractor;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** The table of all settings of {@link StreamsConfig}. Immutable. */
final class StreamsConfigDef {
    private StreamsConfigDef() {}

    private static final int MAX_APPLICATION_ID_LENGTH = 200;

    private static final Rule APPLICATION_ID = new Rule(
            "1 to " + MAX_APPLICATION_ID_LENGTH + " of the characters a-z, A-Z, 0-9, '.', '_' and '-'", value -> {
                String id = (String) value;
                if (!Rule.TOPIC_CHARACTERS.matcher(id).matches()) {
                    return "cannot start the name of a topic";
                }
                if (id.equals(".") || id.equals("..")) {
                    return "cannot name a directory";
                }
                return id.length() > MAX_APPLICATION_ID_LENGTH ? "has " + id.length() + " characters" : null;
            });

    private static final Rule ADDRESS =
            new Rule(LogAddress.ALLOWED, value -> LogAddress.of((List<?>) value).problem());

    private static final Rule REPLICATION_FACTOR =
            new Rule("-1 for the log's own default, or a whole number from 1", value -> {
                int factor = (Integer) value;
                return factor == -1 || factor >= 1 ? null : "is no number of replicas";
            });

    private static final Rule GUARANTEE = new Rule(
            StreamsConfig.EXACTLY_ONCE_V2,
            value -> value.equals(StreamsConfig.EXACTLY_ONCE_V2) ? null : "is not how this engine works");

    private static final Presence GUARANTEE_PRESENCE = new Presence(
            false,
            StreamsConfig.EXACTLY_ONCE_V2,
            "Nothing is lost by leaving it out: exactly-once keeps every record that at-least-once keeps, and counts none"
                    + " twice; results appear within " + StreamsConfig.COMMIT_INTERVAL_MS_CONFIG + ".");

    private static final List<Setting> GENERAL = List.of(
            new Setting(
                    StreamsConfig.APPLICATION_ID_CONFIG,
                    STRING,
                    Presence.required("Name the application, for example word-count."),
                    HIGH,
                    APPLICATION_ID,
                    "Names the application: its group, its internal topics, its transactions and its state."),
            new Setting(
                    StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                    LIST,
                    Presence.required("A log on this machine is embedded:./data."),
                    HIGH,
                    ADDRESS,
                    "Where the log is."),
            new Setting(
                    StreamsConfig.CLIENT_ID_CONFIG,
                    STRING,
                    new Presence(false, "", "Leave it out to take the application's id."),
                    MEDIUM,
                    Rule.any("any text"),
                    "Starts the names of threads and metrics; empty for the application's id."),
            new Setting(
                    StreamsConfig.NUM_STREAM_THREADS_CONFIG,
                    INT,
                    Presence.defaultsTo(1),
                    MEDIUM,
                    Rule.atLeast(1, ""),
                    "How many workers this instance runs."),
            Setting.ms(
                    StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                    100,
                    0,
                    LOW,
                    "How long a task collects work before it commits; 0: one batch of records."),
            classes(
                    StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG,
                    Serde.class,
                    "Serde of keys where a program names none."),
            classes(
                    StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG,
                    Serde.class,
                    "Serde of values where a program names none."),
            ofLists(CommonClientConfigs.DEFAULT_LIST_KEY_SERDE_TYPE_CLASS, List.class, "Class of keys that are lists."),
            ofLists(CommonClientConfigs.DEFAULT_LIST_KEY_SERDE_INNER_CLASS, Serde.class, "Serde of what they hold."),
            ofLists(
                    CommonClientConfigs.DEFAULT_LIST_VALUE_SERDE_TYPE_CLASS,
                    List.class,
                    "Class of values that are lists."),
            ofLists(CommonClientConfigs.DEFAULT_LIST_VALUE_SERDE_INNER_CLASS, Serde.class, "Serde of what they hold."),
            new Setting(
                    StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG,
                    CLASS,
                    Presence.defaultsTo(FailOnInvalidTimestamp.class),
                    MEDIUM,
                    Rule.classThatIs(TimestampExtractor.class),
                    "Timestamp extractor of sources for which a program names none."),
            Setting.ms(
                    StreamsConfig.MAX_TASK_IDLE_MS_CONFIG,
                    0,
                    -1,
                    MEDIUM,
                    "How long a task waits for input partitions that have run dry; 0: for what the log has; -1: not at all."),
            new Setting(
                    StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG,
                    INT,
                    Presence.defaultsTo(1000),
                    LOW,
                    Rule.atLeast(1, "records"),
                    "How many records are fetched ahead for each input partition."),
            Setting.ms(StreamsConfig.POLL_MS_CONFIG, 100, 0, LOW, "How long an idle worker waits for input at a time."),
            Setting.ms(
                    StreamsConfig.TASK_TIMEOUT_MS_CONFIG,
                    300_000,
                    0,
                    MEDIUM,
                    "How long a task may repeat failed calls without progress; 0: not at all."),
            new Setting(
                    StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                    STRING,
                    GUARANTEE_PRESENCE,
                    MEDIUM,
                    GUARANTEE,
                    "How often a record counts: exactly once."),
            new Setting(
                    StreamsConfig.REPLICATION_FACTOR_CONFIG,
                    INT,
                    Presence.defaultsTo(-1),
                    MEDIUM,
                    REPLICATION_FACTOR,
                    "Replicas of internal topics; -1: the log's default."),
            Setting.ms(
                    StreamsConfig.RETRY_BACKOFF_MS_CONFIG,
                    100,
                    0,
                    LOW,
                    "How long to wait before a failed call is repeated."),
            new Setting(
                    StreamsConfig.REQUEST_TIMEOUT_MS_CONFIG,
                    INT,
                    Presence.defaultsTo(40_000),
                    LOW,
                    Rule.atLeast(0, "milliseconds"),
                    "How long to wait for the answer to one call."),
            Setting.ms(
                    StreamsConfig.LOG_SUMMARY_INTERVAL_MS_CONFIG,
                    120_000,
                    -1,
                    LOW,
                    "Time between two log lines that sum up a worker's work; -1: none."),
            new Setting(
                    StreamsConfig.EMBEDDED_FLUSH_CONFIG,
                    STRING,
                    Presence.defaultsTo(StreamsConfig.EMBEDDED_FLUSH_SYNC),
                    MEDIUM,
                    Rule.oneOf(StreamsConfig.EMBEDDED_FLUSH_SYNC, StreamsConfig.EMBEDDED_FLUSH_OS),
                    "When the embedded log's commit counts as durable: on the disk, or with the operating system."),
            Setting.flag(
                    StreamsConfig.EMBEDDED_AUTO_CREATE_TOPICS_CONFIG,
                    true,
                    LOW,
                    "Whether the embedded log makes topics that a program names and nobody created."),
            new Setting(
                    StreamsConfig.EMBEDDED_DEFAULT_PARTITIONS_CONFIG,
                    INT,
                    Presence.defaultsTo(1),
                    LOW,
                    Rule.atLeast(1, "partitions"),
                    "Partitions of topics that are made in this way."),
            new Setting(
                    AbstractConfig.CONFIG_PROVIDERS_CONFIG,
                    LIST,
                    Presence.defaultsTo(List.of()),
                    LOW,
                    Rule.any("names of configuration providers"),
                    "Who puts in values that stand elsewhere, such as passwords."));

    private static final List<Setting> SETTINGS = Stream.of(
                    GENERAL,
                    StoreSettings.SETTINGS,
                    TopologySettings.SETTINGS,
                    ClusterSettings.SETTINGS,
                    ErrorSettings.SETTINGS,
                    MetricSettings.SETTINGS,
                    QuerySettings.SETTINGS)
            .flatMap(List::stream)
            .toList();

    /** Settings that {@code Serdes.ListSerde} reads. */
    private static Setting ofLists(String name, Class<?> type, String documentation) {
        return new Setting(
                name,
                CLASS,
                Presence.optional(
                        "Leave it out if the default serdes are not " + Serdes.ListSerde.class.getName() + "."),
                MEDIUM,
                Rule.classThatIs(type),
                documentation);
    }

    private static Setting classes(String name, Class<?> type, String documentation) {
        return new Setting(
                name,
                CLASS,
                Presence.optional("Leave it out if the program names one wherever it needs it."),
                MEDIUM,
                Rule.classThatIs(type),
                documentation);
    }

    static ConfigDef definition() {
        return new SettingsDefinition(SETTINGS);
    }

    /** Returns the definition of some of the settings. */
    static ConfigDef definitionOf(Set<String> names) {
        return new SettingsDefinition(SETTINGS.stream()
                .filter(setting -> names.contains(setting.name()))
                .toList());
    }

    static Set<String> names() {
        return SETTINGS.stream().map(Setting::name).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns the settings as they are, once each is found to be right by itself.
     *
     * @throws ConfigException for the first that is wrong
     */
    static Map<?, ?> checked(Map<?, ?> settings) {
        SETTINGS.forEach(setting -> setting.check(settings));
        return settings;
    }
}
