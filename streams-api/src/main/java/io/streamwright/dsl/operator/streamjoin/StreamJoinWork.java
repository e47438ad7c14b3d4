package io.streamwright.dsl.operator.streamjoin;

import io.streamwright.kstream.ValueJoinerWithKey;
import io.streamwright.processor.api.ProcessorSupplier;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Makes the processors of one join of streams. Immutable, but for what it finds out about open stores.
 *
 * @param <K> the keys
 * @param <V1> the values of this stream
 * @param <V2> the values of the other stream
 * @param <VOut> the results
 */
public final class StreamJoinWork<K, V1, V2, VOut extends @Nullable Object> {
    private final JoinReach reach;
    private final ValueJoinerWithKey<@Nullable K, @Nullable V1, @Nullable V2, VOut> joiner;
    private final String leftStore;
    private final String rightStore;
    private final @Nullable PendingStore<K, V1, V2> pending;

    private StreamJoinWork(
            JoinReach reach,
            ValueJoinerWithKey<@Nullable K, @Nullable V1, @Nullable V2, VOut> joiner,
            String leftStore,
            String rightStore,
            @Nullable PendingStore<K, V1, V2> pending) {
        this.reach = reach;
        this.joiner = joiner;
        this.leftStore = leftStore;
        this.rightStore = rightStore;
        this.pending = pending;
    }

    /**
     * Joins records with each other alone.
     *
     * @param reach which times join
     * @param joiner makes the results
     * @param leftStore keeps the records of this stream
     * @param rightStore keeps the records of the other stream
     */
    public static <K, V1, V2, VOut extends @Nullable Object> StreamJoinWork<K, V1, V2, VOut> of(
            JoinReach reach,
            ValueJoinerWithKey<@Nullable K, @Nullable V1, @Nullable V2, VOut> joiner,
            String leftStore,
            String rightStore) {
        return new StreamJoinWork<>(reach, joiner, leftStore, rightStore, null);
    }

    /**
     * Returns the same with results for records that have no match.
     *
     * @param store keeps the records that have no match yet
     * @param keys null: the configured default
     * @param left serde of this stream's values; null: the configured default
     * @param right serde of the other stream's values; null: the configured default
     */
    public StreamJoinWork<K, V1, V2, VOut> waitingIn(
            String store, @Nullable Serde<K> keys, @Nullable Serde<V1> left, @Nullable Serde<V2> right) {
        PendingStore<K, V1, V2> waiting = new PendingStore<>(store, keys, left, right, new EarliestCloses());
        return new StreamJoinWork<>(reach, joiner, leftStore, rightStore, waiting);
    }

    /** Returns the processor that joins the records of this stream. */
    public ProcessorSupplier<@Nullable K, Kept<V1>, @Nullable K, VOut> left() {
        ValueJoinerWithKey<@Nullable K, @Nullable V1, @Nullable V2, VOut> inTurn = joiner;
        return () -> new JoinStreams<>(this, JoinSide.LEFT, inTurn);
    }

    /** Returns the processor that joins the records of the other stream. */
    public ProcessorSupplier<@Nullable K, Kept<V2>, @Nullable K, VOut> right() {
        ValueJoinerWithKey<@Nullable K, @Nullable V2, @Nullable V1, VOut> inTurn =
                (key, right, left) -> joiner.apply(key, left, right);
        return () -> new JoinStreams<>(this, JoinSide.RIGHT, inTurn);
    }

    /** Returns the processor that joins the records of a stream with those of the same stream. */
    @SuppressWarnings("unchecked") // both streams are the same
    public ProcessorSupplier<@Nullable K, Kept<V1>, @Nullable K, VOut> self() {
        ValueJoinerWithKey<@Nullable K, @Nullable V1, @Nullable V1, VOut> ofOneStream =
                (ValueJoinerWithKey<@Nullable K, @Nullable V1, @Nullable V1, VOut>) joiner;
        return () -> new JoinWithSelf<>(reach, ofOneStream, leftStore);
    }

    JoinReach reach() {
        return reach;
    }

    ValueJoinerWithKey<@Nullable K, @Nullable V1, @Nullable V2, VOut> joiner() {
        return joiner;
    }

    String store(JoinSide side) {
        return side == JoinSide.LEFT ? leftStore : rightStore;
    }

    @Nullable
    PendingStore<K, V1, V2> pending() {
        return pending;
    }
}
