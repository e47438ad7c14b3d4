/**
 * Keeps others out of a directory: other processes, and other parts of this one.
 *
 * <p>Any thread. Uses no other package of the engine.
 */
@NullMarked
package io.streamwright.lock;

import org.jspecify.annotations.NullMarked;
