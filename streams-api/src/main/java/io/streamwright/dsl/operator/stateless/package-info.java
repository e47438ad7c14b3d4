/**
 * The operators that look at one record at a time and keep nothing.
 *
 * <p>Run by the worker of their task. May use {@code kstream} and {@code processor}.
 */
@NullMarked
package io.streamwright.dsl.operator.stateless;

import org.jspecify.annotations.NullMarked;
