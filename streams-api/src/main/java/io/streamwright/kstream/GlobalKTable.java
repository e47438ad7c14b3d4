package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * A table of the latest value of each key of a whole topic, of which every instance of the application keeps a full copy.
 *
 * <p>All partitions of the topic are read, committed records only, before the first record of a stream is processed; then the table
 * follows the topic on its own. So a stream can be joined with it by any key and whatever the number of its partitions, and which row
 * a record meets depends on when both come, not on their timestamps. See {@link KStream#join(GlobalKTable, KeyValueMapper,
 * ValueJoiner)}.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface GlobalKTable<K extends @Nullable Object, V extends @Nullable Object> {

    /** Returns the name of the table's store, given or generated. */
    String queryableStoreName();
}
