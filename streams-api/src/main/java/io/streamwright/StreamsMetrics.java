package io.streamwright;

import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;

/**
 * The metrics of an application, to which a program may add its own.
 *
 * <p>Groups, names and tags are those of Kafka Streams, so that dashboards keep working.
 *
 * <p>Thread-safe.
 */
public interface StreamsMetrics {

    /** Returns all metrics as they are now: an unmodifiable view that follows what is added and removed. */
    Map<MetricName, ? extends Metric> metrics();

    /**
     * Adds a sensor with the average and maximum of what it records, which is meant to be a latency, and with the rate and number of
     * records. They stand in group {@code stream-<scopeName>-metrics}, tagged with the calling thread, and with the entity as
     * {@code <scopeName>-id}.
     *
     * @param scopeName what kind of thing is measured
     * @param entityName which one
     * @param operationName what it does: the first part of the metrics' names
     * @param recordingLevel from which {@code metrics.recording.level} on it is recorded
     * @param tags more tags: key and value in turns
     * @throws IllegalArgumentException if {@code tags} has an odd length
     */
    Sensor addLatencyRateTotalSensor(
            String scopeName,
            String entityName,
            String operationName,
            Sensor.RecordingLevel recordingLevel,
            String... tags);

    /**
     * Adds a sensor with the rate and number of its records; otherwise as {@link #addLatencyRateTotalSensor}.
     *
     * @throws IllegalArgumentException if {@code tags} has an odd length
     */
    Sensor addRateTotalSensor(
            String scopeName,
            String entityName,
            String operationName,
            Sensor.RecordingLevel recordingLevel,
            String... tags);

    /** Adds a sensor without any metric; add some to it. The same name gives the same sensor within one thread. */
    Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel);

    /**
     * Adds a sensor without any metric, which records for others too.
     *
     * @param parents record what it records
     */
    Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel, Sensor... parents);

    /** Removes a sensor with its metrics. */
    void removeSensor(Sensor sensor);
}
