/**
 * How global stores follow their topics.
 *
 * <p>Run by one loop of its own. May use {@code runtime.reading}, {@code task}, {@code store}, {@code transaction} and {@code log}; knows
 * neither workers nor the application's life.
 */
@NullMarked
package io.streamwright.runtime.global;

import org.jspecify.annotations.NullMarked;
