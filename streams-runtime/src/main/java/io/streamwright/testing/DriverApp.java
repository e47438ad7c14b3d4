package io.streamwright.testing;

import io.streamwright.StreamsConfig;
import io.streamwright.StreamsMetrics;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsException;
import io.streamwright.processor.StateStore;
import io.streamwright.runtime.SteppedApp;
import io.streamwright.task.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;

/**
 * The application that a driver runs: lets it work until nothing is left to do, commits, and makes it die.
 *
 * <p>Owner: the driver.
 */
final class DriverApp implements AutoCloseable {
    /** A transaction that never becomes due. */
    private static final long NEVER_MS = Long.MAX_VALUE / 2;

    /** A program that writes what it reads does not keep a test for ever. */
    private static final int MOST_TURNS = 10_000_000;

    /** An answer of the log wakes the reader, whose next poll then returns at once and empty: one idle turn says nothing. */
    private static final int IDLE_TURNS = 2;

    private final ProgramTopics topics;
    private final DriverLog log;
    private final DriverClock clock;
    private final FaultyLog faults = new FaultyLog();
    private final SteppedApp app;
    private boolean byHand;
    private boolean crashed;

    private DriverApp(
            Topology topology,
            StreamsConfig settings,
            Path stateDirectory,
            ProgramTopics topics,
            DriverLog log,
            DriverClock clock) {
        this.topics = topics;
        this.log = log;
        this.clock = clock;
        this.app = new SteppedApp(topology, settings, faults.wrap(log.newClient()), stateDirectory, clock);
    }

    /** Makes an application with a directory of its own, and starts it if all it reads is there. */
    static DriverApp open(
            Topology topology, StreamsConfig settings, ProgramTopics topics, DriverLog log, DriverClock clock) {
        Path directory = newDirectory(settings);
        DriverApp opened;
        try {
            opened = new DriverApp(topology, settings, directory, topics, log, clock);
        } catch (RuntimeException e) {
            deleteEmpty(directory, e);
            throw e;
        }
        try {
            opened.startIfComplete();
        } catch (RuntimeException | Error e) {
            opened.closeAfter(e);
            throw e;
        }
        return opened;
    }

    private static Path newDirectory(StreamsConfig settings) {
        String prefix = "topology-test-driver-";
        String parent = settings.getString(StreamsConfig.STATE_DIR_CONFIG);
        try {
            return parent == null || parent.isEmpty()
                    ? Files.createTempDirectory(prefix)
                    : Files.createTempDirectory(Files.createDirectories(Path.of(parent)), prefix);
        } catch (IOException e) {
            throw new UncheckedIOException("no directory for the stores", e);
        }
    }

    private static void deleteEmpty(Path directory, Exception cause) {
        try {
            Files.delete(directory);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private void closeAfter(Throwable cause) {
        try {
            close();
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /** A program whose source is a pattern cannot begin before a topic matches. */
    private void startIfComplete() {
        if (topics.isComplete(log.topics())) {
            app.start();
            commitEvery(byHand ? NEVER_MS : 0);
            run();
        }
    }

    /** A new topic matches a pattern: the tasks are given up and assigned anew, as by a rebalance. */
    void addTopic(String topic) {
        if (app.isRunning()) {
            commit();
            app.stop();
        }
        log.create(topic, 1);
        if (!crashed) {
            startIfComplete();
        }
    }

    FaultyLog faults() {
        return faults;
    }

    /** Returns the metrics of the program, which go on counting over restarts. */
    StreamsMetrics metrics() {
        return app.metrics();
    }

    Collection<Task> tasks() {
        requireAlive();
        return app.tasks();
    }

    Map<String, StateStore> globalStores() {
        requireAlive();
        return app.globalStores();
    }

    void commitByHand() {
        byHand = true;
        commitEvery(NEVER_MS);
    }

    void commitEachRecord() {
        byHand = false;
        commitEvery(0);
        settle();
    }

    private void commitEvery(long intervalMs) {
        app.tasks().forEach(task -> task.commitEvery(intervalMs));
    }

    /** Commits until nothing is open: what one task has committed may be input of the next. */
    void commit() {
        requireAlive();
        boolean open = true;
        for (int round = 0; open; round++) {
            if (round == MOST_TURNS) {
                throw new StreamsException("something is still uncommitted after " + MOST_TURNS + " commits");
            }
            app.requestCommit();
            settle();
            open = !app.tasks().stream().allMatch(Task::isIdle);
        }
    }

    void abort() {
        requireAlive();
        if (app.isRunning()) {
            app.abort(new StreamsException("the test driver was told to abort"));
            app.takeAnswers();
        }
    }

    void crash() {
        requireAlive();
        crashed = true;
        if (app.isRunning()) {
            app.stop();
        }
    }

    void restart() {
        if (!crashed) {
            throw new IllegalStateException("the application has not crashed");
        }
        crashed = false;
        try {
            startIfComplete();
        } catch (RuntimeException e) {
            crashed = !app.isRunning();
            throw e;
        }
    }

    private void requireAlive() {
        if (crashed) {
            throw new IllegalStateException("the application has crashed: restart() comes first");
        }
    }

    /** Lets the application work until there is nothing more to do; without effect while it does not run. */
    void settle() {
        if (app.isRunning()) {
            app.resume();
            if (!byHand) {
                app.requestCommit();
            }
            run();
        }
    }

    private void run() {
        log.step();
        int idleTurns = 0;
        for (int turn = 0; idleTurns < IDLE_TURNS; turn++) {
            if (turn == MOST_TURNS) {
                throw new StreamsException("the application still works after " + MOST_TURNS
                        + " turns: does it write to a topic that it reads?");
            }
            idleTurns = app.step() ? 0 : idleTurns + 1;
            log.takeOutputs();
            if (idleTurns == IDLE_TURNS && app.waitsMs() > 0) {
                clock.pass(app.waitsMs());
                idleTurns = 0;
            }
        }
        app.takeFailure().ifPresent(failure -> {
            throw failure;
        });
    }

    @Override
    public void close() {
        faults.clear();
        try {
            if (app.isRunning()) {
                app.stop();
            }
        } finally {
            app.cleanUp();
        }
    }
}
