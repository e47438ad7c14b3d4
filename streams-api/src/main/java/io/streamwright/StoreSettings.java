package io.streamwright;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.CLASS;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.streamwright.Setting.Presence;
import io.streamwright.state.DslStoreSuppliers;
import io.streamwright.state.RocksDBConfigSetter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.ConfigDef;

/** The settings about state: where it is, what it is made of, how long it stays. Immutable. */
final class StoreSettings {
    private StoreSettings() {}

    /** Older name of {@code statestore.cache.max.bytes}. */
    static final String CACHE_MAX_BYTES_BUFFERING = "cache.max.bytes.buffering";

    /** Names the stores of DSL operators, of two kinds; {@code dsl.store.suppliers.class} names any. */
    static final String DEFAULT_DSL_STORE = "default.dsl.store";

    static final String ROCKS_DB = "rocksDB";
    static final String IN_MEMORY = "in_memory";

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
                    MEDIUM,
                    "Memory for cached state, all workers."),
            bytes(
                    CACHE_MAX_BYTES_BUFFERING,
                    10 * MEBIBYTE,
                    0,
                    MEDIUM,
                    "Older name of " + StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG + "."),
            bytes(
                    StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG,
                    64 * MEBIBYTE,
                    CommitLimits.UNBOUNDED,
                    LOW,
                    "Uncommitted state, all workers, at which a task commits early; -1: no bound."),
            Setting.flag(
                    StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG,
                    true,
                    LOW,
                    "Whether stores take part in the transactions of their tasks; here they always do."),
            Setting.flag(
                    StreamsConfig.ALLOW_OS_GROUP_WRITE_ACCESS_CONFIG,
                    false,
                    LOW,
                    "Whether the operating system's group may write to the directories of state."),
            Setting.ms(
                    StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG,
                    600_000,
                    0,
                    LOW,
                    "How long the state of a task that has moved away stays."),
            Setting.ms(
                    StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG,
                    StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_DISABLED,
                    StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_DISABLED,
                    LOW,
                    "At what age state is deleted when an application starts; -1: none."),
            Setting.ms(
                    StreamsConfig.WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG,
                    TimeUnit.DAYS.toMillis(1),
                    0,
                    LOW,
                    "Added to the retention of window and session stores for that of their changelogs."),
            new Setting(
                    StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
                    CLASS,
                    Presence.optional("Leave it out for the settings of the house."),
                    LOW,
                    Rule.classThatIs(RocksDBConfigSetter.class),
                    "Settings of RocksDB of the program's own."),
            new Setting(
                    StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
                    CLASS,
                    Presence.optional("Leave it out for the stores of the house."),
                    LOW,
                    Rule.classThatIs(DslStoreSuppliers.class),
                    "Makes the stores of DSL operators for which the program names no supplier."),
            new Setting(
                    DEFAULT_DSL_STORE,
                    STRING,
                    Presence.defaultsTo(ROCKS_DB),
                    LOW,
                    Rule.oneOf(ROCKS_DB, IN_MEMORY),
                    "Kind of the stores of DSL operators, where " + StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG
                            + " is not set."),
            new Setting(
                    StreamsConfig.DSL_STORE_FORMAT_CONFIG,
                    STRING,
                    Presence.defaultsTo(StreamsConfig.DSL_STORE_FORMAT_DEFAULT),
                    LOW,
                    Rule.oneOfAnyCase(StreamsConfig.DSL_STORE_FORMAT_DEFAULT, StreamsConfig.DSL_STORE_FORMAT_HEADERS),
                    "Whether stores of DSL operators keep headers (KIP-1285)."));

    private static Setting bytes(
            String name, long defaultBytes, long lowest, ConfigDef.Importance importance, String documentation) {
        return new Setting(
                name,
                LONG,
                Presence.defaultsTo(defaultBytes),
                importance,
                Rule.atLeast(lowest, "bytes"),
                documentation);
    }
}
