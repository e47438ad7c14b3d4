/**
 * The way of a table's updates from rows to groups, through a repartition topic that carries old and new values.
 *
 * <p>Made by the suppliers that the plan holds, run by the worker of their task. May use what {@code dsl.operator} may, and that
 * package's updates.
 */
@NullMarked
package io.streamwright.dsl.operator.regroup;

import org.jspecify.annotations.NullMarked;
