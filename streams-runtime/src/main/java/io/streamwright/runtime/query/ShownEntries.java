package io.streamwright.runtime.query;

import io.streamwright.KeyValue;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.WindowStoreIterator;
import java.util.function.Function;
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
    private final Function<S, @Nullable V> shown;

    ShownEntries(KeyValueIterator<K, S> stored, Function<S, @Nullable V> shown) {
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
        return KeyValue.pair(entry.key, entry.value == null ? null : shown.apply(entry.value));
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
        OfWindows(WindowStoreIterator<S> stored, Function<S, @Nullable V> shown) {
            super(stored, shown);
        }
    }
}
