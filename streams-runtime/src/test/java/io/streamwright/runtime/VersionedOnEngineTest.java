package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Materialized;
import io.streamwright.state.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versioned tables in an application. */
final class VersionedOnEngineTest {
    @TempDir
    private Path directory;

    @Test
    void changelogOfVersions_isCompactedADayBehindTheirRetention() throws InterruptedException {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table(
                "in", Materialized.as(Stores.persistentVersionedKeyValueStore("rows", Duration.ofMillis(15))));
        builder.<String, String>table(
                "other",
                Materialized.<String, String>as(Stores.persistentVersionedKeyValueStore("own", Duration.ofMillis(15)))
                        .withLoggingEnabled(Map.of("min.compaction.lag.ms", "7")));
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 1);
            harness.createTopic("other", 1);
            // when
            harness.runToEnd(builder.build());
            // then
            assertThat(config(harness, "app-rows-changelog"))
                    .containsEntry("cleanup.policy", "compact")
                    .containsEntry("min.compaction.lag.ms", "86400015");
            assertThat(config(harness, "app-own-changelog")).containsEntry("min.compaction.lag.ms", "7");
        }
    }

    private static Map<String, String> config(AppHarness harness, String topic) {
        return harness.log().topics().describe(topic).orElseThrow().config();
    }
}
