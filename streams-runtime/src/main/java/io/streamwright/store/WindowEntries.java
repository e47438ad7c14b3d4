package io.streamwright.store;

import io.streamwright.KeyValue;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.WindowStoreIterator;
import io.streamwright.store.view.StoreIterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the entries of several ranges of a window store, one range after the other, leaving out what is not asked for.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> what is made of a stored key, and of the headers before its value if there are any
 * @param <S> the values
 */
class WindowEntries<K, S> implements KeyValueIterator<K, S> {
    private final String store;
    private final List<StoreIterator> ranges;
    private final Predicate<Bytes> inside;
    private final BiFunction<Bytes, byte[], K> keys;
    private final Function<byte[], @Nullable S> values;
    private int range;
    private boolean closed;

    WindowEntries(
            String store,
            List<StoreIterator> ranges,
            Predicate<Bytes> inside,
            BiFunction<Bytes, byte[], K> keys,
            Function<byte[], @Nullable S> values) {
        this.store = store;
        this.ranges = ranges;
        this.inside = inside;
        this.keys = keys;
        this.values = values;
        findNext();
    }

    private void findNext() {
        while (range < ranges.size()) {
            StoreIterator current = ranges.get(range);
            while (current.isValid()) {
                if (inside.test(current.key())) {
                    return;
                }
                current.advance();
            }
            range++;
        }
    }

    @Override
    public boolean hasNext() {
        // the store closes all of them when its task is closed
        if (closed || (!ranges.isEmpty() && ranges.get(0).isClosed())) {
            throw new InvalidStateStoreException("an iterator of store " + store + " was used after it was closed");
        }
        return range < ranges.size();
    }

    @Override
    public K peekNextKey() {
        StoreIterator current = current();
        return keys.apply(current.key(), current.value());
    }

    private StoreIterator current() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more windows in this range of store " + store);
        }
        return ranges.get(range);
    }

    @Override
    @SuppressWarnings("NullAway") // A value that the deserializer makes nothing of is null here, as it is in fetch.
    public KeyValue<K, S> next() {
        StoreIterator current = current();
        KeyValue<K, S> entry = KeyValue.pair(keys.apply(current.key(), current.value()), values.apply(current.value()));
        current.advance();
        findNext();
        return entry;
    }

    @Override
    public void close() {
        closed = true;
        ranges.forEach(StoreIterator::close);
    }

    /** The windows of one key. Owner: as above. */
    static final class OfKey<S> extends WindowEntries<Long, S> implements WindowStoreIterator<S> {
        OfKey(
                String store,
                List<StoreIterator> ranges,
                Predicate<Bytes> inside,
                BiFunction<Bytes, byte[], Long> keys,
                Function<byte[], @Nullable S> values) {
            super(store, ranges, inside, keys, values);
        }
    }
}
