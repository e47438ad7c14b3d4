package io.streamwright;

import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.kstream.Materialized.StoreType;
import io.streamwright.processor.TimestampExtractor;
import io.streamwright.processor.api.ProcessorWrapper;
import io.streamwright.state.DslStoreSuppliers;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one topology: those of the application, with some of them replaced (KIP-591).
 *
 * <p>Give it to {@link StreamsBuilder#StreamsBuilder(TopologyConfig)} or {@link Topology#Topology(TopologyConfig)}: settings that say
 * how a program becomes a topology act there, as {@code processor.wrapper.class}, {@code dsl.store.suppliers.class},
 * {@code dsl.store.format} and {@code ensure.explicit.internal.resource.naming}. When the topology runs, the replaced settings go over
 * those of the application that runs it.
 *
 * <p>As a configuration it holds the settings that a topology may replace, as they are for this topology; {@link #originals()} holds all
 * settings of the application, with the replaced ones.
 *
 * <p>Immutable, but for {@link #topologyOverrides}, which nobody reads after the constructor.
 */
public final class TopologyConfig extends AbstractConfig {
    /** Name of the topology, for the program alone; tasks and internal topics do not have it. Null if it has none. */
    public final @Nullable String topologyName;

    /** Always true. */
    public final boolean eosEnabled;

    /** The application's settings. */
    public final StreamsConfig applicationConfigs;

    /** A copy of what was given to replace some of them. */
    public final Properties topologyOverrides;

    /** How many records are fetched ahead for each input partition. */
    public final int maxBufferedSize;

    /** Memory for cached state, over all workers, in bytes. */
    public final long cacheSize;

    /** How long a task waits for input partitions that have run dry, in milliseconds. */
    public final long maxTaskIdleMs;

    /** How long a task may repeat failed calls without progress before it fails, in milliseconds. */
    public final long taskTimeoutMs;

    /** Value of {@code default.dsl.store}: {@code rocksDB} or {@code in_memory}. */
    public final String storeType;

    /** Value of {@code dsl.store.suppliers.class}; null for the stores of the house. */
    public final @Nullable Class<?> dslStoreSuppliers;

    /** Makes timestamp extractors for sources that name none. */
    public final Supplier<TimestampExtractor> timestampExtractorSupplier;

    /** Makes what decides about records that cannot be deserialized. */
    public final Supplier<DeserializationExceptionHandler> deserializationExceptionHandlerSupplier;

    /** Makes what decides when a processor throws. */
    public final Supplier<ProcessingExceptionHandler> processingExceptionHandlerSupplier;

    /** Whether {@code build()} refuses internal topics and stores whose names are generated (KIP-1111). */
    public final boolean ensureExplicitInternalResourceNaming;

    /** Always true. */
    public final boolean transactionalStateStoresEnabled;

    private final TopologyOverrides overrides;

    /** Takes the application's settings as they are. */
    public TopologyConfig(StreamsConfig configs) {
        this(null, configs, new Properties());
    }

    /**
     * Replaces some of the application's settings.
     *
     * @param topologyName the topology's name; null for none
     * @param globalAppConfigs the application's settings
     * @param topologyOverrides settings to replace, by name. One that no topology can have for itself is left aside with a warning
     * @throws ConfigException if a setting is wrong, or two do not go together
     */
    public TopologyConfig(@Nullable String topologyName, StreamsConfig globalAppConfigs, Properties topologyOverrides) {
        this(topologyName, globalAppConfigs, topologyOverrides, TopologyOverrides.in(topologyOverrides));
    }

    private TopologyConfig(
            @Nullable String topologyName, StreamsConfig application, Properties given, TopologyOverrides overrides) {
        this(topologyName, application, given, overrides, overrides.over(application));
    }

    private TopologyConfig(
            @Nullable String topologyName,
            StreamsConfig application,
            Properties given,
            TopologyOverrides overrides,
            StreamsConfig effective) {
        super(TopologyOverrides.definition(), effective.originals(), false);
        this.topologyName = topologyName;
        this.applicationConfigs = application;
        this.topologyOverrides = new Properties();
        this.topologyOverrides.putAll(given);
        this.overrides = overrides;
        this.eosEnabled = true;
        this.transactionalStateStoresEnabled = true;
        this.maxBufferedSize = effective.getInt(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG);
        this.cacheSize = effective.cacheMaxBytes();
        this.maxTaskIdleMs = effective.getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG);
        this.taskTimeoutMs = effective.getLong(StreamsConfig.TASK_TIMEOUT_MS_CONFIG);
        this.storeType = effective.getString(StoreSettings.DEFAULT_DSL_STORE);
        this.dslStoreSuppliers = effective.getClass(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG);
        this.timestampExtractorSupplier = effective::defaultTimestampExtractor;
        this.deserializationExceptionHandlerSupplier = effective::deserializationExceptionHandler;
        this.processingExceptionHandlerSupplier = effective::processingExceptionHandler;
        this.ensureExplicitInternalResourceNaming =
                effective.getBoolean(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG);
    }

    /**
     * Makes what chooses the stores of operators for which the program names none: the class that {@code dsl.store.suppliers.class}
     * names, configured with all settings; otherwise what {@code default.dsl.store} names.
     *
     * @return empty if neither is set
     */
    public Optional<DslStoreSuppliers> resolveDslStoreSuppliers() {
        if (originals().containsKey(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG)) {
            return Optional.of(
                    getConfiguredInstance(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, DslStoreSuppliers.class));
        }
        if (!originals().containsKey(StoreSettings.DEFAULT_DSL_STORE)) {
            return Optional.empty();
        }
        return Optional.of(storeType.equals(StoreSettings.IN_MEMORY) ? StoreType.IN_MEMORY : StoreType.ROCKS_DB);
    }

    /** Makes what sees the suppliers of all processors, configured with all settings. */
    ProcessorWrapper processorWrapper() {
        ProcessorWrapper named =
                getConfiguredInstance(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, ProcessorWrapper.class);
        return named == null ? UnwrappedProcessors.INSTANCE : named;
    }

    /** Returns whether the topology has a name. */
    public boolean isNamedTopology() {
        return topologyName != null;
    }

    /** Returns what tasks of the topology follow. */
    public TaskConfig getTaskConfig() {
        return new TaskConfig(this);
    }

    /** Returns the settings of the application that runs the topology, with what the topology replaces. */
    StreamsConfig over(StreamsConfig application) {
        return overrides.over(application);
    }

    /** What the tasks of a topology follow. Immutable. */
    public static class TaskConfig {
        /** How long a task waits for input partitions that have run dry, in milliseconds. */
        public final long maxTaskIdleMs;

        /** How long a task may repeat failed calls without progress before it fails, in milliseconds. */
        public final long taskTimeoutMs;

        /** How many records are fetched ahead for each input partition. */
        public final int maxBufferedSize;

        /** For sources that name no timestamp extractor. */
        public final TimestampExtractor timestampExtractor;

        /** Decides about records that cannot be deserialized. */
        public final DeserializationExceptionHandler deserializationExceptionHandler;

        /** Decides when a processor throws. */
        public final ProcessingExceptionHandler processingExceptionHandler;

        /** Always true. */
        public final boolean eosEnabled;

        /** Always true. */
        public final boolean transactionalStateStoresEnabled;

        private TaskConfig(TopologyConfig config) {
            this.maxTaskIdleMs = config.maxTaskIdleMs;
            this.taskTimeoutMs = config.taskTimeoutMs;
            this.maxBufferedSize = config.maxBufferedSize;
            this.timestampExtractor = config.timestampExtractorSupplier.get();
            this.deserializationExceptionHandler = config.deserializationExceptionHandlerSupplier.get();
            this.processingExceptionHandler = config.processingExceptionHandlerSupplier.get();
            this.eosEnabled = config.eosEnabled;
            this.transactionalStateStoresEnabled = config.transactionalStateStoresEnabled;
        }
    }
}
