package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reporter hears of an application. */
final class AppMetricsTest {
    private static final Queue<String> ADDED = new ConcurrentLinkedQueue<>();
    private static final AtomicBoolean CLOSED = new AtomicBoolean();

    @TempDir
    Path directory;

    @Test
    void configuredReporter_hearsOfAllMetricsAndIsClosed() throws InterruptedException {
        ADDED.clear();
        CLOSED.set(false);
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 1);
            harness.createTopic("out", 1);
            harness.write("in", "a", "1", "b", "2");
            StreamsBuilder builder = new StreamsBuilder();
            builder.stream("in").to("out");
            try (StreamsApp app =
                    new StreamsApp(builder.build(), harness.settings("metric.reporters", Listening.class.getName()))) {
                assertThat(value(app, "state")).isEqualTo("CREATED");
                app.start();
                assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();

                assertThat(value(app, "state")).isEqualTo("RUNNING");
                assertThat(value(app, "alive-stream-threads")).isEqualTo(1);
                assertThat(value(app, "topology-description")).asString().contains("KSTREAM-SOURCE-0000000000");
                assertThat(app.metrics().entrySet().stream()
                                .filter(metric -> metric.getKey().name().equals("process-total")
                                        && metric.getKey().tags().containsKey("task-id"))
                                .map(metric -> metric.getValue().metricValue()))
                        .containsExactly(2.0);
            }
            assertThat(ADDED).contains("stream-metrics state", "stream-task-metrics process-total");
            assertThat(CLOSED).isTrue();
        }
    }

    private static Object value(StreamsApp app, String name) {
        MetricName found = app.metrics().keySet().stream()
                .filter(metric -> metric.name().equals(name))
                .findFirst()
                .orElseThrow();
        return app.metrics().get(found).metricValue();
    }

    /** Notes what it is told. */
    public static final class Listening implements MetricsReporter {
        @Override
        public void init(List<KafkaMetric> metrics) {
            metrics.forEach(this::metricChange);
        }

        @Override
        public void metricChange(KafkaMetric metric) {
            ADDED.add(metric.metricName().group() + " " + metric.metricName().name());
        }

        @Override
        public void metricRemoval(KafkaMetric metric) {}

        @Override
        public void close() {
            CLOSED.set(true);
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
