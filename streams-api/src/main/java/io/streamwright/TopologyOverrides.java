package io.streamwright;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of an application that a topology replaces. Immutable.
 *
 * @param settings by name, each one that a topology may have for itself
 */
record TopologyOverrides(Map<String, Object> settings) {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyOverrides.class);

    /** What a topology may have for itself. */
    private static final Set<String> NAMES = Set.of(
            StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG,
            StoreSettings.CACHE_MAX_BYTES_BUFFERING,
            StoreSettings.DEFAULT_DSL_STORE,
            StreamsConfig.DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
            StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG,
            StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
            StreamsConfig.DSL_STORE_FORMAT_CONFIG,
            StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
            StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG,
            StreamsConfig.MAX_TASK_IDLE_MS_CONFIG,
            StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
            StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG,
            StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
            StreamsConfig.TASK_TIMEOUT_MS_CONFIG);

    private static final ConfigDef DEFINITION = StreamsConfigDef.definitionOf(NAMES);

    TopologyOverrides {
        settings = Map.copyOf(settings);
    }

    static ConfigDef definition() {
        return DEFINITION;
    }

    /** Picks out what a topology may have for itself; warns of the rest. */
    static TopologyOverrides in(Properties given) {
        Map<String, Object> own = new HashMap<>();
        Set<Object> others = new TreeSet<>();
        given.forEach((name, value) -> {
            if (name instanceof String text && NAMES.contains(text)) {
                own.put(text, value);
            } else {
                others.add(String.valueOf(name));
            }
        });
        if (!others.isEmpty()) {
            LOG.warn("settings without effect for one topology: {}; set them for the application", others);
        }
        return new TopologyOverrides(own);
    }

    /**
     * Returns an application's settings with these over them.
     *
     * @throws ConfigException if one of these is wrong
     */
    StreamsConfig over(StreamsConfig application) {
        if (settings.isEmpty()) {
            return application;
        }
        Map<String, Object> merged = new HashMap<>(application.originals());
        // an older name that the topology replaces counts before a newer one of the application
        OlderNames.NEWER.forEach((older, newer) -> {
            if (settings.containsKey(older)) {
                merged.remove(newer);
            }
        });
        merged.putAll(settings);
        return new StreamsConfig(application, merged, settings.keySet());
    }
}
