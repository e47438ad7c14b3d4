package io.streamwright.runtime;

import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/** Decides what a task's failure means for the application. Thread-safe. */
interface FailureJudge {

    /**
     * Asks the program's handler, or decides as by default if there is none.
     *
     * @return REPLACE_THREAD if the task is to try again; otherwise the application has begun to shut down
     */
    StreamThreadExceptionResponse judge(RuntimeException failure);

    /** Shuts the application down, because a worker cannot go on. */
    void shutDown(RuntimeException cause);
}
