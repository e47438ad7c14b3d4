package io.streamwright.metrics;

import io.streamwright.StreamsMetrics;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.CumulativeCount;
import org.apache.kafka.common.metrics.stats.CumulativeSum;
import org.apache.kafka.common.metrics.stats.Max;
import org.apache.kafka.common.metrics.stats.Rate;
import org.apache.kafka.common.metrics.stats.WindowedCount;

/**
 * The metrics of one application.
 *
 * <p>Thread-safe: the registry inside is.
 */
public final class AppMetrics implements StreamsMetrics, AutoCloseable {
    /** Reporters put it before the names; the same as in Kafka Streams, so that dashboards keep working. */
    private static final String NAMESPACE = "kafka.streams";

    private static final String CLIENT_GROUP = "stream-metrics";

    private final String clientId;
    private final Metrics registry;

    /**
     * Makes the metrics of an application.
     *
     * @param clientId tags what concerns the application as a whole
     * @param config how rates and averages are taken
     * @param reporters configured; told of every metric, and closed with it
     */
    public AppMetrics(String clientId, MetricConfig config, List<MetricsReporter> reporters) {
        this.clientId = clientId;
        this.registry = new Metrics(config);
        for (MetricsReporter reporter : reporters) {
            reporter.contextChange(new KafkaMetricsContext(NAMESPACE));
            registry.addReporter(reporter);
        }
    }

    /** Adds a number or text that concerns the application as a whole; it is read whenever somebody looks. */
    public <T> void addClientGauge(String name, String description, Supplier<T> value) {
        Gauge<T> gauge = (config, now) -> value.get();
        registry.addMetric(registry.metricName(name, CLIENT_GROUP, description, Map.of("client-id", clientId)), gauge);
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Collections.unmodifiableMap(registry.metrics());
    }

    @Override
    public Sensor addLatencyRateTotalSensor(
            String scopeName,
            String entityName,
            String operationName,
            Sensor.RecordingLevel recordingLevel,
            String... tags) {
        Sensor sensor = addRateTotalSensor(scopeName, entityName, operationName, recordingLevel, tags);
        String group = groupOf(scopeName);
        Map<String, String> allTags = tagsOf(scopeName, entityName, tags);
        sensor.add(
                registry.metricName(
                        operationName + "-latency-avg", group, "The average latency of " + operationName, allTags),
                new Avg());
        sensor.add(
                registry.metricName(
                        operationName + "-latency-max", group, "The maximum latency of " + operationName, allTags),
                new Max());
        return sensor;
    }

    @Override
    public Sensor addRateTotalSensor(
            String scopeName,
            String entityName,
            String operationName,
            Sensor.RecordingLevel recordingLevel,
            String... tags) {
        Objects.requireNonNull(scopeName, "scopeName");
        Objects.requireNonNull(entityName, "entityName");
        Objects.requireNonNull(operationName, "operationName");
        Map<String, String> allTags = tagsOf(scopeName, entityName, tags);
        Sensor sensor = addSensor("entity." + entityName + "." + operationName, recordingLevel);
        String group = groupOf(scopeName);
        sensor.add(
                registry.metricName(
                        operationName + "-rate",
                        group,
                        "The average number of " + operationName + " operations per second",
                        allTags),
                new Rate(new WindowedCount()));
        sensor.add(
                registry.metricName(
                        operationName + "-total",
                        group,
                        "The total number of " + operationName + " operations",
                        allTags),
                new CumulativeCount());
        return sensor;
    }

    @Override
    public Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel) {
        return registry.sensor(ofThisThread(name), recordingLevel);
    }

    @Override
    public Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel, Sensor... parents) {
        return registry.sensor(ofThisThread(name), recordingLevel, parents);
    }

    /** Tasks on several threads name their sensors alike. */
    private static String ofThisThread(String name) {
        return "external." + Thread.currentThread().getName() + "." + Objects.requireNonNull(name, "name");
    }

    private static String groupOf(String scope) {
        return "stream-" + scope + "-metrics";
    }

    private static Map<String, String> tagsOf(String scope, String entity, String... more) {
        if (more.length % 2 != 0) {
            throw new IllegalArgumentException("tags are keys and values in turns, but " + more.length + " were given: "
                    + String.join(", ", more));
        }
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put("thread-id", Thread.currentThread().getName());
        tags.put(scope + "-id", entity);
        for (int index = 0; index < more.length; index += 2) {
            tags.put(more[index], more[index + 1]);
        }
        return tags;
    }

    @Override
    public void removeSensor(Sensor sensor) {
        registry.removeSensor(sensor.name());
    }

    /**
     * Adds a sensor for numbers of events, with their rate and sum.
     *
     * @param what the events: the first part of the metrics' names
     * @param group the metrics' group
     * @param tags the metrics' tags
     * @param parents record what it records
     */
    Sensor addEvents(String what, String group, Map<String, String> tags, Sensor... parents) {
        Sensor sensor = registry.sensor(group + tags + what, Sensor.RecordingLevel.INFO, parents);
        if (!sensor.hasMetrics()) {
            sensor.add(
                    registry.metricName(what + "-rate", group, "How many there were of " + what + " per second", tags),
                    new Rate());
            sensor.add(
                    registry.metricName(what + "-total", group, "How many there were of " + what, tags),
                    new CumulativeSum());
        }
        return sensor;
    }

    /** Takes all metrics back from the reporters and closes these. */
    @Override
    public void close() {
        registry.close();
    }
}
