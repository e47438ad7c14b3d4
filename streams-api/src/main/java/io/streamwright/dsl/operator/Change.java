package io.streamwright.dsl.operator;

import org.jspecify.annotations.Nullable;

/**
 * An update of a table's row, as it flows between table operators. Immutable.
 *
 * @param newValue the value from now on; null: the row is deleted
 * @param oldValue the value until now; null: there was none, or nobody downstream asked for it
 * @param latest whether it makes the newest version of the row; false for an older one that comes late into a versioned table (KIP-914)
 * @param <V> the values
 */
public record Change<V>(@Nullable V newValue, @Nullable V oldValue, boolean latest) {

    /** An update that makes the newest version of the row. */
    public Change(@Nullable V newValue, @Nullable V oldValue) {
        this(newValue, oldValue, true);
    }

    /** Returns the same without the old value. */
    Change<V> withoutOld() {
        return new Change<>(newValue, null, latest);
    }
}
