/**
 * How stores answer the questions of {@code query}, whether a processor asks, or somebody outside.
 *
 * <p>Runs on the asking thread. May use the public packages.
 */
@NullMarked
package io.streamwright.store.answer;

import org.jspecify.annotations.NullMarked;
