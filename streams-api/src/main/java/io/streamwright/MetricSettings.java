package io.streamwright;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.streamwright.Setting.Presence;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.common.metrics.Sensor.RecordingLevel;

/** The settings that say how the application is measured. Immutable. */
final class MetricSettings {
    private MetricSettings() {}

    static final List<Setting> SETTINGS = List.of(
            new Setting(
                    StreamsConfig.METRIC_REPORTER_CLASSES_CONFIG,
                    LIST,
                    Presence.defaultsTo(List.of(JmxReporter.class.getName())),
                    LOW,
                    Rule.any("names of classes that are " + MetricsReporter.class.getName()),
                    "Who is told of all metrics; nobody if empty."),
            new Setting(
                    StreamsConfig.METRICS_RECORDING_LEVEL_CONFIG,
                    STRING,
                    Presence.defaultsTo(RecordingLevel.INFO.name()),
                    LOW,
                    Rule.oneOf(RecordingLevel.INFO.name(), RecordingLevel.DEBUG.name(), RecordingLevel.TRACE.name()),
                    "Which sensors record."),
            new Setting(
                    StreamsConfig.METRICS_NUM_SAMPLES_CONFIG,
                    INT,
                    Presence.defaultsTo(2),
                    LOW,
                    Rule.atLeast(1, "samples"),
                    "Over how many samples rates, averages and maxima are taken."),
            new Setting(
                    StreamsConfig.METRICS_SAMPLE_WINDOW_MS_CONFIG,
                    LONG,
                    Presence.defaultsTo(TimeUnit.SECONDS.toMillis(30)),
                    LOW,
                    Rule.atLeast(1, "ms"),
                    "How long a sample is."),
            new Setting(
                    StreamsConfig.BUILT_IN_METRICS_VERSION_CONFIG,
                    STRING,
                    Presence.defaultsTo(StreamsConfig.METRICS_LATEST),
                    LOW,
                    Rule.oneOf(StreamsConfig.METRICS_LATEST),
                    "Which names metrics have."));

    static MetricConfig config(StreamsConfig config) {
        return new MetricConfig()
                .samples(config.getInt(StreamsConfig.METRICS_NUM_SAMPLES_CONFIG))
                .timeWindow(config.getLong(StreamsConfig.METRICS_SAMPLE_WINDOW_MS_CONFIG), TimeUnit.MILLISECONDS)
                .recordLevel(RecordingLevel.forName(config.getString(StreamsConfig.METRICS_RECORDING_LEVEL_CONFIG)));
    }
}
