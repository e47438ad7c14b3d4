package io.streamwright.dsl.operator.streamjoin;

import io.streamwright.KeyValue;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ProcessingContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.TimestampedWindowStoreWithHeaders;
import io.streamwright.state.ValueTimestampHeaders;
import io.streamwright.state.WindowStore;
import io.streamwright.state.WindowStoreIterator;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The records of one stream that wait to be joined, in the store that keeps them, with their headers if it does.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
interface KeptRecords<K, V> {

    /**
     * Opens the records of a stream.
     *
     * @param storeName of a window store that keeps duplicates
     */
    @SuppressWarnings("unchecked") // the store is this join's
    static <K, V> KeptRecords<K, V> in(ProcessingContext context, String storeName) {
        StateStore store = context.getStateStore(storeName);
        return store instanceof TimestampedWindowStoreWithHeaders<?, ?> withHeaders
                ? new WithHeaders<>((TimestampedWindowStoreWithHeaders<K, V>) withHeaders)
                : new Plain<>((WindowStore<K, V>) store);
    }

    /** Keeps a record under a key. */
    void keep(K key, Record<?, ? extends @Nullable V> record);

    /** Returns the values of a key in a range of times, both ends inside, the earliest first; to be closed. */
    WindowStoreIterator<V> find(K key, long fromMs, long toMs);

    /** Returns where they are kept. */
    WindowStore<K, ?> store();

    /** Values alone. Owner: as above. */
    record Plain<K, V>(WindowStore<K, V> store) implements KeptRecords<K, V> {
        @Override
        public void keep(K key, Record<?, ? extends @Nullable V> record) {
            store.put(key, record.value(), record.timestamp());
        }

        @Override
        public WindowStoreIterator<V> find(K key, long fromMs, long toMs) {
            return store.fetch(key, fromMs, toMs);
        }
    }

    /** Values with timestamps and headers. Owner: as above. */
    record WithHeaders<K, V>(TimestampedWindowStoreWithHeaders<K, V> store) implements KeptRecords<K, V> {
        @Override
        public void keep(K key, Record<?, ? extends @Nullable V> record) {
            store.put(
                    key,
                    ValueTimestampHeaders.<V>make(
                            record.value(), record.timestamp(), new RecordHeaders(record.headers())),
                    record.timestamp());
        }

        @Override
        public WindowStoreIterator<V> find(K key, long fromMs, long toMs) {
            return new Values<>(store.fetch(key, fromMs, toMs));
        }
    }

    /** Values without what is kept beside them. Owner: as above. */
    record Values<V>(WindowStoreIterator<ValueTimestampHeaders<V>> kept) implements WindowStoreIterator<V> {
        @Override
        public boolean hasNext() {
            return kept.hasNext();
        }

        @Override
        public KeyValue<Long, V> next() {
            KeyValue<Long, ValueTimestampHeaders<V>> entry = kept.next();
            return KeyValue.pair(entry.key, entry.value.value());
        }

        @Override
        public Long peekNextKey() {
            return kept.peekNextKey();
        }

        @Override
        public void close() {
            kept.close();
        }
    }
}
