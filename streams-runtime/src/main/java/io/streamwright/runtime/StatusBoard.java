package io.streamwright.runtime;

import io.streamwright.processor.TaskId;
import io.streamwright.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How the tasks of an application stand, as their workers last said.
 *
 * <p>Thread-safe: one lock, taken once for each batch of work, never on the way of a record.
 */
final class StatusBoard {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<TaskId, TaskStatus> statuses = new HashMap<>();
    /** The last ones of tasks before they moved to another worker. */
    private final List<TaskStatus> former = new ArrayList<>();

    private long version;

    void publish(TaskStatusReport report) {
        lock.lock();
        try {
            if (!report.status().equals(statuses.put(report.task(), report.status()))) {
                version++;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A task was closed to be opened by another worker: what it has counted stays counted. */
    void moved(TaskId task) {
        lock.lock();
        try {
            TaskStatus last = statuses.remove(task);
            if (last != null) {
                former.add(last);
            }
            version++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Makes everybody who waits look again, because something else has changed. */
    void signal() {
        lock.lock();
        try {
            version++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns all statuses and the board's version, which grows with each change. */
    Snapshot snapshot() {
        lock.lock();
        try {
            return new Snapshot(version, Map.copyOf(statuses), List.copyOf(former));
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the version differs, for at most the timeout. */
    void awaitChange(long seenVersion, Duration timeout) throws InterruptedException {
        lock.lock();
        try {
            long left = timeout.toNanos();
            while (version == seenVersion && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** One task's report. */
    record TaskStatusReport(TaskId task, TaskStatus status) {}

    /**
     * All statuses at one moment.
     *
     * @param version grows with each change
     * @param statuses of the tasks that are open
     * @param former of tasks before they moved; they count, but say nothing about now
     */
    record Snapshot(long version, Map<TaskId, TaskStatus> statuses, List<TaskStatus> former) {}
}
