/**
 * The operators of the DSL as ordinary processors: what each does to a record.
 *
 * <p>Made by the suppliers that the plan holds, run by the worker of their task. Nothing here knows the engine; may use
 * {@code kstream}, {@code processor}, {@code state} and {@code topology}.
 */
@NullMarked
package io.streamwright.dsl.operator;

import org.jspecify.annotations.NullMarked;
