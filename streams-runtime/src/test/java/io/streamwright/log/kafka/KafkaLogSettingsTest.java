package io.streamwright.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.ReaderOptions;
import io.streamwright.log.ReaderOptions.Purpose;
import io.streamwright.log.WriterOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which settings reach which client. */
final class KafkaLogSettingsTest {
    private static final WriterOptions WRITER =
            new WriterOptions("app-0_1", Duration.ofSeconds(10), Duration.ofSeconds(5));

    @Test
    void plainSettings_reachTheClientsThatKnowThem() {
        KafkaLogSettings settings = settings(Map.of("security.protocol", "SSL", "linger.ms", "7", "state.dir", "x"));
        assertThat(settings.admin())
                .containsEntry("security.protocol", "SSL")
                .doesNotContainKeys("linger.ms", "state.dir");
        assertThat(settings.producer(WRITER))
                .containsEntry("security.protocol", "SSL")
                .containsEntry("linger.ms", "7");
        assertThat(reader(settings, Purpose.INPUT))
                .containsEntry("security.protocol", "SSL")
                .doesNotContainKey("linger.ms");
    }

    @Test
    void longerPrefix_goesBeforeTheShorter_andThatBeforeNone() {
        KafkaLogSettings settings = settings(Map.of(
                "fetch.max.wait.ms", "1",
                "consumer.fetch.max.wait.ms", "2",
                "restore.consumer.fetch.max.wait.ms", "3",
                "global.consumer.max.poll.records", "4"));
        assertThat(reader(settings, Purpose.INPUT)).containsEntry("fetch.max.wait.ms", "2");
        assertThat(reader(settings, Purpose.RESTORE)).containsEntry("fetch.max.wait.ms", "3");
        assertThat(reader(settings, Purpose.GLOBAL))
                .containsEntry("fetch.max.wait.ms", "2")
                .containsEntry("max.poll.records", "4");
        assertThat(reader(settings, Purpose.INPUT)).containsEntry("max.poll.records", 10_000);
    }

    @Test
    void whatExactlyOnceRestsOn_cannotBeSet() {
        KafkaLogSettings settings = settings(Map.of(
                "producer.enable.idempotence", "false",
                "producer.acks", "1",
                "producer.transactional.id", "mine",
                "consumer.isolation.level", "read_uncommitted",
                "consumer.enable.auto.commit", "true",
                "consumer.group.id", "mine",
                "auto.offset.reset", "latest"));
        assertThat(settings.producer(WRITER))
                .containsEntry("enable.idempotence", true)
                .containsEntry("acks", "all")
                .containsEntry("transactional.id", "app-0_1")
                .containsEntry("transaction.timeout.ms", 10_000);
        assertThat(reader(settings, Purpose.INPUT))
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("enable.auto.commit", false)
                .containsEntry("auto.offset.reset", "none")
                .doesNotContainKey("group.id");
        assertThat(settings.member("app", Optional.of("instance")))
                .containsEntry("group.id", "app")
                .containsEntry("group.instance.id", "instance");
    }

    @Test
    void openTimeout_boundsHowLongAProducerBlocks() {
        assertThat(settings(Map.of()).producer(WRITER)).containsEntry("max.block.ms", 5_000L);
        assertThat(settings(Map.of("producer.max.block.ms", "100")).producer(WRITER))
                .containsEntry("max.block.ms", 100L);
    }

    @Test
    void replicationFactor_isLeftToTheBrokerUnlessItIsSet() {
        assertThat(settings(Map.of()).replicationFactor()).isEmpty();
        assertThat(settings(Map.of("replication.factor", -1)).replicationFactor())
                .isEmpty();
        assertThat(settings(Map.of("replication.factor", "3")).replicationFactor())
                .hasValue((short) 3);
    }

    @Test
    void addresses_areThoseOfBrokers() {
        KafkaLogProvider provider = new KafkaLogProvider();
        assertThat(provider.accepts("localhost:9092")).isTrue();
        assertThat(provider.accepts("a:1, b.example.org:2,[::1]:3")).isTrue();
        assertThat(provider.accepts("embedded:1")).isFalse();
        assertThat(provider.accepts("memory:1")).isFalse();
        assertThat(provider.accepts("localhost")).isFalse();
        assertThat(provider.accepts("a:1,b")).isFalse();
    }

    private static KafkaLogSettings settings(Map<String, ?> config) {
        return new KafkaLogSettings("localhost:9092", config);
    }

    private static Map<String, Object> reader(KafkaLogSettings settings, Purpose purpose) {
        return settings.reader(ReaderOptions.DEFAULT.with(purpose), 1);
    }
}
