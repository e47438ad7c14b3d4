/**
 * A program as it was written: one immutable node for each call of the DSL.
 *
 * <p>Written by {@code io.streamwright.dsl} on the thread that builds the program, read by the rewriting and the lowering. May use
 * {@code dsl.operator}, {@code processor}, {@code state} and {@code topology}.
 */
@NullMarked
package io.streamwright.dsl.plan;

import org.jspecify.annotations.NullMarked;
