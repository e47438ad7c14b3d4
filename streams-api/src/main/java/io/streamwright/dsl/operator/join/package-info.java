/**
 * The operators that join tables, and streams with tables, by key: how rows of another table are looked up, and what becomes of
 * them.
 *
 * <p>Made by the suppliers that the lowering asks for, run by the worker of their task. May use what {@code dsl.operator} may, and
 * that package's stored tables.
 */
@NullMarked
package io.streamwright.dsl.operator.join;

import org.jspecify.annotations.NullMarked;
