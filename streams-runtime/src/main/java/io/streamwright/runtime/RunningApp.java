package io.streamwright.runtime;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.loop.LoopThread;
import io.streamwright.runtime.query.WorkerTasks;
import io.streamwright.task.GlobalTask;
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
    private volatile @Nullable GlobalTask globalTask;
    private volatile @Nullable GlobalLoop globalLoop;

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

    /** Takes the global stores over, and what feeds them. */
    void global(GlobalTask task, GlobalLoop loop) {
        globalTask = task;
        globalLoop = loop;
    }

    /** Starts all loops: workers begin when the global stores are complete, if there are any. */
    void startLoops() {
        WorkerPool pool = workers();
        GlobalLoop loop = globalLoop;
        if (loop == null) {
            pool.run();
        } else {
            LoopThread.startLasting(loop.name(), () -> loop.run(pool::run, pool::giveUp));
        }
    }

    boolean isOwnThread() {
        WorkerPool pool = workers;
        GlobalLoop loop = globalLoop;
        return (pool != null && pool.hasCurrentThread()) || (loop != null && loop.isCurrent());
    }

    void closeWorkers() {
        WorkerPool pool = workers;
        if (pool != null) {
            pool.requestClose();
        }
        GlobalLoop loop = globalLoop;
        if (loop != null) {
            loop.requestClose();
        }
    }

    void wakeWorkers() {
        WorkerPool pool = workers;
        if (pool != null) {
            pool.wakeup();
        }
    }

    /** Closes the global stores, leaves the group and gives the log back; the first failure is thrown when all is done. */
    void release() {
        List<Runnable> steps = new ArrayList<>();
        GlobalTask stores = globalTask;
        if (stores != null) {
            steps.add(stores::close); // here, as no loop that may read them is left
        }
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
