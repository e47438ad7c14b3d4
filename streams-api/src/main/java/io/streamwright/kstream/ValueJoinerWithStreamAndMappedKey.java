package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Makes a value of a stream's and a global table's, and may look at both keys.
 *
 * <p>Called by any worker: it must be thread-safe, and it may be called again for the same values after an abort.
 *
 * @param <StreamKey> the keys of the stream
 * @param <TableKey> the keys of the table
 * @param <StreamValue> the values of the stream
 * @param <TableValue> the values of the table
 * @param <VOut> the results
 */
@FunctionalInterface
public interface ValueJoinerWithStreamAndMappedKey<
        StreamKey extends @Nullable Object,
        TableKey extends @Nullable Object,
        StreamValue extends @Nullable Object,
        TableValue extends @Nullable Object,
        VOut extends @Nullable Object> {

    /**
     * Joins two values.
     *
     * @param streamKey the record's key; it must not be changed
     * @param tableKey what the key selector made of the record; null only if the join has results for records without a row
     * @param streamValue the record's value
     * @param tableValue the row's value; null alike
     * @return the result
     */
    VOut apply(StreamKey streamKey, TableKey tableKey, StreamValue streamValue, TableValue tableValue);
}
