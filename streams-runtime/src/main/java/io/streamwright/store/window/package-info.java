/**
 * How windows lie in the bytes of a store, and what their retention leaves behind.
 *
 * <p>Values only, without a thread of their own. May use {@code store.committed} and the public packages.
 */
@NullMarked
package io.streamwright.store.window;

import org.jspecify.annotations.NullMarked;
