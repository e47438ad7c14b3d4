/**
 * The operator that gives rows new values by a program's transformer, and what the transformer sees of its processor.
 *
 * <p>Made by the suppliers that the lowering asks for, run by the worker of their task. May use what {@code dsl.operator} may, and
 * that package's stored tables.
 */
@NullMarked
package io.streamwright.dsl.operator.transform;

import org.jspecify.annotations.NullMarked;
