/**
 * The operators that join streams with each other: records wait in window stores, and those without a match in a store of their own
 * until their window closes.
 *
 * <p>Made by the suppliers that the lowering asks for, run by the worker of their task. May use {@code dsl.operator}, the kinds of
 * joins of {@code dsl.operator.join} and the stream time of {@code dsl.operator.window}.
 */
@NullMarked
package io.streamwright.dsl.operator.streamjoin;

import org.jspecify.annotations.NullMarked;
