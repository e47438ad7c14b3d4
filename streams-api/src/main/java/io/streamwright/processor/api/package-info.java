/**
 * The Processor API: typed processors, the records they get and forward, their contexts.
 *
 * <p>Processors run on the worker thread that owns their task; none of their calls overlap. May use {@code processor},
 * {@code state} and {@code errors}.
 */
@NullMarked
package io.streamwright.processor.api;

import org.jspecify.annotations.NullMarked;
