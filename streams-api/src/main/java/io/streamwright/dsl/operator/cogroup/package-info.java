/**
 * Operators on the records of several grouped streams.
 *
 * <p>Processors run on the worker of their task. May use {@code dsl.operator}, the public packages and {@code topology}.
 */
@NullMarked
package io.streamwright.dsl.operator.cogroup;

import org.jspecify.annotations.NullMarked;
