/**
 * Carries out what the protocol decides: the log's loop, its requests, and rounds that each are one write.
 *
 * <p>One loop owns the state machines of {@code log.embedded.coordinator}, {@code .partition} and {@code .group}; requests reach it as
 * messages from any thread. Uses these, {@code log.embedded.storage}, {@code .batch} and {@code .read}, to which it publishes.
 */
@NullMarked
package io.streamwright.log.embedded.execution;

import org.jspecify.annotations.NullMarked;
