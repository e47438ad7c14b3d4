package io.streamwright.runtime.query;

import io.streamwright.KeyValue;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * Walks through entries and shows their values in another form.
 *
 * <p>Owner: the thread that asked for it.
 *
 * @param <K> the keys
 * @param <S> the values as they are stored
 * @param <V> the values as they are shown
 */
class ShownEntries<K, S, V> implements KeyValueIterator<K, V> {
    private final KeyValueIterator<K, S> stored;
    private final Showing<S, V> shown;

    ShownEntries(KeyValueIterator<K, S> stored, Showing<S, V> shown) {
        this.stored = stored;
        this.shown = shown;
    }

    @Override
    public boolean hasNext() {
        return stored.hasNext();
    }

    @Override
    @SuppressWarnings("NullAway") // A value that the deserializer makes nothing of is null here, as it is in the store.
    public KeyValue<K, V> next() {
        KeyValue<K, S> entry = stored.next();
        return KeyValue.pair(entry.key, entry.value == null ? null : shown.show(entry.value));
    }

    @Override
    public K peekNextKey() {
        return stored.peekNextKey();
    }

    @Override
    public void close() {
        stored.close();
    }

    /** The windows of one key. Owner: as above. */
    static final class OfWindows<S, V> extends ShownEntries<Long, S, V> implements WindowStoreIterator<V> {
        OfWindows(WindowStoreIterator<S> stored, Showing<S, V> shown) {
            super(stored, shown);
        }
    }

    /**
     * Makes a value to show of one that is stored. Thread-safe.
     *
     * @param <S> the values as they are stored
     * @param <V> the values as they are shown
     */
    @FunctionalInterface
    interface Showing<S, V> {
        /** Returns null if there is nothing to show. */
        @Nullable
        V show(S stored);
    }
}
