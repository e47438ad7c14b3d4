package io.streamwright.runtime;

/**
 * How an application's workers run. Immutable.
 *
 * @param namePrefix prefix of the names of their threads
 * @param count how many there are
 * @param pollMs how long a worker without work waits, in milliseconds
 * @param retryBackoffMs pause before something that failed is tried again, in milliseconds
 */
record WorkerSettings(String namePrefix, int count, long pollMs, long retryBackoffMs) {}
