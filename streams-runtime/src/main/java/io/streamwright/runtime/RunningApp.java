package io.streamwright.runtime;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.runtime.query.WorkerTasks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a started application holds.
 *
 * <p>Thread-safe: filled by the starting thread, read by any.
 */
final class RunningApp {
    private final LogClient log;
    // Volatile: set once by the starting thread.
    private volatile @Nullable GroupMembership membership;
    private volatile @Nullable ProgressMeter meter;
    private volatile @Nullable WorkerPool workers;

    RunningApp(LogClient log) {
        this.log = log;
    }

    LogClient log() {
        return log;
    }

    void joined(GroupMembership joined) {
        membership = joined;
    }

    GroupMembership membership() {
        return required(membership);
    }

    void meter(ProgressMeter made) {
        meter = made;
    }

    ProgressMeter meter() {
        return required(meter);
    }

    private static <T> T required(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the application is still starting");
        }
        return part;
    }

    void workers(WorkerPool made) {
        workers = made;
    }

    WorkerPool workers() {
        return required(workers);
    }

    /** Returns the workers' tasks; none while the application is starting. */
    List<WorkerTasks> workerTasks() {
        WorkerPool pool = workers;
        return pool == null ? List.of() : pool.assignment();
    }

    boolean isOwnThread() {
        WorkerPool pool = workers;
        return pool != null && pool.hasCurrentThread();
    }

    void closeWorkers() {
        WorkerPool pool = workers;
        if (pool != null) {
            pool.requestClose();
        }
    }

    void wakeWorkers() {
        WorkerPool pool = workers;
        if (pool != null) {
            pool.wakeup();
        }
    }

    /** Leaves the group and gives the log back; the first failure is thrown when both are done. */
    void release() {
        List<Runnable> steps = new ArrayList<>();
        GroupMembership joined = membership;
        if (joined != null) {
            steps.add(joined::close);
        }
        steps.add(log::close);
        RuntimeException failure = null;
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
