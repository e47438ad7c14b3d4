/**
 * The operator that holds updates back until their time has come.
 *
 * <p>Processors run on the worker of their task. May use {@code dsl.operator}, the public packages and {@code topology}.
 */
@NullMarked
package io.streamwright.dsl.operator.suppress;

import org.jspecify.annotations.NullMarked;
