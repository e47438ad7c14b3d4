/**
 * The application that runs a topology: its life cycle and the worker loops that own its tasks.
 *
 * <p>The application is used by the threads of the program; each worker loop is one thread and the only owner of its
 * tasks. Uses {@code assign} and {@code task}; nothing uses this package.
 */
@NullMarked
package io.streamwright.runtime;

import org.jspecify.annotations.NullMarked;
