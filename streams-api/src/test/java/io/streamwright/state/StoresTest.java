package io.streamwright.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
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

    @Test
    void windowSuppliers_sayWhatKafkaStreamsSays() {
        for (Duration retention : List.of(Duration.ofSeconds(1), Duration.ofDays(2))) {
            // given
            Duration size = Duration.ofMillis(700);
            var ours = List.of(
                    Stores.persistentWindowStore("a", retention, size, false),
                    Stores.persistentTimestampedWindowStore("a", retention, size, true),
                    Stores.inMemoryWindowStore("a", retention, size, false));
            var theirs = List.of(
                    org.apache.kafka.streams.state.Stores.persistentWindowStore("a", retention, size, false),
                    org.apache.kafka.streams.state.Stores.persistentTimestampedWindowStore("a", retention, size, true),
                    org.apache.kafka.streams.state.Stores.inMemoryWindowStore("a", retention, size, false));
            // then
            for (int index = 0; index < ours.size(); index++) {
                WindowBytesStoreSupplier our = ours.get(index);
                var their = theirs.get(index);
                assertThat(our.name()).isEqualTo(their.name());
                assertThat(our.metricsScope()).isEqualTo(their.metricsScope());
                assertThat(our.windowSize()).isEqualTo(their.windowSize());
                assertThat(our.retentionPeriod()).isEqualTo(their.retentionPeriod());
                assertThat(our.retainDuplicates()).isEqualTo(their.retainDuplicates());
                if (index < 2) { // in memory they drop windows one by one
                    assertThat(our.segmentIntervalMs()).isEqualTo(their.segmentIntervalMs());
                }
            }
        }
    }

    @Test
    void windowsKeptForLessThanTheirSize_areRefused() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> Stores.persistentWindowStore("a", second, second.plusMillis(1), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("window store a: a retention of 1000 ms would drop windows of 1001 ms");
        assertThatThrownBy(() -> Stores.inMemoryWindowStore("a", second.negated(), second, false))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Stores.inMemoryWindowStore("a", Duration.ofSeconds(Long.MAX_VALUE), second, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("retentionPeriod");
    }

    @Test
    void windowBuilders_sayWhatTheyBuild() {
        // given
        WindowBytesStoreSupplier supplier =
                Stores.persistentWindowStore("a", Duration.ofSeconds(2), Duration.ofSeconds(1), false);
        // when
        StoreSpec<?> plain = ((SpecifiedStoreBuilder<?>)
                        Stores.windowStoreBuilder(supplier, Serdes.String(), Serdes.Long())
                                .withLoggingEnabled(Map.of("a", "b")))
                .spec();
        StoreSpec<?> timestamped = ((SpecifiedStoreBuilder<?>)
                        Stores.timestampedWindowStoreBuilder(supplier, Serdes.String(), Serdes.Long())
                                .withCachingEnabled()
                                .withLoggingDisabled())
                .spec();
        // then
        assertThat(plain).isEqualTo(plain.withCaching(false)).isInstanceOf(WindowStoreSpec.class);
        assertThat(plain.timestamped()).isFalse();
        assertThat(plain.logConfig()).isEqualTo(Map.of("a", "b"));
        assertThat(plain.location()).contains(StoreLocation.PERSISTENT);
        assertThat(timestamped.timestamped()).isTrue();
        assertThat(timestamped.cachingEnabled()).isTrue();
        assertThat(timestamped.loggingEnabled()).isFalse();
    }

    private static StoreBuilder<KeyValueStore<String, Long>> builder(KeyValueBytesStoreSupplier supplier) {
        return Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.Long());
    }

    private static KeyValueStoreSpec<?, ?> spec(StoreBuilder<?> builder) {
        return (KeyValueStoreSpec<?, ?>) ((SpecifiedStoreBuilder<?>) builder).spec();
    }

    @Test
    void suppliersOfSessionStores_sayWhatKafkaStreamsSays() {
        for (long retentionMs : List.of(0L, 1_000L, 120_001L, 10_000_000L)) {
            Duration retention = Duration.ofMillis(retentionMs);
            SessionBytesStoreSupplier ours = Stores.persistentSessionStore("sessions", retention);
            org.apache.kafka.streams.state.SessionBytesStoreSupplier theirs =
                    org.apache.kafka.streams.state.Stores.persistentSessionStore("sessions", retention);
            assertThat(ours.name()).isEqualTo(theirs.name());
            assertThat(ours.retentionPeriod()).isEqualTo(theirs.retentionPeriod());
            assertThat(ours.segmentIntervalMs()).isEqualTo(theirs.segmentIntervalMs());
            assertThat(ours.metricsScope()).isEqualTo(theirs.metricsScope());
            assertThat(Stores.inMemorySessionStore("sessions", retention).metricsScope())
                    .isEqualTo(org.apache.kafka.streams.state.Stores.inMemorySessionStore("sessions", retention)
                            .metricsScope());
        }
        assertThatThrownBy(() -> Stores.persistentSessionStore("sessions", Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("session store sessions: a retention cannot be negative: -1 ms");
        assertThatThrownBy(() -> Stores.inMemorySessionStore(null, Duration.ZERO))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void builderOfSessionStores_saysWhatItBuilds() {
        StoreBuilder<?> builder = Stores.sessionStoreBuilder(
                Stores.inMemorySessionStore("sessions", Duration.ofMillis(7)), Serdes.String(), null);
        builder.withCachingEnabled().withLoggingEnabled(Map.of("a", "b"));
        SessionStoreSpec<?, ?> spec = (SessionStoreSpec<?, ?>) ((SpecifiedStoreBuilder<?>) builder).spec();
        assertThat(spec.location()).contains(StoreLocation.IN_MEMORY);
        assertThat(spec.retentionMs()).hasValue(7);
        assertThat(spec.timestamped()).isFalse();
        assertThat(spec.cachingEnabled()).isTrue();
        assertThat(spec.logConfig()).isEqualTo(Map.of("a", "b"));
        assertThat(spec.withoutChangelog().logConfig()).isEmpty();
    }
}
