package io.streamwright.runtime;

import io.streamwright.StreamsConfig;
import io.streamwright.StreamsMetrics;
import io.streamwright.Topology;
import io.streamwright.assign.AppPlan;
import io.streamwright.assign.AppPlanner;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.ReaderOptions;
import io.streamwright.loop.Clock;
import io.streamwright.loop.Jitter;
import io.streamwright.metrics.AppMetrics;
import io.streamwright.processor.StateStore;
import io.streamwright.runtime.global.GlobalReader;
import io.streamwright.runtime.query.LocalTasks;
import io.streamwright.runtime.topics.TopicSetup;
import io.streamwright.task.Task;
import io.streamwright.topology.Blueprint;
import io.streamwright.transaction.ErrorRules;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs an application by hand: the worker, tasks and transactions of {@link StreamsApp}, on the calling thread, one turn at a time.
 *
 * <p>It never waits: who wants time to pass moves the clock. A task that fails stays as it is until {@link #resume}.
 *
 * <p>Owner: the thread that starts it.
 */
public final class SteppedApp {
    private final Blueprint program;
    private final StreamsConfig config;
    private final RuntimeSettings settings;
    private final LogClient log;
    private final Clock clock;
    private final AppMetrics metrics;
    private @Nullable Running running;
    private @Nullable RuntimeException failure;

    /**
     * Makes an application that is not started.
     *
     * @param topology what it runs
     * @param config its settings; how many workers there are and how long they wait is ignored
     * @param log where it reads and writes; stays open
     * @param stateDirectory where its stores are kept
     * @param clock the time
     * @throws io.streamwright.errors.TopologyException if the topology has no source, or a serde is missing
     */
    public SteppedApp(Topology topology, StreamsConfig config, LogClient log, Path stateDirectory, Clock clock) {
        this.program = topology.blueprint(config);
        this.config = topology.settings(config);
        this.settings = byHand(RuntimeSettings.of(this.config), stateDirectory);
        this.log = log;
        this.clock = clock;
        ProgramCheck.check(program, settings);
        ProgramCheck.checkNames(topology, this.config);
        this.metrics = new AppMetrics(settings.applicationId(), config.metricConfig(), List.of());
    }

    /** Nothing waits or draws lots. */
    private static RuntimeSettings byHand(RuntimeSettings given, Path stateDirectory) {
        ErrorRules errors = given.workers().errors();
        return new RuntimeSettings(
                given.applicationId(),
                given.configs(),
                stateDirectory,
                new WorkerSettings(
                        given.workers().namePrefix(),
                        1,
                        0,
                        given.workers().purgeIntervalMs(),
                        new ErrorRules(
                                errors.classifier(),
                                errors.handler(),
                                errors.taskTimeoutMs(),
                                errors.answerTimeoutMs(),
                                errors.retryBackoffMs(),
                                Jitter.NONE)),
                given.offsetReset(),
                given.keySerde(),
                given.valueSerde(),
                given.task());
    }

    /**
     * Creates missing internal topics, joins the group and makes the tasks; the first turns get them ready. A call of the log that fails
     * is not made again: nothing was started then.
     *
     * @throws IllegalStateException if it runs
     * @throws io.streamwright.errors.MissingSourceTopicException if source topics do not exist
     */
    public void start() {
        if (running != null) {
            throw new IllegalStateException("application " + settings.applicationId() + " runs already");
        }
        TopicSetup topics = new TopicSetup(log.topics(), true, 1);
        AppPlan plan = AppPlanner.plan(program, settings.applicationId(), topics);
        GroupMembership membership = log.join(settings.applicationId());
        try {
            topics.createMissing(plan.internalTopics(), config.topicSettings());
            RestoreReports reports = new RestoreReports();
            Lifecycle lifecycle = new Lifecycle(settings.applicationId(), () -> {}, () -> {});
            WorkerSupport support = new WorkerSupport(
                    lifecycle,
                    new StatusBoard(),
                    new LocalTasks(),
                    new Keeper(),
                    clock,
                    settings.workers(),
                    metrics,
                    () -> false);
            LogReader reader = log.openReader(ReaderOptions.DEFAULT);
            Optional<GlobalFactory.Opened> globals =
                    new GlobalFactory(program, settings).open(plan.globalInputs(), log, support, reports);
            TaskFactory factory = new TaskFactory(
                    program,
                    settings,
                    plan.tasks().size(),
                    log,
                    () -> membership,
                    topics,
                    reports,
                    GlobalFactory.Opened.stores(globals));
            Worker worker = new Worker(settings.applicationId(), plan.tasks(), factory, reader, support);
            running = new Running(worker, membership, globals.orElse(null));
            worker.start();
        } catch (RuntimeException | Error e) {
            stopAfter(e, membership);
            throw e;
        }
    }

    private void stopAfter(Throwable cause, GroupMembership membership) {
        try {
            if (running == null) {
                membership.close();
            } else {
                stop();
            }
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /** Returns the metrics of the application; they go on counting when it is stopped and started again. */
    public StreamsMetrics metrics() {
        return metrics;
    }

    /** Returns whether it was started and not stopped. */
    public boolean isRunning() {
        return running != null;
    }

    /**
     * One turn: of what feeds the global stores, then of the worker, which begins when these are complete. Returns whether there was
     * anything to do.
     */
    public boolean step() {
        Running current = required();
        GlobalReader global = current.globalReader();
        boolean fed = global != null && global.step(nowMs());
        boolean worked = (global == null || global.isReady()) && current.worker.step();
        return fed || worked;
    }

    /** Handles the answers of the log that have arrived, and nothing else. */
    public void takeAnswers() {
        required().worker.takeAnswers();
    }

    /** Returns for how many milliseconds of the clock that never goes back something waits after a failure; 0 if nothing does. */
    public long waitsMs() {
        long nowMs = nowMs();
        Running current = required();
        long workerMs = current.worker.waitsUntilMs(nowMs) - nowMs;
        GlobalReader global = current.globalReader();
        long globalMs = global == null ? 0 : Math.max(0, global.waitsUntilMs() - nowMs);
        return workerMs == 0 || globalMs == 0 ? Math.max(workerMs, globalMs) : Math.min(workerMs, globalMs);
    }

    /** Returns the tasks; empty if it does not run. */
    public Collection<Task> tasks() {
        Running current = running;
        return current == null ? List.of() : current.worker.tasks();
    }

    /** Returns the global stores as the processors that keep them use them, by name; empty if it does not run. */
    public Map<String, StateStore> globalStores() {
        Running current = running;
        return current == null || current.globals == null
                ? Map.of()
                : current.globals.task().stores();
    }

    /** Returns what a task, or reading, failed of since the last call; further failures are suppressed ones of the first. */
    public Optional<RuntimeException> takeFailure() {
        Optional<RuntimeException> taken = Optional.ofNullable(failure);
        failure = null;
        return taken;
    }

    /** Lets tasks that have failed try again. */
    public void resume() {
        GlobalReader global = required().globalReader();
        if (global != null) {
            global.resume(nowMs());
        }
        tasks().forEach(task -> task.resume(nowMs()));
    }

    /** Commits, in the next turns, what is not committed. */
    public void requestCommit() {
        tasks().forEach(task -> task.requestCommit(nowMs()));
    }

    /** Takes back what is not committed, at the next answers of the log. */
    public void abort(Throwable cause) {
        tasks().forEach(task -> task.abort(cause, nowMs()));
        GlobalReader global = required().globalReader();
        if (global != null) {
            global.takeBack(nowMs());
        }
    }

    /**
     * Ends it at once: what is not committed is dropped. It can be started again.
     *
     * @throws RuntimeException the first failure, for example of a processor that is closed; everything is closed then, too
     */
    public void stop() {
        Running stopped = required();
        running = null;
        RuntimeException first = stopped.worker.closeAll(null);
        for (Runnable closing : stopped.closings()) {
            try {
                closing.run();
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Deletes the stores' files; it must not run. */
    public void cleanUp() {
        StateCleaner.delete(settings.stateDirectory());
    }

    private Running required() {
        Running current = running;
        if (current == null) {
            throw new IllegalStateException("application " + settings.applicationId() + " does not run");
        }
        return current;
    }

    private long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime());
    }

    /** What there is between start and stop. Owner: as the application. */
    private record Running(Worker worker, GroupMembership membership, GlobalFactory.@Nullable Opened globals) {

        @Nullable
        GlobalReader globalReader() {
            return globals == null ? null : globals.reader();
        }

        /** Returns what is to be closed behind the worker, in order. */
        List<Runnable> closings() {
            return globals == null
                    ? List.of(membership::close)
                    : List.of(globals.reader()::close, globals.task()::close, membership::close);
        }
    }

    /** Keeps failures for whoever steps. */
    private final class Keeper implements FailureJudge {
        @Override
        public StreamThreadExceptionResponse judge(RuntimeException newFailure) {
            shutDown(newFailure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }

        @Override
        public void shutDown(RuntimeException cause) {
            RuntimeException first = failure;
            if (first == null) {
                failure = cause;
            } else if (first != cause) {
                first.addSuppressed(cause);
            }
        }
    }
}
