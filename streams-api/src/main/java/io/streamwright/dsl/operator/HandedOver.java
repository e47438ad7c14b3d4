package io.streamwright.dsl.operator;

import io.streamwright.processor.StateStore;
import io.streamwright.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * An update on the way to the operator that passes it on. The record that carries it has the timestamp of the update's cause. Immutable.
 *
 * @param change the new value and the row's value before
 * @param timestamp the row's time
 * @param before the row before; null if there was none
 * @param store keeps the table
 * @param <V> the values
 */
public record HandedOver<V>(
        Change<V> change, long timestamp, @Nullable ValueAndTimestamp<V> before, StateStore store) {}
