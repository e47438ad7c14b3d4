package io.streamwright.runtime;

import io.streamwright.loop.Clock;
import io.streamwright.metrics.AppMetrics;
import io.streamwright.runtime.query.LocalTasks;
import java.util.function.BooleanSupplier;

/**
 * The application, as its workers see it. Immutable.
 *
 * @param lifecycle told when a worker is ready and when it has ended
 * @param board takes the tasks' reports
 * @param localTasks told which tasks are open, for queries
 * @param judge decides about failures
 * @param clock the time
 * @param settings how workers run
 * @param metrics the application's
 * @param paused returns whether the program wants no input to be taken
 */
record WorkerSupport(
        Lifecycle lifecycle,
        StatusBoard board,
        LocalTasks localTasks,
        FailureJudge judge,
        Clock clock,
        WorkerSettings settings,
        AppMetrics metrics,
        BooleanSupplier paused) {}
