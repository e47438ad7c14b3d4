package io.streamwright.query;

import io.streamwright.state.VersionedRecord;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks a versioned store for the version of a key that holds at a time, the newest one unless told otherwise (KIP-960); the answer is null
 * if there is none.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class VersionedKeyQuery<K, V> implements Query<VersionedRecord<V>> {

    private final K key;
    private final @Nullable Instant asOf;

    private VersionedKeyQuery(K key, @Nullable Instant asOf) {
        this.key = Objects.requireNonNull(key, "key cannot be null");
        this.asOf = asOf;
    }

    /** Asks for the newest version of a key. */
    public static <K, V> VersionedKeyQuery<K, V> withKey(K key) {
        return new VersionedKeyQuery<>(key, null);
    }

    /** Asks for the version that holds at a time. */
    public VersionedKeyQuery<K, V> asOf(Instant asOfTimestamp) {
        return new VersionedKeyQuery<>(key, Objects.requireNonNull(asOfTimestamp, "asOfTimestamp cannot be null"));
    }

    /** Returns the key. */
    public K key() {
        return key;
    }

    /** Returns the time; empty for the newest version. */
    public Optional<Instant> asOfTimestamp() {
        return Optional.ofNullable(asOf);
    }
}
