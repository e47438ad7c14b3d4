package io.streamwright.runtime;

import io.streamwright.CloseOptions;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsException;
import io.streamwright.errors.StreamsUncaughtExceptionHandler;
import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogProvider;
import io.streamwright.log.Logs;
import io.streamwright.loop.Clock;
import io.streamwright.metrics.AppMetrics;
import io.streamwright.processor.StateRestoreListener;
import io.streamwright.topology.Blueprint;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a topology: what {@code KafkaStreams} is to Kafka Streams.
 *
 * <pre>{@code
 * try (StreamsApp app = new StreamsApp(builder.build(), settings)) {
 *     app.start();
 *     ...
 * }
 * }</pre>
 *
 * <p>Everything that a task consumes, stores and writes is one transaction. After a kill it goes on where its last commits left it.
 *
 * <p>Thread-safe.
 */
public class StreamsApp extends QueryableApp implements AutoCloseable {
    /** Input may be written without any task noticing at once, so waiting looks again without being told. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private static final Duration FOREVER = Duration.ofMillis(Long.MAX_VALUE);

    private final Blueprint program;
    private final StreamsConfig config;
    private final LogProvider logProvider;
    private final RuntimeSettings settings;
    private final Lifecycle lifecycle;
    private final AppMetrics metrics;
    private final StatusBoard board = new StatusBoard();
    private final Clock clock = Clock.system();
    private final RestoreReports restoreReports = new RestoreReports();
    // Volatile: set by the starting thread or any other, read by any that closes, asks, judges or works.
    private volatile @Nullable RunningApp running;
    private volatile @Nullable StreamsUncaughtExceptionHandler handler;
    private volatile @Nullable TransactionErrorHandler transactionHandler;
    private volatile boolean paused;

    /**
     * Makes an application; nothing is opened before {@link #start}.
     *
     * @param topology what it runs
     * @param props its settings, see {@link StreamsConfig}
     * @throws org.apache.kafka.common.config.ConfigException if a setting cannot work; names it and what to do
     * @throws io.streamwright.errors.TopologyException if the topology has no source, or a serde is missing
     */
    public StreamsApp(Topology topology, Properties props) {
        this(topology, new StreamsConfig(props));
    }

    /**
     * Makes an application on a log of the caller's choice; nothing is opened before {@link #start}.
     *
     * @param topology what it runs
     * @param props its settings, see {@link StreamsConfig}
     * @param logProvider opens the log at {@code bootstrap.servers}; the application closes what it has opened
     * @throws org.apache.kafka.common.config.ConfigException if a setting cannot work; names it and what to do
     * @throws io.streamwright.errors.TopologyException if the topology has no source, or a serde is missing
     */
    public StreamsApp(Topology topology, Properties props, LogProvider logProvider) {
        this(topology, new StreamsConfig(props), logProvider);
    }

    /**
     * Makes an application; nothing is opened before {@link #start}.
     *
     * @param topology what it runs
     * @param config its settings
     * @throws io.streamwright.errors.TopologyException if the topology has no source, or a serde is missing
     */
    public StreamsApp(Topology topology, StreamsConfig config) {
        this(topology, config, Logs.installed());
    }

    /**
     * Makes an application on a log of the caller's choice, such as one that fails in a test; nothing is opened before {@link #start}.
     *
     * @param topology what it runs
     * @param config its settings
     * @param logProvider opens the log, whether or not it accepts the address; the application closes what it has opened
     * @throws io.streamwright.errors.TopologyException if the topology has no source, or a serde is missing
     */
    public StreamsApp(Topology topology, StreamsConfig config, LogProvider logProvider) {
        super(topology.blueprint(config), config);
        this.program = topology.blueprint(config);
        this.config = topology.settings(config);
        this.logProvider = logProvider;
        this.settings = RuntimeSettings.of(this.config);
        this.lifecycle = new Lifecycle(settings.applicationId(), this::release, board::signal);
        ProgramCheck.check(program, settings);
        ProgramCheck.checkNames(topology, this.config);
        this.metrics = settings.metrics(config);
        metrics.addClientGauge("state", "The state of the application", () -> state().name());
        metrics.addClientGauge("application-id", "The id of the application", settings::applicationId);
        metrics.addClientGauge("alive-stream-threads", "How many workers run", lifecycle::workersAlive);
        metrics.addClientGauge("topology-description", "The program", topology.describe()::toString);
    }

    /**
     * Starts the application: opens the log, creates missing internal topics, takes the tasks up and lets them run. It returns
     * when they have begun. Unless a daemon thread calls this, the process stays alive until the application ends.
     *
     * @throws IllegalStateException if it was started before
     * @throws io.streamwright.errors.MissingSourceTopicException if source topics do not exist; nothing runs
     * @throws StreamsException if internal topics do not fit the program; nothing runs
     * @throws org.apache.kafka.common.errors.InvalidConfigurationException if the log cannot be opened; nothing runs
     */
    public synchronized void start() {
        if (lifecycle.state() != State.CREATED || !lifecycle.starting()) {
            throw new IllegalStateException(
                    "application " + settings.applicationId() + " can be started once only; its state is " + state());
        }
        try {
            launch(logProvider.open(config.bootstrapServers(), config.originals()));
        } catch (RuntimeException e) {
            lifecycle.ending(e);
            lifecycle.end();
            throw e;
        }
    }

    private void launch(LogClient log) {
        RunningApp app = new RunningApp(log);
        running = app;
        TransactionErrorHandler given = transactionHandler;
        RuntimeSettings effective = given == null ? settings : settings.with(given);
        ProgramJudge judge = new ProgramJudge(settings.applicationId(), () -> handler, this::shutDown, app::stopAll);
        WorkerSupport support = new WorkerSupport(
                lifecycle, board, localTasks(), judge, clock, effective.workers(), metrics, this::isPaused);
        new AppLauncher(program, config, effective, support, restoreReports).launch(app);
        if (!lifecycle.state().isRunningOrRebalancing()) {
            app.closeWorkers(); // closed while it was starting, when there was no worker to tell
        }
    }

    private void shutDown(@Nullable Throwable cause) {
        RunningApp app = running;
        if (lifecycle.ending(cause) && app != null) {
            app.closeWorkers();
        }
    }

    private void release() {
        RunningApp app = running;
        try {
            if (app != null) {
                app.release();
            }
        } finally {
            metrics.close();
        }
    }

    @Override
    public State state() {
        return lifecycle.state();
    }

    @Override
    @Nullable
    RunningApp whileRunning() {
        return state().isRunningOrRebalancing() ? running : null;
    }

    /** Returns why the application ended in {@link State#ERROR}; empty if it did not fail. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(lifecycle.failure());
    }

    /**
     * Has every change of state reported, on the thread that causes it.
     *
     * @throws IllegalStateException if the application was started
     */
    public void setStateListener(StateListener listener) {
        lifecycle.listener(listener);
    }

    /**
     * Says what to do when a task fails by itself or by the program's code; without one the application shuts down.
     *
     * @throws IllegalStateException if the application was started
     */
    public void setUncaughtExceptionHandler(StreamsUncaughtExceptionHandler newHandler) {
        requireNotStarted("an uncaught exception handler");
        this.handler = newHandler;
    }

    /**
     * Says what is done about errors of tasks' transactions, instead of the one that {@code transaction.error.handler} names.
     *
     * @throws IllegalStateException if the application was started
     */
    public void setTransactionErrorHandler(TransactionErrorHandler newHandler) {
        requireNotStarted("a transaction error handler");
        transactionHandler = newHandler;
    }

    /**
     * Has the restoring of stores reported.
     *
     * @throws IllegalStateException if the application was started
     */
    public void setGlobalStateRestoreListener(StateRestoreListener listener) {
        requireNotStarted("a state restore listener");
        restoreReports.listener(listener);
    }

    private void requireNotStarted(String what) {
        if (state() != State.CREATED) {
            throw new IllegalStateException(what + " can only be set before start(), but the state is " + state());
        }
    }

    /** Stops taking input, without giving tasks up; what is open is committed. */
    public void pause() {
        pause(true);
    }

    /** Undoes {@link #pause}. */
    public void resume() {
        pause(false);
    }

    /** Returns whether the application is paused. */
    public boolean isPaused() {
        return paused;
    }

    private void pause(boolean newPaused) {
        paused = newPaused;
        RunningApp app = running;
        if (app != null) {
            app.wakeWorkers();
        }
    }

    /**
     * Adds a worker, which takes over some of the others' tasks. A task that moves is committed and closed first; meanwhile its stores
     * cannot be asked.
     *
     * @return the worker's name; empty if the application does not run
     */
    public Optional<String> addStreamThread() {
        RunningApp app = whileRunning();
        return app == null ? Optional.empty() : app.workers().add();
    }

    /** As {@link #removeStreamThread(Duration)}, however long it takes. */
    public Optional<String> removeStreamThread() {
        return removeStreamThread(FOREVER);
    }

    /**
     * Removes a worker, whose tasks go over to the others, and waits until it has ended. Called by a worker, it does not wait.
     *
     * @param timeout how long to wait; the removing goes on behind it
     * @return the worker's name; empty if the application does not run, or has one worker only
     * @throws TimeoutException if the worker has not ended in time
     */
    public Optional<String> removeStreamThread(Duration timeout) {
        RunningApp app = whileRunning();
        Optional<Worker> removed =
                app == null ? Optional.empty() : app.workers().remove();
        if (app != null
                && removed.isPresent()
                && !app.isOwnThread()
                && !removed.get().awaitEnd(timeout)) {
            throw new TimeoutException(
                    "worker " + removed.get().name() + " has not given its tasks away in " + timeout);
        }
        return removed.map(Worker::name);
    }

    /** Returns the application's metrics as they are now: an unmodifiable view that follows what is added and removed. */
    public Map<MetricName, ? extends Metric> metrics() {
        return metrics.metrics();
    }

    /**
     * Returns how far the application is.
     *
     * @throws IllegalStateException if it does not run
     */
    public AppProgress progress() {
        RunningApp app = whileRunning();
        if (app == null) {
            throw new IllegalStateException(
                    "application " + settings.applicationId() + " does not run; its state is " + state());
        }
        return app.meter().read();
    }

    /**
     * Waits until the application is running, and everything on its input topics is processed and committed.
     *
     * @param timeout how long at most
     * @return whether it is; false if the timeout has passed
     * @throws StreamsException if the application fails or is closed meanwhile
     */
    public boolean awaitCaughtUp(Duration timeout) throws InterruptedException {
        long startNanos = clock.nanoTime();
        long timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
        while (true) {
            long version = board.snapshot().version();
            if (!state().isRunningOrRebalancing()) {
                throw ended();
            }
            if (state() == State.RUNNING && isCaughtUp()) {
                return true;
            }
            long left = timeoutNanos - (clock.nanoTime() - startNanos);
            if (left <= 0) {
                return false;
            }
            board.awaitChange(version, Duration.ofNanos(Math.min(left, LOOK_AGAIN.toNanos())));
        }
    }

    private boolean isCaughtUp() {
        try {
            return progress().caughtUp();
        } catch (IllegalStateException | KafkaException e) {
            if (state().isRunningOrRebalancing()) {
                throw e;
            }
            return false; // it is being closed meanwhile, which the next look at its state says
        }
    }

    private StreamsException ended() {
        String message = "application " + settings.applicationId() + " ended with state " + state();
        Throwable cause = lifecycle.failure();
        return cause == null
                ? new StreamsException(message)
                : new StreamsException(message + ": " + cause.getMessage(), cause);
    }

    /** Closes the application and waits until that is done, however long it takes. */
    @Override
    public void close() {
        close(FOREVER);
    }

    /**
     * Commits what is open, closes all tasks and gives the log back. Called by a listener, or by one of the
     * application's own threads, it does not wait.
     *
     * @param timeout how long to wait; the closing goes on behind it
     * @return whether everything is closed
     * @throws IllegalArgumentException if the timeout is negative
     */
    public boolean close(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("timeout cannot be negative: " + timeout);
        }
        if (state() == State.CREATED) {
            lifecycle.ending(null);
            lifecycle.end();
            return true;
        }
        shutDown(null);
        RunningApp app = running;
        if (lifecycle.isTelling() || (app != null && app.isOwnThread())) {
            return false;
        }
        return lifecycle.awaitEnd(timeout);
    }

    /**
     * As {@link #close(Duration)}, without a bound if the options have none. Other instances get the tasks at once, unless this one is to
     * {@linkplain CloseOptions.GroupMembershipOperation#REMAIN_IN_GROUP keep its place} because it comes back soon. On a log that runs in
     * this process there are no others, and no place to keep.
     *
     * @return whether everything is closed
     * @throws IllegalArgumentException if the timeout is negative
     */
    public boolean close(CloseOptions options) {
        Closing closing = new Closing(options);
        RunningApp app = running;
        if (app != null && closing.keepsPlace()) {
            app.keepPlace();
        }
        return close(closing.waitAtMost().orElse(FOREVER));
    }

    /**
     * Deletes the application's local state, which is restored from changelogs at the next start.
     *
     * @throws IllegalStateException if the application runs
     */
    public void cleanUp() {
        if (!state().hasNotStarted() && !state().hasCompletedShutdown()) {
            throw new IllegalStateException(
                    "local state can only be deleted while the application does not run, but its state is " + state());
        }
        StateCleaner.delete(settings.stateDirectory());
    }

    /** The states of an application's life, those of {@code KafkaStreams.State}. */
    public enum State {
        /** Made, not started. */
        CREATED,
        /** Tasks are being opened and restored. */
        REBALANCING,
        /** All tasks process. */
        RUNNING,
        /** Closing because it was asked to. */
        PENDING_SHUTDOWN,
        /** Closed. */
        NOT_RUNNING,
        /** Closing because of a failure. */
        PENDING_ERROR,
        /** Closed because of a failure. */
        ERROR;

        /** Returns whether the application was not started yet. */
        public boolean hasNotStarted() {
            return this == CREATED;
        }

        /** Returns whether tasks run or are about to. */
        public boolean isRunningOrRebalancing() {
            return this == RUNNING || this == REBALANCING;
        }

        /** Returns whether the application is closing. */
        public boolean isShuttingDown() {
            return this == PENDING_SHUTDOWN || this == PENDING_ERROR;
        }

        /** Returns whether the application is closed. */
        public boolean hasCompletedShutdown() {
            return this == NOT_RUNNING || this == ERROR;
        }

        /** Returns whether the application is closing or closed. */
        public boolean hasStartedOrFinishedShuttingDown() {
            return isShuttingDown() || hasCompletedShutdown();
        }

        /** Returns whether the application may go from this state to another. */
        public boolean isValidTransition(State next) {
            return successors().contains(next);
        }

        private Set<State> successors() {
            return switch (this) {
                case CREATED -> EnumSet.of(REBALANCING, PENDING_SHUTDOWN);
                case REBALANCING -> EnumSet.of(RUNNING, PENDING_SHUTDOWN, PENDING_ERROR);
                case RUNNING -> EnumSet.of(REBALANCING, PENDING_SHUTDOWN, PENDING_ERROR);
                case PENDING_SHUTDOWN -> EnumSet.of(NOT_RUNNING);
                case PENDING_ERROR -> EnumSet.of(ERROR);
                case NOT_RUNNING, ERROR -> EnumSet.noneOf(State.class);
            };
        }
    }

    /** Told of changes of state. */
    @FunctionalInterface
    public interface StateListener {
        /**
         * The state has changed. Must return soon; may call {@link StreamsApp#close}, which then does not wait.
         *
         * @param newState what it is
         * @param oldState what it was
         */
        void onChange(State newState, State oldState);
    }
}
