package io.streamwright.store.answer;

import io.streamwright.KeyValue;
import io.streamwright.processor.api.ReadOnlyRecord;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.ReadOnlyRecordIterator;
import java.util.function.BiFunction;

/**
 * Walks over the entries of a store as records.
 *
 * <p>Owner: who asked.
 *
 * @param <K> the keys
 * @param <S> the values as they are stored
 * @param <V> the values of the records
 */
final class ShownRecords<K, S, V> implements ReadOnlyRecordIterator<K, V> {
    private final KeyValueIterator<K, S> stored;
    private final BiFunction<K, S, ReadOnlyRecord<K, V>> shown;

    /**
     * Shows entries.
     *
     * @param stored closed with this
     * @param shown makes a record of an entry
     */
    ShownRecords(KeyValueIterator<K, S> stored, BiFunction<K, S, ReadOnlyRecord<K, V>> shown) {
        this.stored = stored;
        this.shown = shown;
    }

    @Override
    public boolean hasNext() {
        return stored.hasNext();
    }

    @Override
    public ReadOnlyRecord<K, V> next() {
        KeyValue<K, S> entry = stored.next();
        return shown.apply(entry.key, entry.value);
    }

    @Override
    public void close() {
        stored.close();
    }
}
