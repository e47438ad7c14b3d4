package io.streamwright.dsl.operator.streamjoin;

import io.streamwright.KeyValue;
import io.streamwright.dsl.operator.streamjoin.EarliestCloses.EarliestClose;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The records of a join that have no match yet, until one comes or their window closes.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V1> the values of this stream
 * @param <V2> the values of the other stream
 */
final class PendingRecords<K, V1, V2> {

    /** Takes a record that stays without a match: it has one of the values. */
    interface Receiver<K, V1, V2> {
        void accept(K key, @Nullable V1 left, @Nullable V2 right, long timestamp);
    }

    private final KeyValueStore<Bytes, byte[]> store;
    private final EarliestClose earliestClose;
    private final JoinReach reach;
    private final String serdeTopic;
    private final Serdes<K, V1, V2> serdes;

    private PendingRecords(
            KeyValueStore<Bytes, byte[]> store,
            EarliestClose earliestClose,
            JoinReach reach,
            String serdeTopic,
            Serdes<K, V1, V2> serdes) {
        this.store = store;
        this.earliestClose = earliestClose;
        this.reach = reach;
        this.serdeTopic = serdeTopic;
        this.serdes = serdes;
    }

    /** Opens what waits in the store of a task. */
    static <K, V1, V2> PendingRecords<K, V1, V2> open(
            ProcessorContext<?, ?> context, PendingStore<K, V1, V2> described, JoinReach reach) {
        KeyValueStore<Bytes, byte[]> store = context.getStateStore(described.name());
        EarliestClose earliestClose = described.closes().of(store);
        earliestClose.forget(); // the processor is new: perhaps an abort took back what was known
        String serdeTopic = context.applicationId() + "-" + described.name() + "-changelog";
        return new PendingRecords<>(store, earliestClose, reach, serdeTopic, Serdes.of(context, described));
    }

    /** Lets a record wait. */
    void add(JoinSide side, K key, Object value, long timestamp) {
        Bytes stored = key(side, key, timestamp);
        byte[] bytes = serdes.values(side).serializer().serialize(serdeTopic, value);
        if (bytes != null) {
            store.put(stored, PendingValues.with(store.get(stored), side, bytes));
            earliestClose.lower(reach.closeMs(side, timestamp));
        }
    }

    /** Lets no record of a key and time wait any longer. */
    void remove(JoinSide side, K key, long timestamp) {
        Bytes stored = key(side, key, timestamp);
        if (store.get(stored) != null) {
            store.put(stored, null);
        }
    }

    private Bytes key(JoinSide side, K key, long timestamp) {
        byte[] bytes = Objects.requireNonNull(
                serdes.keys.serializer().serialize(serdeTopic, key), "bytes of a key that is not null");
        return new PendingKey(timestamp, side, bytes).toBytes();
    }

    /** Takes out the records whose windows have closed: by timestamp, those of the other stream first. */
    void takeClosed(long streamTimeMs, Receiver<K, V1, V2> receiver) {
        if (!earliestClose.isBefore(streamTimeMs)) {
            return;
        }
        long firstOpenMs = Long.MAX_VALUE;
        Set<JoinSide> sides = EnumSet.allOf(JoinSide.class);
        sides.removeIf(side -> !reach.keeps(side));
        try (KeyValueIterator<Bytes, byte[]> entries = store.all()) {
            // Entries are in the order of time: behind the first of a side that is open, all are.
            while (entries.hasNext() && !sides.isEmpty()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                PendingKey pending = PendingKey.of(entry.key);
                if (!sides.contains(pending.side())) {
                    continue;
                }
                long closeMs = reach.closeMs(pending.side(), pending.timestamp());
                if (closeMs >= streamTimeMs) {
                    sides.remove(pending.side());
                    firstOpenMs = Math.min(firstOpenMs, closeMs);
                } else {
                    store.put(entry.key, null);
                    pass(pending, entry.value, receiver);
                }
            }
        }
        earliestClose.set(firstOpenMs);
    }

    private void pass(PendingKey pending, byte[] stored, Receiver<K, V1, V2> receiver) {
        K key = serdes.keys.deserializer().deserialize(serdeTopic, pending.key());
        for (byte[] value : PendingValues.in(stored)) {
            if (pending.side() == JoinSide.LEFT) {
                V1 left = serdes.left.deserializer().deserialize(serdeTopic, value);
                receiver.accept(key, left, null, pending.timestamp());
            } else {
                V2 right = serdes.right.deserializer().deserialize(serdeTopic, value);
                receiver.accept(key, null, right, pending.timestamp());
            }
        }
    }

    /** The serdes of a join, with the defaults for those that are open. Owner: as above. */
    private record Serdes<K, V1, V2>(Serde<K> keys, Serde<V1> left, Serde<V2> right) {

        @SuppressWarnings("unchecked") // the defaults have the types of the program's keys and values
        static <K, V1, V2> Serdes<K, V1, V2> of(ProcessorContext<?, ?> context, PendingStore<K, V1, V2> described) {
            Serde<K> keys = described.keys();
            Serde<V1> left = described.left();
            Serde<V2> right = described.right();
            return new Serdes<>(
                    keys != null ? keys : (Serde<K>) context.keySerde(),
                    left != null ? left : (Serde<V1>) context.valueSerde(),
                    right != null ? right : (Serde<V2>) context.valueSerde());
        }

        @SuppressWarnings("unchecked") // a value is given with its side
        Serde<Object> values(JoinSide side) {
            return (Serde<Object>) (side == JoinSide.LEFT ? left : right);
        }
    }
}
