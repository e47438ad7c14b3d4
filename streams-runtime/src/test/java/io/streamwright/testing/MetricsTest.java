package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsMetrics;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** What a program, and who runs it, can read off the metrics. */
final class MetricsTest {
    private static final Map<String, String> TASK = Map.of("task-id", "0_0", "thread-id", "app");

    @Test
    void lateRecordsAndThoseWithoutKey_areCountedAsDropped() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
                .count();
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), settings())) {
            TestInputTopic<String, String> in =
                    driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            in.pipeInput("a", "1", 5);
            in.pipeInput("a", "2", 50);
            in.pipeInput("a", "too late", 5);
            in.pipeInput(null, "no key", 50);

            assertThat(value(driver, "dropped-records-total", TASK)).isEqualTo(2.0);
            assertThat(value(driver, "process-total", TASK)).isEqualTo(4.0);
            assertThat(value(driver, "process-total", Map.of("thread-id", "app")))
                    .isEqualTo(4.0);
            assertThat(value(driver, "commit-total", TASK)).isEqualTo(4.0);
            assertThat(value(driver, "abort-total", TASK)).isEqualTo(0.0);
        }
    }

    @Test
    void abortedTransaction_isCounted() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").to("out");
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), settings())) {
            driver.commitByHand();
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput("a", "1");
            driver.abort();
            driver.commit();

            assertThat(value(driver, "abort-total", TASK)).isEqualTo(1.0);
            assertThat(value(driver, "commit-total", TASK)).isEqualTo(1.0);
        }
    }

    @Test
    void sensorsOfTheProgram_haveTheNamesOfKafkaStreams() {
        Map<String, Object> expected = new TreeMap<>();
        org.apache.kafka.streams.StreamsBuilder theirs = new org.apache.kafka.streams.StreamsBuilder();
        theirs.<String, String>stream("in")
                .process(() ->
                        new org.apache.kafka.streams.processor.api.ContextualProcessor<
                                String, String, String, String>() {
                            private Sensor sensor;

                            @Override
                            public void init(
                                    org.apache.kafka.streams.processor.api.ProcessorContext<String, String> context) {
                                super.init(context);
                                sensor = context.metrics()
                                        .addLatencyRateTotalSensor(
                                                "scope", "entity", "operation", Sensor.RecordingLevel.INFO, "t", "v");
                            }

                            @Override
                            public void process(org.apache.kafka.streams.processor.api.Record<String, String> record) {
                                sensor.record(7);
                            }
                        });
        try (org.apache.kafka.streams.TopologyTestDriver driver =
                new org.apache.kafka.streams.TopologyTestDriver(theirs.build(), settings())) {
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput("a", "1", Instant.EPOCH);
            collect(driver.metrics(), expected);
        }
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").process(Measuring::new);
        Map<String, Object> seen = new TreeMap<>();
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), settings())) {
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput("a", "1", Instant.EPOCH);
            collect(driver.metrics(), seen);
        }

        assertThat(seen).hasSize(4).isEqualTo(expected);
    }

    private static void collect(Map<MetricName, ? extends Metric> metrics, Map<String, Object> found) {
        metrics.forEach((name, metric) -> {
            if (name.group().equals("stream-scope-metrics")) {
                String key = name.name() + new TreeMap<>(name.tags()) + " " + name.description();
                // a rate depends on the clock of the computer
                found.put(key, name.name().endsWith("-rate") ? "" : metric.metricValue());
            }
        });
    }

    private static Object value(TopologyTestDriver driver, String name, Map<String, String> tags) {
        return driver.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals(name)
                        && metric.getKey().tags().equals(tags))
                .findFirst()
                .orElseThrow()
                .getValue()
                .metricValue();
    }

    private static Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("default.key.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("default.value.serde", Serdes.StringSerde.class.getName());
        return settings;
    }

    /** A processor with a sensor of its own. */
    private static final class Measuring extends ContextualProcessor<String, String, String, String> {
        private Sensor sensor;

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            StreamsMetrics metrics = context.metrics();
            sensor = metrics.addLatencyRateTotalSensor(
                    "scope", "entity", "operation", Sensor.RecordingLevel.INFO, "t", "v");
        }

        @Override
        public void process(Record<String, String> record) {
            sensor.record(7);
        }
    }
}
