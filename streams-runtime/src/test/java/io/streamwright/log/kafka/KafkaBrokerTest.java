package io.streamwright.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

/** The broker that the other tests stand on. */
final class KafkaBrokerTest {

    @Test
    void restartedBroker_hasItsData_andTheClosedOneIsGone() throws Exception {
        KafkaBroker broker = KafkaBroker.start(Map.of());
        try (broker;
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            admin.createTopics(Set.of(new NewTopic("kept", 1, (short) 1))).all().get(30, TimeUnit.SECONDS);
            broker.restart();
            assertThat(admin.listTopics().names().get(30, TimeUnit.SECONDS)).contains("kept");
        }
        assertThat(broker.endOfLog()).contains("no log");
    }
}
