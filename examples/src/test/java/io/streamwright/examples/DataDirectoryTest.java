package io.streamwright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the topics are, and the state that goes with them. */
final class DataDirectoryTest {
    @TempDir
    private Path directory;

    @Test
    void topicsAndState_areInTheDirectory() {
        assertThat(of("--data", directory.toString()).settings("app", 1))
                .containsEntry(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "embedded:" + directory.resolve("log"))
                .containsEntry(
                        StreamsConfig.STATE_DIR_CONFIG,
                        directory.resolve("state").toString());
    }

    @Test
    void topicsOnABroker_haveStateOfTheirOwn() {
        assertThat(of("--data", directory.toString(), "--bootstrap-server", "host:9092")
                        .settings("app", 1))
                .containsEntry(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "host:9092")
                .containsEntry(
                        StreamsConfig.STATE_DIR_CONFIG,
                        directory.resolve("state-of-kafka").toString());
    }

    private static DataDirectory of(String... words) {
        Arguments arguments = Arguments.parse(List.of(words), List.of(Option.DATA, Option.BOOTSTRAP_SERVER));
        return DataDirectory.of(arguments, Console.ofProcess(), "unused");
    }
}
