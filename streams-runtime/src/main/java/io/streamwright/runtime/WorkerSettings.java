package io.streamwright.runtime;

import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.transaction.ErrorRules;

/**
 * How an application's workers run. Immutable.
 *
 * @param namePrefix prefix of the names of their threads
 * @param count how many there are
 * @param pollMs how long a worker without work waits, in milliseconds
 * @param purgeIntervalMs how often what a task has consumed of repartition topics is dropped, in milliseconds
 * @param errors how errors of the log are answered
 */
record WorkerSettings(String namePrefix, int count, long pollMs, long purgeIntervalMs, ErrorRules errors) {

    WorkerSettings with(TransactionErrorHandler handler) {
        return new WorkerSettings(namePrefix, count, pollMs, purgeIntervalMs, errors.with(handler));
    }

    /** Returns the pause before something that failed is tried again, in milliseconds. */
    long retryBackoffMs() {
        return errors.retryBackoffMs();
    }
}
