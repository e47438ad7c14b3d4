package io.streamwright.metrics;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.processor.TaskId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.metrics.Sensor;

/**
 * Turns what a task counts into metrics of the task and of its thread.
 *
 * <p>Owner: the worker of the task.
 */
public final class TaskMeter {
    private static final String TASK_GROUP = "stream-task-metrics";
    private static final String THREAD_GROUP = "stream-thread-metrics";

    private final AppMetrics metrics;
    private final List<Sensor> sensors = new ArrayList<>();
    private final Map<String, String> tags;
    private final Sensor processed;
    private final Sensor dropped;
    private final Sensor commits;
    private final Sensor aborts;
    private final Map<ErrorCategory, Sensor> errors = new EnumMap<>(ErrorCategory.class);
    private TaskCounters reported = TaskCounters.NONE;

    /**
     * Adds the metrics of a task.
     *
     * @param thread the worker's name
     */
    public TaskMeter(AppMetrics metrics, TaskId task, String thread) {
        this.metrics = metrics;
        this.tags = Map.of("thread-id", thread, "task-id", task.toString());
        Map<String, String> threadTags = Map.of("thread-id", thread);
        this.processed = sensor("process", metrics.addEvents("process", THREAD_GROUP, threadTags));
        this.dropped = sensor("dropped-records");
        this.commits = sensor("commit", metrics.addEvents("commit", THREAD_GROUP, threadTags));
        this.aborts = sensor("abort", metrics.addEvents("abort", THREAD_GROUP, threadTags));
        for (ErrorCategory category : ErrorCategory.values()) {
            String what = "error-" + category.name().toLowerCase(Locale.ROOT).replace('_', '-');
            errors.put(category, sensor(what));
        }
    }

    private Sensor sensor(String what, Sensor... parents) {
        Sensor sensor = metrics.addEvents(what, TASK_GROUP, tags, parents);
        sensors.add(sensor);
        return sensor;
    }

    /** Takes over what the task has counted by now. */
    public void report(TaskCounters counted) {
        if (counted.equals(reported)) {
            return;
        }
        record(processed, counted.processed() - reported.processed());
        record(dropped, counted.dropped() - reported.dropped());
        record(commits, counted.commits() - reported.commits());
        record(aborts, counted.aborts() - reported.aborts());
        errors.forEach((category, sensor) -> record(sensor, counted.errorsOf(category) - reported.errorsOf(category)));
        reported = counted;
    }

    private static void record(Sensor sensor, long events) {
        if (events > 0) {
            sensor.record((double) events);
        }
    }

    /** Removes the metrics of the task. */
    public void close() {
        sensors.forEach(metrics::removeSensor);
    }
}
