/**
 * What a program set in the options of a call: names, serdes, stores, partitions.
 *
 * <p>Made on the thread that builds the program, read by the plan and the lowering. May use {@code dsl.operator}, {@code kstream},
 * {@code processor} and {@code state}.
 */
@NullMarked
package io.streamwright.dsl.settings;

import org.jspecify.annotations.NullMarked;
