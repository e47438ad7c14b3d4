package io.streamwright.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

final class StoresTest {

    @Test
    void builder_startsWithChangelogAndWithoutCaching() {
        // when
        KeyValueStoreSpec<?, ?> spec = spec(builder(Stores.persistentKeyValueStore("counts")));
        // then
        assertThat(spec.name()).isEqualTo("counts");
        assertThat(spec.location()).contains(StoreLocation.PERSISTENT);
        assertThat(spec.custom()).isEmpty();
        assertThat(spec.timestamped()).isFalse();
        assertThat(spec.loggingEnabled()).isTrue();
        assertThat(spec.logConfig()).isEmpty();
        assertThat(spec.cachingEnabled()).isFalse();
    }

    @Test
    void calls_changeTheBuilderItself() {
        // given
        StoreBuilder<?> builder = builder(Stores.inMemoryKeyValueStore("counts"));
        // when
        StoreBuilder<?> answer = builder.withCachingEnabled();
        builder.withLoggingEnabled(Map.of("cleanup.policy", "compact"));
        // then
        assertThat(answer).isSameAs(builder);
        assertThat(builder.loggingEnabled()).isTrue();
        assertThat(builder.logConfig()).isEqualTo(Map.of("cleanup.policy", "compact"));
        assertThat(spec(builder).cachingEnabled()).isTrue();
        assertThat(spec(builder).location()).contains(StoreLocation.IN_MEMORY);
    }

    @Test
    void loggingDisabled_dropsTheSettingsOfTheChangelog() {
        // given
        StoreBuilder<?> builder = builder(Stores.inMemoryKeyValueStore("counts"));
        builder.withLoggingEnabled(Map.of("a", "b"))
                .withLoggingDisabled()
                .withCachingEnabled()
                .withCachingDisabled();
        // then
        assertThat(builder.loggingEnabled()).isFalse();
        assertThat(builder.logConfig()).isEmpty();
        assertThat(spec(builder).cachingEnabled()).isFalse();
    }

    @Test
    void settingsOfTheChangelog_areCopied() {
        // given
        Map<String, String> settings = new HashMap<>(Map.of("a", "b"));
        StoreBuilder<?> builder =
                builder(Stores.inMemoryKeyValueStore("counts")).withLoggingEnabled(settings);
        // when
        settings.clear();
        // then
        assertThat(builder.logConfig()).isEqualTo(Map.of("a", "b"));
    }

    @Test
    void timestampedBuilder_saysSo() {
        assertThat(spec(Stores.timestampedKeyValueStoreBuilder(
                                Stores.persistentTimestampedKeyValueStore("counts"), Serdes.String(), Serdes.Long()))
                        .timestamped())
                .isTrue();
    }

    @Test
    void supplierOfTheProgramsOwn_isKept() {
        // given
        var custom = new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return "theirs";
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                throw new UnsupportedOperationException("not built here");
            }

            @Override
            public String metricsScope() {
                return "theirs";
            }
        };
        // when
        KeyValueStoreSpec<?, ?> spec = spec(builder(custom));
        // then
        assertThat(spec.name()).isEqualTo("theirs");
        assertThat(spec.location()).isEmpty();
        assertThat(spec.custom()).containsSame(custom);
    }

    @Test
    void suppliers_haveTheMetricsScopesOfKafkaStreams() {
        assertThat(Stores.persistentKeyValueStore("a").metricsScope())
                .isEqualTo(org.apache.kafka.streams.state.Stores.persistentKeyValueStore("a")
                        .metricsScope());
        assertThat(Stores.inMemoryKeyValueStore("a").metricsScope())
                .isEqualTo(org.apache.kafka.streams.state.Stores.inMemoryKeyValueStore("a")
                        .metricsScope());
    }

    @Test
    void buildingWithoutRuntime_saysWhatIsMissing() {
        assertThatThrownBy(() -> builder(Stores.inMemoryKeyValueStore("counts")).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("add streams-runtime to the class path");
        assertThatThrownBy(() -> Stores.inMemoryKeyValueStore("counts").get())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("add streams-runtime to the class path");
    }

    @Test
    void namelessStore_isRefused() {
        assertThatThrownBy(() -> Stores.persistentKeyValueStore(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder(Stores.persistentKeyValueStore("")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Stores.keyValueStoreBuilder(null, Serdes.String(), Serdes.Long()))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("Stores");
    }

    private static StoreBuilder<KeyValueStore<String, Long>> builder(KeyValueBytesStoreSupplier supplier) {
        return Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.Long());
    }

    private static KeyValueStoreSpec<?, ?> spec(StoreBuilder<?> builder) {
        return ((SpecifiedStoreBuilder<?>) builder).spec();
    }
}
