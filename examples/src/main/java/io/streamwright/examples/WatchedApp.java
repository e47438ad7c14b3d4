package io.streamwright.examples;

import io.streamwright.Topology;
import io.streamwright.errors.StreamsException;
import io.streamwright.runtime.AppProgress;
import io.streamwright.runtime.StreamsApp;
import java.time.Duration;
import java.util.Properties;

/**
 * An application that shows its progress while it works off its input.
 *
 * <p>Owner: the thread that runs the job.
 */
public final class WatchedApp implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofMinutes(1);

    private final StreamsApp app;
    private final Progress progress;
    private AppProgress last = AppProgress.NONE;

    private WatchedApp(StreamsApp app, Progress progress) {
        this.app = app;
        this.progress = progress;
    }

    /** Starts an application. */
    public static WatchedApp start(Topology topology, Properties settings, Progress progress) {
        StreamsApp app = new StreamsApp(topology, settings);
        app.start();
        return new WatchedApp(app, progress);
    }

    /**
     * Shows progress if it is time to. To be called now and then by whoever feeds the application.
     *
     * @param doing what is being done, in a few words
     * @throws StreamsException if the application has failed
     */
    public void look(String doing) {
        throwFailure();
        if (progress.isDue()) {
            last = read();
            progress.show(doing, last);
        }
    }

    private AppProgress read() {
        try {
            return app.progress();
        } catch (IllegalStateException ended) {
            throwFailure();
            throw ended;
        }
    }

    private void throwFailure() {
        app.failure().ifPresent(cause -> {
            throw new StreamsException("the application failed", cause);
        });
    }

    /**
     * Waits until all input is processed and committed, and shows progress meanwhile.
     *
     * @throws StreamsException if the application fails
     */
    public void finish(String doing) throws InterruptedException {
        while (!app.awaitCaughtUp(progress.interval())) {
            look(doing);
        }
        last = read();
    }

    /** Returns how far it was when it last showed progress or was finished. */
    public AppProgress last() {
        return last;
    }

    /**
     * Commits what is open and ends the application.
     *
     * @throws StreamsException if it has failed, or does not end
     */
    @Override
    public void close() {
        progress.end();
        if (!app.close(CLOSE_TIMEOUT)) {
            throw new StreamsException("the application did not end within " + CLOSE_TIMEOUT.toSeconds() + " s");
        }
        throwFailure();
    }
}
