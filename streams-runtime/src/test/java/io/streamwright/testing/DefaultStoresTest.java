package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.state.BuiltInDslStoreSuppliers;
import io.streamwright.state.DslKeyValueParams;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.Stores;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Stores are of the kind that the program chooses, otherwise of the one that the settings name, otherwise on disk. */
final class DefaultStoresTest {

    /** Keeps tables in memory that fits few rows. */
    public static final class Small extends BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers {
        private int rows;

        /** For settings that name the class. */
        public Small() {}

        @Override
        public void configure(Map<String, ?> configs) {
            rows = Integer.parseInt(String.valueOf(configs.get("small.rows")));
        }

        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return Stores.lruMap(params.name(), rows);
        }
    }

    private static TopologyTestDriver driver(Object suppliers) {
        StreamsBuilder builder = new StreamsBuilder();
        var grouped = builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                .groupByKey();
        grouped.count(Materialized.as("open"));
        grouped.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(5))).count(Materialized.as("windows"));
        grouped.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(5)))
                .count(Materialized.as("sessions"));
        grouped.count(
                Materialized
                        .<String, Long,
                                io.streamwright.state.KeyValueStore<org.apache.kafka.common.utils.Bytes, byte[]>>
                                as("on-disk")
                        .withStoreType(BuiltInDslStoreSuppliers.ROCKS_DB));
        grouped.count(Materialized.as(Stores.inMemoryKeyValueStore("in-memory")));
        Properties settings = new Properties();
        settings.setProperty("default.key.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("small.rows", "2");
        if (suppliers != null) {
            settings.put("dsl.store.suppliers.class", suppliers);
        }
        return new TopologyTestDriver(builder.build(), settings);
    }

    private static Map<String, Boolean> persistent(TopologyTestDriver driver) {
        Map<String, Boolean> kinds = new TreeMap<>();
        driver.getAllStateStores().forEach((name, store) -> kinds.put(name, store.persistent()));
        return kinds;
    }

    @Test
    void withoutSetting_storesAreOnDisk() {
        try (TopologyTestDriver driver = driver(null)) {
            assertThat(persistent(driver))
                    .isEqualTo(Map.of(
                            "open", true, "windows", true, "sessions", true, "on-disk", true, "in-memory", false));
        }
    }

    @Test
    void setting_decidesWhereTheProgramDoesNot() {
        try (TopologyTestDriver driver = driver(BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class.getName())) {
            assertThat(persistent(driver))
                    .isEqualTo(Map.of(
                            "open", false, "windows", false, "sessions", false, "on-disk", true, "in-memory", false));
        }
    }

    @Test
    void suppliersOfTheProgram_areConfigured_andTheirStoresUsed() {
        // given a table that fits two rows
        try (TopologyTestDriver driver = driver(Small.class.getName())) {
            TestInputTopic<String, String> in =
                    driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            // when
            for (String key : new String[] {"a", "b", "c", "b", "a"}) {
                in.pipeInput(key, "");
            }
            // then the first count is forgotten
            assertThat(driver.<String, Long>getKeyValueStore("open").get("a")).isEqualTo(1);
            assertThat(driver.<String, Long>getKeyValueStore("open").get("b")).isEqualTo(2);
            assertThat(driver.<String, Long>getKeyValueStore("open").get("c")).isNull();
            assertThat(driver.<String, Long>getKeyValueStore("in-memory").get("a"))
                    .isEqualTo(2);
        }
    }

    @Test
    void classThatMakesNoStores_isRefused() {
        assertThatThrownBy(() -> driver(String.class.getName()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("dsl.store.suppliers.class")
                .hasMessageContaining("DslStoreSuppliers");
    }
}
