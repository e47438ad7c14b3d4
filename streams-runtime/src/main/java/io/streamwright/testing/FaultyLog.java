package io.streamwright.testing;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogProvider;
import io.streamwright.log.Logs;
import java.util.Map;

/**
 * A log that fails where a test says: wraps another log, and throws any exception at any call of it.
 *
 * <pre>{@code
 * FaultyLog log = new FaultyLog();
 * Fault lost = log.at(LogCall.COMMIT)
 *         .ofWriter("my-app-0_1")
 *         .afterItTookEffect()
 *         .fail(() -> new TimeoutException("no answer"));
 * try (StreamsApp app = new StreamsApp(topology, settings, log)) {
 *     app.start();
 *     lost.awaitFired(Duration.ofSeconds(10));
 *     ...
 * }
 * }</pre>
 *
 * <p>A failed call leaves its writer or reader as the call of a real log would: after an append that failed only an abort helps, a
 * commit whose answer was lost cannot be aborted any more. Without faults it does exactly what the log below it does.
 *
 * <p>Faults strike all clients that this object has opened or wrapped, also those opened before the fault was armed.
 *
 * <p>Thread-safe.
 */
public final class FaultyLog implements LogProvider {
    private final LogProvider log;
    private final Faults faults = new Faults();

    /** Makes one over the logs that {@link Logs} knows. */
    public FaultyLog() {
        this(Logs.installed());
    }

    private FaultyLog(LogProvider log) {
        this.log = log;
    }

    /** Makes one over a log that is opened by the given provider. */
    public static FaultyLog over(LogProvider log) {
        return new FaultyLog(log);
    }

    /**
     * Begins a fault at a call.
     *
     * @return says the rest, and arms it
     */
    public FaultBuilder at(LogCall call) {
        return new FaultBuilder(faults, call);
    }

    /** Forgets all faults, and lets all calls go on that they hold: the log works from now on. */
    public void clear() {
        faults.clear();
    }

    /** Returns a client that makes its calls on another one, and closes that when it is closed. */
    public LogClient wrap(LogClient client) {
        return new FaultyLogClient(client, faults);
    }

    @Override
    public boolean accepts(String address) {
        return log.accepts(address);
    }

    @Override
    public LogClient open(String address, Map<String, ?> config) {
        return wrap(faults.get(MadeCall.of(LogCall.OPEN_LOG), () -> log.open(address, config), LogClient::close));
    }
}
