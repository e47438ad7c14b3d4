package io.streamwright.runtime;

import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;

/**
 * What a task does to its transactions, as seen from the log: counts its calls.
 *
 * <p>Thread-safe: as {@link Fault} is.
 */
final class WatchedTask {
    private final Fault openings;
    private final Fault begins;
    private final Fault commits;
    private final Fault committed;
    private final Fault aborts;

    /** Begins to watch; faults that are armed later are seen as the task sees them. */
    WatchedTask(FaultyLog log, String transactionalId) {
        openings = watch(log, LogCall.OPEN_WRITER, transactionalId);
        begins = watch(log, LogCall.BEGIN, transactionalId);
        commits = watch(log, LogCall.COMMIT, transactionalId);
        aborts = watch(log, LogCall.ABORT, transactionalId);
        committed = log.at(LogCall.COMMIT)
                .ofWriter(transactionalId)
                .afterItTookEffect()
                .always()
                .watch();
    }

    private static Fault watch(FaultyLog log, LogCall call, String transactionalId) {
        return log.at(call).ofWriter(transactionalId).always().watch();
    }

    /** Returns how often its id was opened, or to be opened. */
    int openings() {
        return openings.fired();
    }

    int begins() {
        return begins.fired();
    }

    /** Returns how often the log was asked to commit. */
    int commits() {
        return commits.fired();
    }

    /** Returns how many commits took effect. */
    int committed() {
        return committed.fired();
    }

    void awaitCommitted(int times) throws InterruptedException {
        committed.awaitFired(times, AppHarness.LONG);
    }

    /** Returns how often the log was asked to abort. */
    int aborts() {
        return aborts.fired();
    }
}
