package io.streamwright;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.streamwright.Setting.Presence;
import java.util.List;

/** The settings about state: where it is, what it is made of, how long it stays. Immutable. */
final class StoreSettings {
    private StoreSettings() {}

    private static final long MEBIBYTE = 1024 * 1024;

    private static final Rule DIRECTORY =
            new Rule("the path of a directory", value -> LogAddress.problemOfPath((String) value));

    static final List<Setting> SETTINGS = List.of(
            new Setting(
                    StreamsConfig.STATE_DIR_CONFIG,
                    STRING,
                    Presence.optional("Leave it out for a directory that goes with the log."),
                    HIGH,
                    DIRECTORY,
                    "Where stores are kept, in a directory for each application."),
            bytes(
                    StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
                    10 * MEBIBYTE,
                    0,
                    "Memory for cached state, all workers."),
            bytes(
                    StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG,
                    64 * MEBIBYTE,
                    CommitLimits.UNBOUNDED,
                    "Uncommitted state, all workers, at which a task commits early; -1: no bound."));

    private static Setting bytes(String name, long defaultBytes, long lowest, String documentation) {
        return new Setting(
                name, LONG, Presence.defaultsTo(defaultBytes), MEDIUM, Rule.atLeast(lowest, "bytes"), documentation);
    }
}
