package io.streamwright.runtime;

import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.runtime.StreamsApp.StateListener;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where an application stands in its life, and which workers it waits for.
 *
 * <p>Thread-safe: one lock around a few fields; listeners are called without it, in the order of the changes, on a
 * thread that caused one.
 */
final class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    private static final String GROUP = "the group's decision";

    private final String applicationId;
    private final Runnable release;
    private final Runnable onChange;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Queue<Change> changes = new ArrayDeque<>();
    /** Names of workers, and ids of tasks that move, that the application waits for; also {@link #GROUP}. */
    private final Set<String> notReady = new HashSet<>();

    private final Set<String> running = new HashSet<>();
    private State state = State.CREATED;
    private @Nullable StateListener listener;
    private @Nullable Throwable failure;
    private @Nullable Thread teller;

    /**
     * Makes the life of an application that is not started.
     *
     * @param applicationId for log lines
     * @param release gives back what the application holds; called once, when the last worker has ended
     * @param onChange called after each change of state; wakes whoever waits for one
     */
    Lifecycle(String applicationId, Runnable release, Runnable onChange) {
        this.applicationId = applicationId;
        this.release = release;
        this.onChange = onChange;
    }

    synchronized State state() {
        return state;
    }

    /** Returns what the application failed of; null if it did not. */
    synchronized @Nullable Throwable failure() {
        return failure;
    }

    synchronized void listener(StateListener newListener) {
        if (state != State.CREATED) {
            throw new IllegalStateException(
                    "a state listener can only be set before start(), but the state is " + state);
        }
        this.listener = newListener;
    }

    /** The application starts; returns false if it was closed already. */
    boolean starting() {
        return move(State.REBALANCING, "start");
    }

    /** Returns how many workers run. */
    synchronized int workersAlive() {
        return running.size();
    }

    /** These workers are about to run. */
    synchronized void workersStarting(Set<String> names) {
        running.addAll(names);
        notReady.addAll(names);
    }

    /** A worker is about to run beside others, without tasks; returns false, and does not wait for it, if the application is ending. */
    synchronized boolean workerJoining(String name) {
        return state.isRunningOrRebalancing() && running.add(name);
    }

    /** Tasks are about to move between workers. */
    void moving(Set<String> tasks) {
        synchronized (this) {
            notReady.addAll(tasks);
        }
        move(State.REBALANCING, "tasks " + tasks + " move");
    }

    /** The group is about to decide which tasks this instance runs. */
    void awaitGroup() {
        synchronized (this) {
            notReady.add(GROUP);
        }
        move(State.REBALANCING, "the group decides");
    }

    /** The group has decided, and the tasks that come are known. */
    void groupDecided() {
        ready(GROUP);
    }

    /** A task is to leave this instance: nobody waits for it any more. */
    void leaving(String task) {
        ready(task);
    }

    /** All tasks of a worker process, or a task does that has moved. */
    void ready(String name) {
        synchronized (this) {
            if (!notReady.remove(name) || !notReady.isEmpty() || state != State.REBALANCING) {
                return;
            }
        }
        move(State.RUNNING, "all tasks are ready");
    }

    /**
     * The application is to end.
     *
     * @param cause null if it was asked to, else what it failed of
     * @return whether the caller has to tell the workers: false if it is ending or has ended
     */
    boolean ending(@Nullable Throwable cause) {
        synchronized (this) {
            if (state.hasStartedOrFinishedShuttingDown()) {
                return false;
            }
            failure = cause;
        }
        return move(
                cause == null ? State.PENDING_SHUTDOWN : State.PENDING_ERROR,
                cause == null ? "close" : "failure: " + cause.getMessage());
    }

    /** A worker's thread has nothing more to do. */
    void workerEnded(String name, @Nullable RuntimeException cause) {
        boolean last;
        synchronized (this) {
            running.remove(name);
            last = running.isEmpty();
            if (cause != null && failure == null) {
                failure = cause;
            }
        }
        if (last) {
            end();
        }
    }

    /** Nothing runs any more, or nothing ever did: gives back what is held. */
    void end() {
        try {
            release.run();
        } catch (RuntimeException e) {
            LOG.error("application {} could not be closed cleanly", applicationId, e);
            synchronized (this) {
                if (failure == null) {
                    failure = e;
                }
            }
        }
        move(state() == State.PENDING_ERROR ? State.ERROR : State.NOT_RUNNING, "all workers have ended");
    }

    /** Waits until the application has ended, and returns whether it has. */
    boolean awaitEnd(Duration timeout) {
        try {
            return ended.await(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean move(State next, String reason) {
        State old;
        synchronized (this) {
            old = state;
            if (!old.isValidTransition(next)) {
                return false;
            }
            state = next;
            changes.add(new Change(next, old));
        }
        LOG.info("application {} state={} was={} reason={}", applicationId, next, old, reason);
        onChange.run();
        deliver();
        return true;
    }

    /** Reports changes in their order: whoever is reporting goes on with what others have added meanwhile. */
    private void deliver() {
        while (true) {
            Change change;
            synchronized (this) {
                if (teller != null || changes.isEmpty()) {
                    return;
                }
                change = changes.remove();
                teller = Thread.currentThread();
            }
            tell(change);
            synchronized (this) {
                teller = null;
            }
            if (change.next.hasCompletedShutdown()) {
                ended.countDown();
            }
        }
    }

    /** A listener that fails is the program's affair; the application's life goes on. */
    private void tell(Change change) {
        StateListener told;
        synchronized (this) {
            told = listener;
        }
        if (told == null) {
            return;
        }
        try {
            told.onChange(change.next, change.old);
        } catch (RuntimeException e) {
            LOG.error("the state listener of application {} failed at state={}", applicationId, change.next, e);
        }
    }

    /** Returns whether the calling thread is inside a listener: it must not wait for what it holds up. */
    synchronized boolean isTelling() {
        return teller == Thread.currentThread();
    }

    private record Change(State next, State old) {}
}
