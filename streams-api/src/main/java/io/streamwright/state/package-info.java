/**
 * State stores as programs see them, and how a program asks for one.
 *
 * <p>Stores are used on the worker thread that owns their task. The stores themselves live in another module and are found with
 * {@link java.util.ServiceLoader}. May use {@code processor} and {@code errors}.
 */
@NullMarked
package io.streamwright.state;

import org.jspecify.annotations.NullMarked;
