package io.streamwright.log.kafka;

import static org.awaitility.Awaitility.await;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogContractTest;
import io.streamwright.log.Logs;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on a broker, which all tests share: each begins without topics and groups. */
final class KafkaLogContractTest extends LogContractTest {
    private static KafkaBroker broker;
    private static Admin admin;

    private boolean opened;

    @BeforeAll
    static void start() {
        broker = KafkaBroker.shared();
        admin = Admin.create(Map.of("bootstrap.servers", broker.address()));
    }

    @AfterAll
    static void stop() {
        admin.close();
    }

    @Override
    protected LogClient open() {
        if (!opened) {
            opened = true;
            BrokerContents.clear(admin);
        }
        return Logs.open(broker.address(), Map.of());
    }

    @Override
    public void passTime(Duration duration) {
        // It passes by itself: what it brings about is waited for.
    }

    @Override
    public Duration shortTimeout() {
        return Duration.ofSeconds(2);
    }

    @Override
    public void awaitRecordsIn(TopicPartition partition) {
        await().atMost(LONG)
                .until(() -> KafkaFailures.await(admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                                        .partitionResult(partition))
                                .offset()
                        > 0);
    }

    @Override
    public boolean waitsInPoll(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals("org.apache.kafka.common.network.Selector")
                        && frame.getMethodName().equals("select"));
    }

    @Override
    public boolean splitsBatches() {
        return true;
    }
}
