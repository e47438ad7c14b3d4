package io.streamwright.state;

import io.streamwright.KeyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * Walks through several iterators, one after the other. All are open from the beginning, so what they see is of about the same time.
 *
 * <p>Owner: the thread that asked for it.
 *
 * @param <K> the keys
 * @param <V> the values
 */
class CompositeIterator<K, V> implements KeyValueIterator<K, V> {
    private final List<? extends KeyValueIterator<K, V>> parts;
    private int next;

    private CompositeIterator(List<? extends KeyValueIterator<K, V>> parts) {
        this.parts = parts;
    }

    /** Asks each store, or none if one cannot answer. */
    static <S, K, V> KeyValueIterator<K, V> open(List<S> stores, Function<S, KeyValueIterator<K, V>> question) {
        return new CompositeIterator<>(ask(stores, question));
    }

    /** The same for the windows of one key. */
    static <S, V> WindowStoreIterator<V> openWindows(List<S> stores, Function<S, WindowStoreIterator<V>> question) {
        return new OfWindows<>(ask(stores, question));
    }

    private static <S, I extends KeyValueIterator<?, ?>> List<I> ask(List<S> stores, Function<S, I> question) {
        List<I> opened = new ArrayList<>(stores.size());
        try {
            stores.forEach(store -> opened.add(question.apply(store)));
            return opened;
        } catch (RuntimeException e) {
            closeAll(opened, e);
            throw e;
        }
    }

    private static void closeAll(List<? extends KeyValueIterator<?, ?>> opened, RuntimeException cause) {
        for (KeyValueIterator<?, ?> part : opened) {
            try {
                part.close();
            } catch (RuntimeException e) {
                cause.addSuppressed(e);
            }
        }
    }

    @Override
    public boolean hasNext() {
        while (next < parts.size()) {
            if (parts.get(next).hasNext()) {
                return true;
            }
            next++;
        }
        return false;
    }

    private KeyValueIterator<K, V> current() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more entries");
        }
        return parts.get(next);
    }

    @Override
    public KeyValue<K, V> next() {
        return current().next();
    }

    @Override
    public K peekNextKey() {
        return current().peekNextKey();
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (KeyValueIterator<K, V> part : parts) {
            try {
                part.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** The windows of one key. Owner: as above. */
    private static final class OfWindows<V> extends CompositeIterator<Long, V> implements WindowStoreIterator<V> {
        OfWindows(List<WindowStoreIterator<V>> parts) {
            super(parts);
        }
    }
}
