package io.streamwright.task;

import io.streamwright.StreamsMetrics;
import io.streamwright.loop.Clock;
import io.streamwright.processor.TaskId;
import java.io.File;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What a task is told about the application around it. Immutable.
 *
 * @param applicationId the application's id
 * @param taskId the task
 * @param configs the application's settings, as the program gave them
 * @param stateDirectory where the task's stores live
 * @param keySerde the default key serde; null if none is configured
 * @param valueSerde the default value serde; null if none is configured
 * @param clock dates commits and punctuations
 * @param metrics the application's
 */
public record TaskEnvironment(
        String applicationId,
        TaskId taskId,
        Map<String, Object> configs,
        File stateDirectory,
        @Nullable Serde<?> keySerde,
        @Nullable Serde<?> valueSerde,
        Clock clock,
        StreamsMetrics metrics) {
    /** In the place of a task's id: what keeps the application's global stores, which belong to no task. */
    public static final TaskId GLOBAL = new TaskId(-1, -1);

    public TaskEnvironment {
        configs = Collections.unmodifiableMap(new LinkedHashMap<>(configs));
    }

    /** Returns a clock that never goes back, in milliseconds: durations are measured with it. */
    long monotonicMs() {
        return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime());
    }

    Serde<?> requiredKeySerde() {
        return required(keySerde, "key");
    }

    Serde<?> requiredValueSerde() {
        return required(valueSerde, "value");
    }

    private Serde<?> required(@Nullable Serde<?> serde, String part) {
        if (serde == null) {
            throw new ConfigException("task " + taskId + " needs a default " + part + " serde: set default." + part
                    + ".serde, or name a serde where the topology leaves it open");
        }
        return serde;
    }

    /** Returns the settings whose names begin with the prefix, without it. */
    Map<String, Object> configsWithPrefix(String prefix) {
        Map<String, Object> found = new LinkedHashMap<>();
        configs.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                found.put(key.substring(prefix.length()), value);
            }
        });
        return found;
    }
}
