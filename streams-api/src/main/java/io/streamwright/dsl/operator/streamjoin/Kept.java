package io.streamwright.dsl.operator.streamjoin;

import org.jspecify.annotations.Nullable;

/**
 * What a record of a joined stream brings to the join. Immutable.
 *
 * @param value its value; null if it has none
 * @param streamTimeMs the highest timestamp of a record of its stream that is kept, in ms since the epoch; -1 before the first. The
 *     join itself knows the other stream's store alone.
 */
public record Kept<V>(@Nullable V value, long streamTimeMs) {}
