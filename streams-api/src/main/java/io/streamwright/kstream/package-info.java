/**
 * What a program says in the DSL: streams, tables, their groupings, and the settings and functions that their operators take.
 *
 * <p>Interfaces and settings only; {@code io.streamwright.dsl} records what is called. Used by the thread that builds a program;
 * the functions are called by workers. May use {@code processor}, {@code state} and {@code errors}.
 */
@NullMarked
package io.streamwright.kstream;

import org.jspecify.annotations.NullMarked;
