package io.streamwright;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.streamwright.Setting.Presence;
import io.streamwright.state.HostInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The settings about queries. Immutable. */
final class QuerySettings {
    private static final String LEVELS =
            Arrays.stream(IsolationLevel.values()).map(IsolationLevel::name).collect(Collectors.joining(", "));

    static final List<Setting> SETTINGS = List.of(
            new Setting(
                    StreamsConfig.APPLICATION_SERVER_CONFIG,
                    STRING,
                    new Presence(false, "", "Leave it out if this instance takes no requests of others."),
                    LOW,
                    new Rule("host:port", value -> problemOfEndpoint((String) value)),
                    "Where this instance takes requests of others."),
            new Setting(
                    StreamsConfig.DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG,
                    STRING,
                    Presence.defaultsTo(StreamsConfig.DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_DEFAULT),
                    LOW,
                    new Rule(LEVELS, value -> isLevel((String) value) ? null : "is none of the allowed words"),
                    "What queries may see; they see committed data only, with either."));

    private QuerySettings() {}

    private static @Nullable String problemOfEndpoint(String value) {
        try {
            HostInfo.buildFromEndpoint(value);
            return null;
        } catch (ConfigException e) {
            return "is not a host and a port";
        }
    }

    private static boolean isLevel(String word) {
        return Arrays.stream(IsolationLevel.values())
                .anyMatch(level -> level.name().equalsIgnoreCase(word));
    }

    /** Reads a level, in upper or lower case. */
    static IsolationLevel isolationLevel(String word) {
        return IsolationLevel.valueOf(word.toUpperCase(Locale.ROOT));
    }
}
