/**
 * The operators of global tables: what keeps one, and what joins a stream with one.
 *
 * <p>Made by the suppliers that the lowering asks for. The keeper is run by the loop that reads global topics, the join by the worker of
 * its task. May use what {@code dsl.operator} may.
 */
@NullMarked
package io.streamwright.dsl.operator.global;

import org.jspecify.annotations.NullMarked;
