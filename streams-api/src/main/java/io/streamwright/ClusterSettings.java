package io.streamwright;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.streamwright.Setting.Presence;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;

/** The settings about brokers, and about instances that share tasks. Immutable. */
final class ClusterSettings {
    private ClusterSettings() {}

    private static final Rule TAGS =
            new Rule("up to " + StreamsConfig.MAX_RACK_AWARE_ASSIGNMENT_TAG_LIST_SIZE + " keys of tags", value -> {
                int keys = ((List<?>) value).size();
                return keys > StreamsConfig.MAX_RACK_AWARE_ASSIGNMENT_TAG_LIST_SIZE ? "has " + keys + " keys" : null;
            });

    private static final List<Setting> OF_BROKERS = List.of(
            new Setting(
                    StreamsConfig.SECURITY_PROTOCOL_CONFIG,
                    STRING,
                    Presence.defaultsTo(CommonClientConfigs.DEFAULT_SECURITY_PROTOCOL),
                    MEDIUM,
                    Rule.oneOfAnyCase("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"),
                    "How an instance talks to brokers."),
            Setting.ms(
                    StreamsConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG,
                    540_000,
                    0,
                    LOW,
                    "When connections that are not used are closed."),
            Setting.ms(
                    StreamsConfig.METADATA_MAX_AGE_CONFIG,
                    300_000,
                    0,
                    LOW,
                    "When what is known about brokers and topics is read anew, at the latest."),
            new Setting(
                    CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG,
                    STRING,
                    Presence.defaultsTo("rebootstrap"),
                    LOW,
                    Rule.oneOfAnyCase("rebootstrap", "none"),
                    "What to do if no broker that is known answers: ask those of the configuration, or fail."),
            Setting.ms(
                    CommonClientConfigs.METADATA_RECOVERY_REBOOTSTRAP_TRIGGER_MS_CONFIG,
                    300_000,
                    0,
                    LOW,
                    "How long no broker answers before those of the configuration are asked."),
            Setting.flag(
                    CommonClientConfigs.METADATA_CLUSTER_CHECK_ENABLE_CONFIG,
                    true,
                    LOW,
                    "Whether brokers may find connections that were meant for another cluster."),
            Setting.ms(
                    StreamsConfig.RECONNECT_BACKOFF_MS_CONFIG,
                    50,
                    0,
                    LOW,
                    "How long to wait before a broker is called again."),
            Setting.ms(
                    StreamsConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                    1000,
                    0,
                    LOW,
                    "How long at most to wait before a broker is called again."),
            new Setting(
                    StreamsConfig.RECEIVE_BUFFER_CONFIG,
                    INT,
                    Presence.defaultsTo(32_768),
                    LOW,
                    Rule.atLeast(-1, "bytes"),
                    "Buffer with which sockets receive; -1: the operating system's."),
            new Setting(
                    StreamsConfig.SEND_BUFFER_CONFIG,
                    INT,
                    Presence.defaultsTo(131_072),
                    LOW,
                    Rule.atLeast(-1, "bytes"),
                    "Buffer with which sockets send; -1: the operating system's."),
            Setting.flag(
                    StreamsConfig.ENABLE_METRICS_PUSH_CONFIG,
                    true,
                    LOW,
                    "Whether clients tell brokers their metrics where they are asked for them."),
            Setting.flag(
                    StreamsConfig.TOPOLOGY_DESCRIPTION_PUSH_ENABLED_CONFIG,
                    true,
                    MEDIUM,
                    "Whether brokers are told what the program is made of where they ask for it."),
            Setting.ms(
                    StreamsConfig.REPARTITION_PURGE_INTERVAL_MS_CONFIG,
                    30_000,
                    0,
                    LOW,
                    "How often records of repartition topics that nobody needs are deleted."));

    private static final List<Setting> OF_SHARING = List.of(
            new Setting(
                    StreamsConfig.GROUP_PROTOCOL_CONFIG,
                    STRING,
                    Presence.defaultsTo(StreamsConfig.DEFAULT_GROUP_PROTOCOL),
                    MEDIUM,
                    Rule.oneOfAnyCase(GroupProtocol.CLASSIC.name, GroupProtocol.STREAMS.name),
                    "How the instances of an application share its tasks."),
            new Setting(
                    StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG,
                    STRING,
                    Presence.optional("Leave it out for the default of the assignor."),
                    MEDIUM,
                    Rule.any("the name of a class"),
                    "Says which instance has which task."),
            new Setting(
                    StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG,
                    INT,
                    Presence.defaultsTo(0),
                    HIGH,
                    Rule.atLeast(0, "copies"),
                    "How many copies of a store other instances keep."),
            new Setting(
                    StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG,
                    INT,
                    Presence.defaultsTo(2),
                    MEDIUM,
                    Rule.atLeast(1, "copies"),
                    "How many stores may be copied at a time to where their task is to move."),
            new Setting(
                    StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG,
                    LONG,
                    Presence.defaultsTo(10_000L),
                    MEDIUM,
                    Rule.atLeast(0, "records"),
                    "How far a copy may lie behind for its instance to take the task over."),
            Setting.ms(
                    StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG,
                    600_000,
                    60_000,
                    LOW,
                    "How often it is looked whether copies have caught up."),
            new Setting(
                    StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG,
                    LIST,
                    Presence.defaultsTo(List.of()),
                    LOW,
                    TAGS,
                    "Keys of the tags over whose values copies are spread."),
            new Setting(
                    StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG,
                    STRING,
                    Presence.defaultsTo(StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_NONE),
                    LOW,
                    Rule.oneOf(
                            StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_NONE,
                            StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_MIN_TRAFFIC,
                            StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_BALANCE_SUBTOPOLOGY),
                    "How racks count when tasks are assigned."),
            new Setting(
                    StreamsConfig.RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_CONFIG,
                    INT,
                    Presence.optional("Leave it out for the default of the assignor."),
                    LOW,
                    Rule.any("a whole number"),
                    "What traffic between racks costs."),
            new Setting(
                    StreamsConfig.RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_CONFIG,
                    INT,
                    Presence.optional("Leave it out for the default of the assignor."),
                    LOW,
                    Rule.any("a whole number"),
                    "What it costs to move a task."));

    static final List<Setting> SETTINGS =
            Stream.of(OF_BROKERS, OF_SHARING).flatMap(List::stream).toList();
}
