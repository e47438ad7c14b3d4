package io.streamwright;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UnknownSettingsTest {

    private final UnknownSettings unknown = new UnknownSettings(StreamsConfigDef.names());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "commit.interval.ms",
                "producer.whatever",
                "consumer.x",
                "main.consumer.x",
                "restore.consumer.x",
                "admin.x",
                "topic.x",
                "auto.offset.reset",
                "sasl.jaas.config",
                "linger.ms"
            })
    void settingThatHasAnEffectOrIsPassedThrough_isNotNamed(String name) {
        assertThat(unknown.describe(Map.of(name, "1"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "commit.intervall.ms, commit.interval.ms",
        "commit_interval_ms, commit.interval.ms",
        "Application.ID, application.id",
        "num.stream.thread, num.stream.threads",
        "embedded.flsuh, embedded.flush",
        "statestore.cache.max, statestore.cache.max.bytes",
        "processing.garantee, processing.guarantee",
    })
    void misspeltSetting_isNamedWithTheNearest(String name, String nearest) {
        assertThat(unknown.describe(Map.of(name, "1")))
                .hasValueSatisfying(line -> assertThat(line).endsWith(name + " (did you mean " + nearest + "?)"));
    }

    @Test
    void settingsOfTheProgramsOwn_areNamedWithoutHint() {
        assertThat(unknown.describe(Map.of("warehouse.url", "x")))
                .hasValue("settings without effect here, but for what the program reads itself: warehouse.url");
    }

    @Test
    void settingOfKafkaStreamsWithoutEffect_isNamedAsSuch() {
        assertThat(unknown.describe(Map.of("num.standby.replicas", 1)))
                .hasValueSatisfying(line ->
                        assertThat(line).endsWith("num.standby.replicas (of Kafka Streams, does nothing here)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"deserialization.exception.handler", "production.exception.handler"})
    void olderNameOfASetting_isNamedWhereTheNewerIsSet(String name) {
        assertThat(unknown.describe(Map.of("default." + name, "x"))).isEmpty();
        assertThat(unknown.describe(Map.of("default." + name, "x", name, "y")))
                .hasValueSatisfying(line -> assertThat(line).endsWith(": default." + name + " (" + name + " is set)"));
    }

    @Test
    void severalUnknownSettings_shareOneLineInOrder() {
        // when
        String line =
                unknown.describe(Map.of("zebra", 1, "apple", 2, "poll.ns", 3)).orElseThrow();
        // then
        assertThat(line)
                .endsWith(": apple, poll.ns (did you mean poll.ms?), zebra")
                .doesNotContain("\n");
    }

    @Test
    void everySettingOfKafkaStreams_isKnownOrNamedAsTheirs() {
        // given
        Map<String, String> all = org.apache.kafka.streams.StreamsConfig.configDef().names().stream()
                .collect(Collectors.toMap(name -> name, name -> "x"));
        // when
        String line = unknown.describe(all).orElse("");
        // then
        String named = line.substring(line.indexOf(": ") + 2);
        assertThat(Stream.of(named.split(", (?=[a-z._]+ \\()", -1)))
                .allSatisfy(
                        part -> assertThat(part).matches(".*\\((of Kafka Streams, does nothing here|\\S+ is set)\\)"));
    }
}
