package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import io.streamwright.log.TopicSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses lead to logs, and clients of one address share one. */
final class EmbeddedLogProviderTest {
    @TempDir
    private Path directory;

    private String address() {
        return "embedded:" + directory.resolve("data");
    }

    @Test
    void directory_isMade_andKeepsWhatIsWritten() {
        try (LogClient log = Logs.open(address(), Map.of())) {
            log.topics().create(new TopicSpec("t", 3, Map.of()));
        }
        try (LogClient log = Logs.open(address(), Map.of("embedded.flush", "os"))) {
            assertThat(log.topics().names()).containsExactly("t");
        }
    }

    @Test
    void clientsOfOneDirectory_shareOneLog_howeverItIsWritten() {
        try (LogClient first = Logs.open(address(), Map.of())) {
            LogClient second = Logs.open("embedded:" + directory.resolve("x/../data"), Map.of());
            first.topics().create(new TopicSpec("t", 3, Map.of()));
            assertThat(second.topics().names()).containsExactly("t");
            second.close();
            second.close();
            first.topics().create(new TopicSpec("u", 3, Map.of()));
            assertThatThrownBy(second::topics).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void memoryLog_isSharedByName_andGoneWithItsLastClient() {
        try (LogClient first = Logs.open("memory:a", Map.of());
                LogClient second = Logs.open("memory:a", Map.of());
                LogClient other = Logs.open("memory:b", Map.of())) {
            first.topics().create(new TopicSpec("t", 1, Map.of()));
            assertThat(second.topics().names()).containsExactly("t");
            assertThat(other.topics().names()).isEmpty();
        }
        try (LogClient later = Logs.open("memory:a", Map.of())) {
            assertThat(later.topics().names()).isEmpty();
        }
    }

    @Test
    void unknownAddress_isRefused() {
        assertThatThrownBy(() -> Logs.open("nonsense:x", Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("nonsense:x", "embedded:PATH");
    }

    @Test
    void hostWithoutPort_isRefused() {
        assertThatThrownBy(() -> Logs.open("localhost", Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("localhost", "host:port for Apache Kafka", "embedded:PATH");
    }

    @Test
    void addressWithoutDirectory_isRefused() {
        assertThatThrownBy(() -> Logs.open("embedded:", Map.of()))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("embedded:./data");
        assertThatThrownBy(() -> Logs.open("embedded:a\0b", Map.of()))
                .isInstanceOf(InvalidConfigurationException.class);
    }

    @Test
    void pathThatIsAFile_isRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> Logs.open("embedded:" + file, Map.of()))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void impossibleSettings_areRefused() {
        assertThatThrownBy(() -> Logs.open(address(), Map.of("embedded.flush", "never")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContainingAll("embedded.flush=never", "sync", "os");
        assertThatThrownBy(() -> Logs.open(address(), Map.of("embedded.tail.cache.bytes", "-1")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("embedded.tail.cache.bytes=-1");
        assertThatThrownBy(() -> Logs.open(address(), Map.of("embedded.transaction.max.timeout.ms", "soon")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("soon");
    }

    @Test
    void impossibleRecordLimit_isRefusedWhenTheTopicIsCreated() {
        try (LogClient log = Logs.open("memory:limits", Map.of())) {
            assertThatThrownBy(() -> log.topics().create(new TopicSpec("t", 1, Map.of("max.message.bytes", "many"))))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContainingAll("max.message.bytes=many", "topic t");
        }
    }
}
