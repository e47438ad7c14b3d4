package io.streamwright;

import io.streamwright.state.BuiltInDslStoreSuppliers.RocksDBDslStoreSuppliers;
import io.streamwright.state.DslStoreSuppliers;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Reads which stores operators get for which the program chooses none (KIP-954, KIP-1285). Thread-safe: holds nothing. */
final class DefaultStores {
    private static final ConfigDef SETTING = new ConfigDef()
            .define(
                    StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
                    ConfigDef.Type.CLASS,
                    RocksDBDslStoreSuppliers.class,
                    ConfigDef.Importance.LOW,
                    "Makes the stores of operators of the DSL for which the program chooses none.");

    private DefaultStores() {}

    /**
     * Makes what the settings of the topology name, otherwise what those of the application name, and configures it with all settings.
     *
     * @param topology null if the topology has no settings of its own
     * @param config the settings of the application
     * @throws ConfigException if it is no class that makes stores
     */
    static DslStoreSuppliers in(@Nullable TopologyConfig topology, StreamsConfig config) {
        Optional<DslStoreSuppliers> ofTopology =
                topology == null ? Optional.empty() : topology.resolveDslStoreSuppliers();
        return ofTopology.orElseGet(() -> in(config));
    }

    /** Returns whether rows of operators' stores are to keep headers (KIP-1285). */
    static boolean keepHeaders(StreamsConfig config) {
        return config.getString(StreamsConfig.DSL_STORE_FORMAT_CONFIG)
                .equalsIgnoreCase(StreamsConfig.DSL_STORE_FORMAT_HEADERS);
    }

    private static DslStoreSuppliers in(StreamsConfig config) {
        AbstractConfig reading = new AbstractConfig(SETTING, config.originals(), false);
        Class<?> named = reading.getClass(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG);
        if (!DslStoreSuppliers.class.isAssignableFrom(named)) {
            throw new ConfigException(
                    StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
                    named.getName(),
                    "it must implement " + DslStoreSuppliers.class.getName());
        }
        return reading.getConfiguredInstance(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, DslStoreSuppliers.class);
    }
}
