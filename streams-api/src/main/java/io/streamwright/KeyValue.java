package io.streamwright;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key with its value. Immutable, as long as key and value are.
 *
 * @param <K> the key
 * @param <V> the value
 */
public class KeyValue<K extends @Nullable Object, V extends @Nullable Object> {

    /** The key; may be null where a record without a key is meant. */
    public final K key;

    /** The value; null where a deletion is meant. */
    public final V value;

    /** Pairs a key with a value. */
    public KeyValue(K key, V value) {
        this.key = key;
        this.value = value;
    }

    /** Pairs a key with a value. */
    public static <K extends @Nullable Object, V extends @Nullable Object> KeyValue<K, V> pair(K key, V value) {
        return new KeyValue<>(key, value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof KeyValue<?, ?> that
                        && Objects.equals(key, that.key)
                        && Objects.equals(value, that.value));
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, value);
    }

    @Override
    public String toString() {
        return "KeyValue(" + key + ", " + value + ")";
    }
}
