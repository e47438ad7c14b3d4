package io.streamwright.metrics;

import io.streamwright.errors.ErrorCategory;
import java.util.Map;

/**
 * What a task has counted since it was made. Immutable.
 *
 * @param processed records processed, aborted and repeated ones included
 * @param dropped records left aside by operators or dropped by handlers
 * @param commits transactions committed
 * @param aborts transactions aborted
 * @param errors errors of its transactions, by category; a category without any may be missing
 */
public record TaskCounters(long processed, long dropped, long commits, long aborts, Map<ErrorCategory, Long> errors) {
    static final TaskCounters NONE = new TaskCounters(0, 0, 0, 0, Map.of());

    public TaskCounters {
        errors = Map.copyOf(errors);
    }

    long errorsOf(ErrorCategory category) {
        return errors.getOrDefault(category, 0L);
    }
}
