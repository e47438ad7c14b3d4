package io.streamwright.dsl.operator;

import org.jspecify.annotations.Nullable;

/**
 * An update of a table's row, as it flows between table operators. Immutable.
 *
 * @param newValue the value from now on; null: the row is deleted
 * @param oldValue the value until now; null: there was none, or nobody downstream asked for it
 * @param <V> the values
 */
public record Change<V>(@Nullable V newValue, @Nullable V oldValue) {}
