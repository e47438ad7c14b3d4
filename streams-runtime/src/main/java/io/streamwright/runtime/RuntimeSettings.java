package io.streamwright.runtime;

import io.streamwright.AutoOffsetReset;
import io.streamwright.StreamsConfig;
import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.loop.Jitter;
import io.streamwright.metrics.AppMetrics;
import io.streamwright.task.TaskSettings;
import io.streamwright.task.fault.RecordHandlers;
import io.streamwright.transaction.ErrorRules;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What the engine takes from an application's configuration. Immutable.
 *
 * @param applicationId the application's id
 * @param configs all settings, as processors may ask for them
 * @param stateDirectory where its tasks keep their stores
 * @param workers how its workers run
 * @param offsetReset where sources begin that do not say it themselves; null if the configuration does not either
 * @param keySerde makes the default key serde; gives null if none is configured
 * @param valueSerde makes the default value serde; gives null if none is configured
 * @param task limits of all tasks together where they are in bytes, else of each
 */
record RuntimeSettings(
        String applicationId,
        Map<String, Object> configs,
        Path stateDirectory,
        WorkerSettings workers,
        @Nullable AutoOffsetReset offsetReset,
        Supplier<@Nullable Serde<?>> keySerde,
        Supplier<@Nullable Serde<?>> valueSerde,
        TaskSettings task) {

    private static ErrorRules errorRules(StreamsConfig config) {
        return new ErrorRules(
                config.errorClassifier(),
                config.transactionErrorHandler(),
                config.getLong(StreamsConfig.TASK_TIMEOUT_MS_CONFIG),
                config.getInt(StreamsConfig.REQUEST_TIMEOUT_MS_CONFIG),
                config.getLong(StreamsConfig.RETRY_BACKOFF_MS_CONFIG),
                Jitter.aFifth());
    }

    /** Returns these settings with another handler of transaction errors. */
    RuntimeSettings with(TransactionErrorHandler handler) {
        return new RuntimeSettings(
                applicationId, configs, stateDirectory, workers.with(handler), offsetReset, keySerde, valueSerde, task);
    }

    /** Makes the application's metrics. */
    AppMetrics metrics(StreamsConfig config) {
        return new AppMetrics(workers.namePrefix(), config.metricConfig(), config.metricsReporters());
    }

    static RuntimeSettings of(StreamsConfig config) {
        String applicationId = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        String clientId = config.getString(StreamsConfig.CLIENT_ID_CONFIG);
        int workers = config.getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG);
        return new RuntimeSettings(
                applicationId,
                config.originals(),
                config.stateDirectory().resolve(applicationId),
                new WorkerSettings(
                        clientId.isEmpty() ? applicationId : clientId,
                        workers,
                        config.getLong(StreamsConfig.POLL_MS_CONFIG),
                        config.getLong(StreamsConfig.REPARTITION_PURGE_INTERVAL_MS_CONFIG),
                        errorRules(config)),
                config.originals().containsKey(StreamsConfig.consumerPrefix("auto.offset.reset"))
                        ? config.defaultOffsetReset()
                        : null,
                config::defaultKeySerde,
                config::defaultValueSerde,
                new TaskSettings(
                        config.commitLimits().commitIntervalMs(),
                        config.commitLimits().transactionTimeoutMs(),
                        config.commitLimits().uncommittedMaxBytes(),
                        config.getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG),
                        config.getInt(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG),
                        config.cacheMaxBytes(),
                        config.defaultTimestampExtractor(),
                        new RecordHandlers(
                                config.deserializationExceptionHandler(),
                                config.processingExceptionHandler(),
                                config.productionExceptionHandler(),
                                config.errorClassifier())));
    }
}
