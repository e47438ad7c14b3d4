package io.streamwright;

/**
 * Names of the settings of {@link StreamsConfig} about state. A program finds them there.
 */
interface StoreSettingNames {

    /** Where stores are kept, in a directory for each application. Path; default: see {@link StreamsConfig#stateDirectory()}. */
    String STATE_DIR_CONFIG = "state.dir";

    /** Memory for cached state, over all workers. Bytes; default 10 MiB. */
    String STATESTORE_CACHE_MAX_BYTES_CONFIG = "statestore.cache.max.bytes";

    /** Uncommitted state of all workers at which a task commits early; -1 sets no bound. Bytes; default 64 MiB. */
    String STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG = "statestore.uncommitted.max.bytes";

    /**
     * Lets the group of the operating system write to the directories of state. Boolean; default false. Accepted, and
     * does nothing yet.
     */
    String ALLOW_OS_GROUP_WRITE_ACCESS_CONFIG = "allow.os.group.write.access";

    /**
     * How long the state of a task that has moved away stays before it is deleted. Milliseconds; default 600000.
     * Accepted, and does nothing yet.
     */
    String STATE_CLEANUP_DELAY_MS_CONFIG = "state.cleanup.delay.ms";

    /**
     * When an application starts, it deletes the state of tasks that nothing has touched for this time (KIP-1259); {@link
     * StreamsConfig#STATE_CLEANUP_DIR_MAX_AGE_MS_DISABLED} deletes none. Milliseconds; default -1. Accepted, and does
     * nothing yet.
     */
    String STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG = "state.cleanup.dir.max.age.ms";

    /** Value of {@link #STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG} with which no state is too old. */
    long STATE_CLEANUP_DIR_MAX_AGE_MS_DISABLED = -1;

    /**
     * Added to the retention of window and session stores for that of their changelogs, so that clocks may differ.
     * Milliseconds; default one day. Accepted, and does nothing yet.
     */
    String WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG = "windowstore.changelog.additional.retention.ms";

    /** Whether stores take part in the transactions of their tasks; here they always do. Boolean; default true. */
    String TRANSACTIONAL_STATE_STORES_CONFIG = "enable.transactional.statestores";

    /**
     * Changes the settings that RocksDB has for each store: a class of {@link io.streamwright.state.RocksDBConfigSetter}. Class; default:
     * none.
     */
    String ROCKSDB_CONFIG_SETTER_CLASS_CONFIG = "rocksdb.config.setter";

    /**
     * Makes the stores of DSL operators for which the program names no supplier (KIP-954): a class of {@link
     * io.streamwright.state.DslStoreSuppliers}. Class; default: those of stores on disk.
     */
    String DSL_STORE_SUPPLIERS_CLASS_CONFIG = "dsl.store.suppliers.class";

    /**
     * What stores of DSL operators keep for which the program names no supplier (KIP-1285): {@link #DSL_STORE_FORMAT_DEFAULT} or {@link
     * #DSL_STORE_FORMAT_HEADERS}, in letters of either case. Text; default DEFAULT.
     */
    String DSL_STORE_FORMAT_CONFIG = "dsl.store.format";

    /** Value of {@link #DSL_STORE_FORMAT_CONFIG}: rows without headers. */
    String DSL_STORE_FORMAT_DEFAULT = "DEFAULT";

    /**
     * Value of {@link #DSL_STORE_FORMAT_CONFIG}: with headers. Rows of tables have those that their serializers add; records that wait to
     * be joined have their own.
     */
    String DSL_STORE_FORMAT_HEADERS = "HEADERS";
}
