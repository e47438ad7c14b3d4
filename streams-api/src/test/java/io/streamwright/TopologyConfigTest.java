package io.streamwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.LogAndContinueExceptionHandler;
import io.streamwright.errors.LogAndContinueProcessingExceptionHandler;
import io.streamwright.errors.LogAndFailExceptionHandler;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.kstream.Materialized.StoreType;
import io.streamwright.processor.WallclockTimestampExtractor;
import io.streamwright.state.DslKeyValueParams;
import io.streamwright.state.DslSessionParams;
import io.streamwright.state.DslStoreSuppliers;
import io.streamwright.state.DslWindowParams;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.SessionBytesStoreSupplier;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowBytesStoreSupplier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

final class TopologyConfigTest {

    /** Counts how often it is configured. */
    static final class CountingHandler extends LogAndContinueProcessingExceptionHandler {
        private final AtomicInteger configured = new AtomicInteger();

        @Override
        public void configure(Map<String, ?> configs) {
            configured.incrementAndGet();
        }
    }

    /** Stores in memory, and a note of the settings. */
    public static final class NotingSuppliers implements DslStoreSuppliers {
        private Object note = "";

        @Override
        public void configure(Map<String, ?> configs) {
            note = String.valueOf(configs.get("my.note"));
        }

        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return Stores.inMemoryKeyValueStore(params.name());
        }

        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            return StoreType.IN_MEMORY.windowStore(params);
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            return StoreType.IN_MEMORY.sessionStore(params);
        }
    }

    @Test
    void withoutOverrides_theApplicationsSettingsHold() {
        // when
        StreamsConfig application = application(Map.of(
                StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 7,
                StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 77,
                StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 5,
                StreamsConfig.TASK_TIMEOUT_MS_CONFIG, 6));
        TopologyConfig config = new TopologyConfig(application);
        // then
        assertThat(config.applicationConfigs).isSameAs(application);
        assertThat(config.isNamedTopology()).isFalse();
        assertThat(config.topologyOverrides).isEmpty();
        assertThat(List.of(config.maxBufferedSize, config.cacheSize, config.maxTaskIdleMs, config.taskTimeoutMs))
                .isEqualTo(List.of(7, 77L, 5L, 6L));
        assertThat(List.of(config.eosEnabled, config.transactionalStateStoresEnabled))
                .isEqualTo(List.of(true, true));
        assertThat(config.ensureExplicitInternalResourceNaming).isFalse();
        assertThat(config.storeType).isEqualTo("rocksDB");
        assertThat(config.resolveDslStoreSuppliers()).isEmpty();
    }

    @Test
    void override_goesOverTheApplicationsSetting_withAndWithoutAName() {
        // given
        StreamsConfig application = application(Map.of(
                StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 7,
                StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 77));
        Properties overrides = new Properties();
        overrides.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, "9");
        overrides.put("cache.max.bytes.buffering", "11");
        overrides.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 5L);
        overrides.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        overrides.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, WallclockTimestampExtractor.class);
        overrides.put("default.deserialization.exception.handler", LogAndContinueExceptionHandler.class.getName());
        overrides.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 8);
        for (String name : new String[] {null, "orders"}) {
            // when
            TopologyConfig config = new TopologyConfig(name, application, overrides);
            // then
            assertThat(config.isNamedTopology()).isEqualTo(name != null);
            assertThat(config.topologyOverrides).isEqualTo(overrides).isNotSameAs(overrides);
            assertThat(List.of(config.maxBufferedSize, config.cacheSize, config.maxTaskIdleMs))
                    .isEqualTo(List.of(9, 11L, 5L));
            assertThat(config.ensureExplicitInternalResourceNaming).isTrue();
            TopologyConfig.TaskConfig task = config.getTaskConfig();
            assertThat(task.maxBufferedSize).isEqualTo(9);
            assertThat(task.maxTaskIdleMs).isEqualTo(5);
            assertThat(task.taskTimeoutMs).isEqualTo(300_000);
            assertThat(task.timestampExtractor).isInstanceOf(WallclockTimestampExtractor.class);
            assertThat(task.deserializationExceptionHandler).isInstanceOf(LogAndContinueExceptionHandler.class);
            assertThat(task.eosEnabled && task.transactionalStateStoresEnabled).isTrue();
        }
        // and the application keeps its own, and what no topology has for itself
        assertThat(application.cacheMaxBytes()).isEqualTo(77);
        assertThat(new Topology(new TopologyConfig(null, application, overrides))
                        .settings(application)
                        .getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG))
                .isEqualTo(1);
    }

    @Test
    void olderName_goesOverTheApplicationsNewerOne() {
        // given
        StreamsConfig application = application(
                Map.of(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndFailExceptionHandler.class));
        Properties overrides = new Properties();
        overrides.put("default.deserialization.exception.handler", LogAndContinueExceptionHandler.class);
        // when
        DeserializationExceptionHandler handler =
                new TopologyConfig("t", application, overrides).deserializationExceptionHandlerSupplier.get();
        // then
        assertThat(handler).isInstanceOf(LogAndContinueExceptionHandler.class);
    }

    @Test
    void objectOfTheApplication_isNotConfiguredAgain() {
        // given
        CountingHandler handler = new CountingHandler();
        StreamsConfig application =
                application(Map.of(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, handler));
        Properties overrides = new Properties();
        overrides.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 5L);
        // when
        ProcessingExceptionHandler used =
                new TopologyConfig("t", application, overrides).processingExceptionHandlerSupplier.get();
        // then
        assertThat(used).isSameAs(handler);
        assertThat(handler.configured).hasValue(1);
    }

    @Test
    void wrongOverride_isRefused() {
        Properties overrides = new Properties();
        overrides.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, "many");
        assertThatThrownBy(() -> new TopologyConfig("t", application(Map.of()), overrides))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("buffered.records.per.partition = many is refused");
    }

    @Test
    void storeSuppliers_areMadeAndConfigured() {
        // given
        Properties overrides = new Properties();
        overrides.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, NotingSuppliers.class.getName());
        overrides.put("default.dsl.store", "rocksDB");
        // when
        TopologyConfig config = new TopologyConfig("t", application(Map.of("my.note", "hello")), overrides);
        // then
        assertThat(config.dslStoreSuppliers).isEqualTo(NotingSuppliers.class);
        assertThat(config.resolveDslStoreSuppliers().orElseThrow())
                .isInstanceOfSatisfying(
                        NotingSuppliers.class,
                        suppliers -> assertThat(suppliers.note).isEqualTo("hello"));
    }

    @Test
    void defaultStore_isOneOfTwoKinds() {
        assertThat(new TopologyConfig(application(Map.of("default.dsl.store", "in_memory"))).resolveDslStoreSuppliers())
                .contains(StoreType.IN_MEMORY);
        assertThat(new TopologyConfig(application(Map.of("default.dsl.store", "rocksDB"))).resolveDslStoreSuppliers())
                .contains(StoreType.ROCKS_DB);
    }

    @Test
    void builderWithSettings_addsTheProgramToTheTopologyThatItMakes() {
        // given
        TopologyConfig config = new TopologyConfig(application(Map.of()));
        Topology[] made = new Topology[1];
        StreamsBuilder builder = new StreamsBuilder(config) {
            @Override
            protected Topology newTopology(TopologyConfig topologyConfigs) {
                assertThat(topologyConfigs).isSameAs(config);
                made[0] = super.newTopology(topologyConfigs);
                return made[0];
            }
        };
        builder.stream("in").to("out");
        // when
        Topology topology = builder.build();
        // then
        assertThat(topology).isSameAs(made[0]);
        assertThat(topology.describe().toString()).contains("in", "out");
    }

    @Test
    void topologyWithOverrides_putsThemOverTheSettingsOfWhoRunsIt() {
        // given
        Properties overrides = new Properties();
        overrides.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 5L);
        Topology topology = new Topology(new TopologyConfig("t", application(Map.of("poll.ms", 1)), overrides));
        // when another configuration runs it
        StreamsConfig settings = topology.settings(application(Map.of("poll.ms", 2, "max.task.idle.ms", 3)));
        // then
        assertThat(settings.getLong(StreamsConfig.POLL_MS_CONFIG)).isEqualTo(2);
        assertThat(settings.getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG)).isEqualTo(5);
        StreamsConfig plain = application(Map.of());
        assertThat(new Topology().settings(plain)).isSameAs(plain);
    }

    private static StreamsConfig application(Map<String, ?> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "memory:topology-config");
        return new StreamsConfig(all);
    }
}
