package io.streamwright.kstream;

import io.streamwright.processor.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * Gives each row of a table a new value, and may use stores, the key, and what is known of the record at work.
 *
 * <p>Owner: the worker thread of the task that it was made for. Its fields are not part of the task's transaction: when a transaction is
 * aborted, the engine closes it and gets another one from the supplier. What has to last belongs into a store.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VR> the new values
 */
public interface ValueTransformerWithKey<
        K extends @Nullable Object, V extends @Nullable Object, VR extends @Nullable Object> {

    /**
     * Prepares the transformer; called once, before any value. Stores are open.
     *
     * @param context what it works with until it is closed; it cannot forward
     */
    void init(ProcessorContext context);

    /**
     * Makes one value. It is called for new values, for old ones where an operator downstream needs them, and for rows that joins look up:
     * so the same row may come several times.
     *
     * @param readOnlyKey the row's key; it must not be changed
     * @param value the row's value; null if the row is deleted or missing
     * @return the new value; null: there is no such row downstream
     */
    @Nullable
    VR transform(K readOnlyKey, @Nullable V value);

    /** Gives up what the transformer holds outside of its stores; called once. */
    void close();
}
