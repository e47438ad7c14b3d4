package io.streamwright.dsl.operator.foreignkey;

import org.jspecify.annotations.Nullable;

/**
 * What a left row is told of the right row that it refers to. Immutable.
 *
 * @param rowHash of the left row that the answer is meant for; null if it is meant for none, as the row was deleted
 * @param foreignValue the right row's value; null if there is none
 * @param partition of the left row; null if it is not known, as in what was read from the topic
 * @param <V> the values of the right table
 */
public record Answer<V>(
        @Nullable RowHash rowHash,
        @Nullable V foreignValue,
        @Nullable Integer partition) {}
