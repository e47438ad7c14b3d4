package io.streamwright.runtime;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.loop.LoopThread;
import io.streamwright.runtime.group.GroupSeat;
import io.streamwright.runtime.query.WorkerTasks;
import io.streamwright.task.GlobalTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a started application holds.
 *
 * <p>Thread-safe: filled by the starting thread, read by any.
 */
final class RunningApp {
    /** How long the group may take to tell all instances that they are to stop. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final LogClient log;
    // Volatile: set once by the starting thread.
    private volatile @Nullable GroupSeat seat;
    private volatile @Nullable GroupMembership membership;
    private volatile @Nullable ProgressMeter meter;
    private volatile @Nullable WorkerPool workers;
    private volatile @Nullable GlobalTask globalTask;
    private volatile @Nullable GlobalLoop globalLoop;
    // Volatile: set by whoever closes the application, read by whoever releases it.
    private volatile boolean keepsPlace;

    RunningApp(LogClient log) {
        this.log = log;
    }

    LogClient log() {
        return log;
    }

    void seat(GroupSeat made) {
        seat = made;
    }

    /** Lets all instances know that they are to stop. */
    void stopAll(String reason) {
        GroupSeat taken = seat;
        GroupMembership joined = membership;
        if (taken != null && joined != null) {
            taken.requestStop(reason);
            joined.requestRound();
        }
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
            pool.start();
        } else {
            LoopThread.startLasting(loop.name(), () -> loop.run(pool::start, pool::giveUp));
        }
    }

    boolean isOwnThread() {
        WorkerPool pool = workers;
        GlobalLoop loop = globalLoop;
        return (pool != null && pool.hasCurrentThread()) || (loop != null && loop.isCurrent());
    }

    /** The place in the group is to be kept when the application is closed. */
    void keepPlace() {
        keepsPlace = true;
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
        GroupSeat taken = seat;
        if (joined != null && taken != null) {
            taken.awaitStopTold(STOP_LIMIT);
            steps.add(keepsPlace ? joined::suspend : joined::close);
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
