/**
 * The operator that passes records once.
 *
 * <p>Processors run on the worker of their task. May use {@code dsl.operator}, the public packages and {@code topology}.
 */
@NullMarked
package io.streamwright.dsl.operator.distinct;

import org.jspecify.annotations.NullMarked;
