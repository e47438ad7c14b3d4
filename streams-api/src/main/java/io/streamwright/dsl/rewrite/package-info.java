/**
 * What is made of a plan before it is lowered: rules that lead from one plan to another with the same results, and the roles that
 * the whole program gives to its tables.
 *
 * <p>Runs on the thread that builds the program. May use {@code dsl.plan} and {@code dsl.operator}.
 */
@NullMarked
package io.streamwright.dsl.rewrite;

import org.jspecify.annotations.NullMarked;
