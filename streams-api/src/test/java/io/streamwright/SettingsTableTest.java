package io.streamwright;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings of Kafka Streams are known here, as they are there; docs/porting.md says where not. */
final class SettingsTableTest {
    private static final Map<String, ConfigDef.ConfigKey> OURS =
            StreamsConfig.configDef().configKeys();
    private static final Map<String, ConfigDef.ConfigKey> THEIRS =
            org.apache.kafka.streams.StreamsConfig.configDef().configKeys();

    /** Not there: what they would set is not there either. */
    private static final Set<String> LEFT_OUT =
            Set.of("default.client.supplier", "upgrade.from", "window.size.ms", "windowed.inner.class.serde");

    /** Have another default here. */
    private static final Set<String> OTHER_DEFAULT = Set.of(
            "commit.interval.ms",
            "dsl.store.suppliers.class",
            "enable.transactional.statestores",
            "processing.guarantee",
            "processor.wrapper.class",
            "state.dir");

    static Stream<String> settings() {
        return THEIRS.keySet().stream().filter(name -> !LEFT_OUT.contains(name));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void settingOfKafkaStreams_hasTheSameTypeDefaultAndImportance(String name) {
        ConfigDef.ConfigKey ours = OURS.get(name);
        ConfigDef.ConfigKey theirs = THEIRS.get(name);
        assertThat(ours).as("definition of %s", name).isNotNull();
        assertThat(ours.type).isEqualTo(theirs.type);
        assertThat(ours.importance).isEqualTo(theirs.importance);
        if (!OTHER_DEFAULT.contains(name)) {
            assertThat(plain(ours.defaultValue)).isEqualTo(plain(theirs.defaultValue));
        }
    }

    @Test
    void deliberateDifferences_areSome() {
        assertThat(THEIRS.keySet()).containsAll(LEFT_OUT).containsAll(OTHER_DEFAULT);
        assertThat(OURS.keySet()).doesNotContainAnyElementsOf(LEFT_OUT);
        assertThat(OTHER_DEFAULT)
                .allSatisfy(name -> assertThat(plain(OURS.get(name).defaultValue))
                        .isNotEqualTo(plain(THEIRS.get(name).defaultValue)));
    }

    /** Our classes have the names of theirs; words in any case are written differently. */
    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Class<?> type) {
            return type.getName().replace("org.apache.kafka.streams.", "io.streamwright.");
        }
        return value;
    }
}
