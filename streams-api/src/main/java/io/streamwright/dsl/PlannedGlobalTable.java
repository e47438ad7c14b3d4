package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.kstream.GlobalKTable;
import org.jspecify.annotations.Nullable;

/**
 * A global table of a program.
 *
 * <p>Immutable.
 *
 * @param recorder takes down the program
 * @param queryableStoreName the table's store
 * @param <K> the keys
 * @param <V> the values
 */
record PlannedGlobalTable<K extends @Nullable Object, V extends @Nullable Object>(
        PlanRecorder recorder, String queryableStoreName) implements GlobalKTable<K, V> {

    /**
     * Returns the store of a table of the same program as the operator's that is called with it.
     *
     * @throws IllegalArgumentException if it is of another one
     */
    static String storeOf(PlanRecorder recorder, GlobalKTable<?, ?> table) {
        if (requireNonNull(table, "global table") instanceof PlannedGlobalTable<?, ?> planned
                && planned.recorder == recorder) {
            return planned.queryableStoreName;
        }
        throw new IllegalArgumentException("only a global table of the same StreamsBuilder can be joined, not " + table
                + ": it would be in another program");
    }
}
