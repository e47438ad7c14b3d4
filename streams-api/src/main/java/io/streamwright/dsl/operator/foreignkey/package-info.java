/**
 * The operators that join tables by a foreign key: subscriptions of left rows to right ones, the answers, and how both lie in bytes.
 *
 * <p>A left row's subscription goes through a topic to the task that has the right row. It is kept there in a store and answered by
 * way of another topic: at once, and whenever the right row changes. An answer carries the hash of the left row that it is meant for,
 * so that one which comes too late is told from one that holds.
 *
 * <p>Made by the suppliers that the lowering asks for, run by the worker of their task. May use what {@code dsl.operator} may, that
 * package's stored tables, and the look-up of rows in {@code dsl.operator.join}.
 */
@NullMarked
package io.streamwright.dsl.operator.foreignkey;

import org.jspecify.annotations.NullMarked;
