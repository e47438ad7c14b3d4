/**
 * The application at work: its life cycle, its workers and what they are told.
 *
 * <p>{@link io.streamwright.runtime.StreamsApp} is for programs and thread-safe; everything else runs on the thread of one
 * worker or says otherwise. May use every package of the engine but the inside of a log.
 */
@NullMarked
package io.streamwright.runtime;

import org.jspecify.annotations.NullMarked;
