/**
 * How tasks are spread over processes: the algorithms behind {@code processor.assignment}. Not public.
 *
 * <p>Pure: everything is given, and the same question has the same answer. May use the public API.
 */
@NullMarked
package io.streamwright.placement;

import org.jspecify.annotations.NullMarked;
