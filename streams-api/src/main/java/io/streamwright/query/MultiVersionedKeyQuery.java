package io.streamwright.query;

import io.streamwright.state.VersionedRecordIterator;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks a versioned store for the versions of a key that hold at some time in a range, both ends included (KIP-968); the newest first, unless
 * told otherwise. Versions that were replaced before the store's history begins are left out.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class MultiVersionedKeyQuery<K, V> implements Query<VersionedRecordIterator<V>> {

    private final K key;
    private final @Nullable Instant from;
    private final @Nullable Instant to;
    private final ResultOrder order;

    private MultiVersionedKeyQuery(K key, @Nullable Instant from, @Nullable Instant to, ResultOrder order) {
        this.key = Objects.requireNonNull(key, "key cannot be null");
        this.from = from;
        this.to = to;
        this.order = order;
    }

    /** Asks for all versions of a key. */
    public static <K, V> MultiVersionedKeyQuery<K, V> withKey(K key) {
        return new MultiVersionedKeyQuery<>(key, null, null, ResultOrder.ANY);
    }

    /**
     * Leaves out what holds no longer at a time.
     *
     * @param fromTime null: leaves nothing out
     */
    public MultiVersionedKeyQuery<K, V> fromTime(@Nullable Instant fromTime) {
        return new MultiVersionedKeyQuery<>(key, fromTime, to, order);
    }

    /**
     * Leaves out what does not hold yet at a time.
     *
     * @param toTime null: leaves nothing out
     */
    public MultiVersionedKeyQuery<K, V> toTime(@Nullable Instant toTime) {
        return new MultiVersionedKeyQuery<>(key, from, toTime, order);
    }

    /** Asks for the newest version first. */
    public MultiVersionedKeyQuery<K, V> withDescendingTimestamps() {
        return new MultiVersionedKeyQuery<>(key, from, to, ResultOrder.DESCENDING);
    }

    /** Asks for the oldest version first. */
    public MultiVersionedKeyQuery<K, V> withAscendingTimestamps() {
        return new MultiVersionedKeyQuery<>(key, from, to, ResultOrder.ASCENDING);
    }

    /** Returns the key. */
    public K key() {
        return key;
    }

    /** Returns the begin of the range; empty: from the first version on. */
    public Optional<Instant> fromTime() {
        return Optional.ofNullable(from);
    }

    /** Returns the end of the range; empty: up to the newest version. */
    public Optional<Instant> toTime() {
        return Optional.ofNullable(to);
    }

    /** Returns in which order the versions are to come. */
    public ResultOrder resultOrder() {
        return order;
    }
}
