package io.streamwright.store;

import io.streamwright.log.LogRecord;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.state.BufferStoreSpec;
import io.streamwright.state.StoreBuilder;
import io.streamwright.store.buffer.BufferFormat;
import io.streamwright.store.buffer.BufferedUpdate;
import io.streamwright.store.buffer.TimeOrder;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreUpdate;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.view.StoreIterator;
import io.streamwright.topology.TimeOrderedBuffer;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The store of a suppression as its operator sees it.
 *
 * <p>The updates are entries of the store, by key. Their order is kept beside it and follows it: entry by entry where a transaction is
 * taken back, and anew after a restore.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class SuppressionBuffer<K, V> extends TypedStore<K, V>
        implements TimeOrderedBuffer<K, V>, TransactionalStore.Follower {
    private final BufferStoreSpec<K, V> spec;
    /** Null until it is asked for. */
    private @Nullable TimeOrder order;

    SuppressionBuffer(BufferStoreSpec<K, V> spec) {
        super(spec.name());
        this.spec = spec;
    }

    @Override
    protected StoreSerdes<K, V> serdes(String topic, StateStoreContext context) {
        return StoreSerdes.of(spec.name(), spec.keySerde(), spec.valueSerde(), topic, context);
    }

    @Override
    protected StoreBuilder<?> unlogged() {
        return spec.withoutChangelog().builder();
    }

    @Override
    protected TypedStore<K, V> again() {
        return new SuppressionBuffer<>(spec);
    }

    @Override
    protected void opened(StoreBytes bytes) {
        order = null;
        if (bytes instanceof TransactionalStore transactions) {
            transactions.follow(this);
        }
    }

    private TimeOrder order() {
        TimeOrder known = order;
        if (known == null) {
            known = new TimeOrder();
            try (StoreIterator updates = ground().bytes().iterate(BufferFormat.UPDATES, true)) {
                for (; updates.isValid(); updates.advance()) {
                    known.add(keyOf(updates.key()), BufferedUpdate.of(updates.value()));
                }
            }
            order = known;
        }
        return known;
    }

    private static Bytes keyOf(Bytes stored) {
        byte[] key = BufferFormat.key(stored);
        if (key == null) {
            throw new IllegalArgumentException("no update lies at " + stored);
        }
        return Bytes.wrap(key);
    }

    @Override
    public void takenBack(Bytes stored, byte @Nullable [] dropped, byte @Nullable [] kept) {
        TimeOrder known = order;
        if (known == null || stored.equals(BufferFormat.CLOCK)) {
            return;
        }
        Bytes key = keyOf(stored);
        if (dropped != null) {
            known.remove(key, BufferedUpdate.of(dropped));
        }
        if (kept != null) {
            known.add(key, BufferedUpdate.of(kept));
        }
    }

    @Override
    public void restored() {
        order = null;
    }

    @Override
    public long streamTimeMs() {
        return BufferFormat.time(ground().bytes().get(BufferFormat.CLOCK));
    }

    @Override
    public void advance(long streamTimeMs) {
        if (streamTimeMs > streamTimeMs()) {
            ground().bytes().put(BufferFormat.CLOCK, BufferFormat.time(streamTimeMs));
        }
    }

    @Override
    public void put(long timeMs, Update<K, V> update) {
        Ground<K, V> ground = ground();
        Bytes key = ground.serdes().key(update.key());
        Bytes stored = BufferFormat.stored(key.get());
        byte[] old = valueBytes(ground, update.oldValue());
        byte[] now = valueBytes(ground, update.newValue());
        byte[] replaced = ground.bytes().get(stored);
        BufferedUpdate added;
        if (replaced == null) {
            added = new BufferedUpdate(timeMs, cause(update), old, old, now);
        } else {
            BufferedUpdate before = BufferedUpdate.of(replaced);
            added = new BufferedUpdate(before.timeMs(), cause(update), before.prior(), old, now);
        }
        order().add(key, added);
        ground.bytes().put(stored, added.toBytes());
    }

    private static <K, V> byte @Nullable [] valueBytes(Ground<K, V> ground, @Nullable V value) {
        return value == null ? null : ground.serdes().value(value);
    }

    private static <K, V> BufferedUpdate.Cause cause(Update<K, V> update) {
        Header[] headers = update.headers().toArray();
        if (update.origin().isEmpty()) {
            return new BufferedUpdate.Cause(update.timestamp(), "", -1, -1, headers);
        }
        RecordMetadata origin = update.origin().get();
        return new BufferedUpdate.Cause(
                update.timestamp(), origin.topic(), origin.partition(), origin.offset(), headers);
    }

    @Override
    public @Nullable Waiting<V> waiting(K key) {
        Ground<K, V> ground = ground();
        byte[] update =
                ground.bytes().get(BufferFormat.stored(ground.serdes().key(key).get()));
        return update == null
                ? null
                : new Waiting<>(value(ground, BufferedUpdate.of(update).prior()));
    }

    @Override
    public long firstTimeMs() {
        return order().size() == 0 ? NOTHING_WAITS_MS : order().firstTimeMs();
    }

    @Override
    public Update<K, V> takeFirst() {
        Ground<K, V> ground = ground();
        if (order().size() == 0) {
            throw new NoSuchElementException("no update waits in store " + name());
        }
        Bytes key = order().firstKey();
        Bytes stored = BufferFormat.stored(key.get());
        byte[] bytes = ground.bytes().get(stored);
        if (bytes == null) {
            throw new IllegalStateException(
                    "store " + name() + " has no update of key " + key + ", which is in its order");
        }
        BufferedUpdate first = BufferedUpdate.of(bytes);
        Update<K, V> update = new Update<>(
                ground.serdes().readKey(key),
                value(ground, first.now()),
                value(ground, first.prior()),
                first.cause().timestamp(),
                new RecordHeaders(first.cause().headers()),
                origin(first.cause()));
        order().remove(key, first);
        ground.bytes().put(stored, null);
        return update;
    }

    private static <K, V> @Nullable V value(Ground<K, V> ground, byte @Nullable [] bytes) {
        return bytes == null ? null : ground.serdes().readValue(bytes);
    }

    private static Optional<RecordMetadata> origin(BufferedUpdate.Cause cause) {
        return cause.topic().isEmpty()
                ? Optional.empty()
                : Optional.of(new Origin(cause.topic(), cause.partition(), cause.offset()));
    }

    @Override
    public int records() {
        return order().size();
    }

    @Override
    public long bytes() {
        return order().bytes();
    }

    @Override
    public boolean persistent() {
        return false;
    }

    /** Where an update came from. Immutable. */
    private record Origin(String topic, int partition, long offset) implements RecordMetadata {}

    /**
     * Keys of updates, and stream time beside them. Immutable.
     *
     * @param store its name, for messages
     */
    record Keys(String store) implements StoreKeys {

        @Override
        public @Nullable Logged toChangelog(Overlay.Write write, ValueLayout values) {
            byte[] key = BufferFormat.key(write.key());
            return key == null ? null : Logged.of(key, write, values);
        }

        @Override
        public Header[] headers(TransactionalStore bytes, Overlay.Write write, ValueLayout values) {
            return BufferFormat.headers(
                    write.value(), write == bytes.open().latest(), BufferFormat.time(bytes.get(BufferFormat.CLOCK)));
        }

        @Override
        public Optional<KeyRange> leftBehind(TransactionalStore bytes) {
            return Optional.empty();
        }

        @Override
        public StoreUpdate restoring(
                TransactionalStore bytes, List<LogRecord> records, ValueLayout values, StoreUpdate update) {
            return new StoreUpdate(update.store(), update.position(), receiver -> {
                long before = BufferFormat.time(bytes.committedValue(BufferFormat.CLOCK));
                long reached = before;
                for (LogRecord record : records) {
                    byte[] key = record.key();
                    if (key != null) {
                        BufferFormat.check(store, record);
                        reached = Math.max(reached, BufferFormat.timeOf(record));
                        receiver.accept(BufferFormat.stored(key), record.value());
                    }
                }
                if (reached > before) {
                    receiver.accept(BufferFormat.CLOCK, BufferFormat.time(reached));
                }
            });
        }
    }
}
