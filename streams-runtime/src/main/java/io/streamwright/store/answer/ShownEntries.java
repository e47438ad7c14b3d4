package io.streamwright.store.answer;

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
public class ShownEntries<K, S, V> implements KeyValueIterator<K, V> {
    private final KeyValueIterator<K, S> stored;
    private final Showing<S, V> shown;

    /**
     * Shows entries.
     *
     * @param stored closed with this
     * @param shown makes a value to show of one that is stored
     */
    public ShownEntries(KeyValueIterator<K, S> stored, Showing<S, V> shown) {
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
    public static final class OfWindows<S, V> extends ShownEntries<Long, S, V> implements WindowStoreIterator<V> {
        /** Shows entries, as above. */
        public OfWindows(WindowStoreIterator<S> stored, Showing<S, V> shown) {
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
    public interface Showing<S, V> {
        /** Returns null if there is nothing to show. */
        @Nullable
        V show(S stored);
    }
}
