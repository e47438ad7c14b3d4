package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key in one window: what the results of a windowed aggregation are kept under. Immutable, as long as the key is.
 *
 * @param <K> the key
 */
public class Windowed<K extends @Nullable Object> {

    private final K key;
    private final Window window;

    /** Pairs a key with a window. */
    public Windowed(K key, Window window) {
        this.key = key;
        this.window = requireNonNull(window, "window");
    }

    /** Returns the key. */
    public K key() {
        return key;
    }

    /** Returns the window. */
    public Window window() {
        return window;
    }

    @Override
    public String toString() {
        return "[" + key + "@" + window.start() + "/" + window.end() + "]";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Windowed<?> that && window.equals(that.window) && Objects.equals(key, that.key));
    }

    @Override
    public int hashCode() {
        return window.hashCode() * 31 + Objects.hashCode(key);
    }
}
