/**
 * The DSL behind its interfaces: records what a program calls as a plan, and lowers the plan to a topology.
 *
 * <p>Runs on the thread that builds the program. May use {@code kstream}, {@code processor}, {@code state}, {@code topology} and
 * the packages below this one.
 */
@NullMarked
package io.streamwright.dsl;

import org.jspecify.annotations.NullMarked;
