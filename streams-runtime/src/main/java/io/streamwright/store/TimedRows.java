package io.streamwright.store;

import io.streamwright.loop.Owner;
import io.streamwright.store.committed.BytesIterator;
import io.streamwright.store.committed.CommittedStorage;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreUpdate;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.store.expiry.RowTime;
import io.streamwright.store.view.RecordInWork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A store of values with timestamps that also finds its rows in the order of time, by an index beside it.
 *
 * <p>The index is a store of its own, without values and without a changelog: for each row there is one entry. It is written together with
 * the rows, by the open transaction, by a commit and by a restore, and has the position of the rows: so it is what follows from them,
 * whatever ended the last run. If its position is another one, or a store without a changelog has none to compare, then the program
 * may have run without the index, and it is made anew from the rows.
 *
 * <p>Owner: the worker that owns the task.
 */
final class TimedRows extends TransactionalStore {
    private static final byte[] NOTHING = {};
    private static final int REBUILD_BATCH = 10_000;
    /** Before all times. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final String name;
    private final String index;
    private final ValueLayout values;
    private final CommittedStorage storage;
    private final TransactionalStore times;
    /** No row is older; {@link #UNKNOWN} if that has to be looked up. */
    private long earliestMs = UNKNOWN;

    private TimedRows(
            String name,
            ValueLayout values,
            Owner owner,
            CommittedStorage storage,
            CommittedCache.@Nullable Part cache,
            RecordInWork current,
            Supplier<Map<TopicPartition, Long>> consumed) {
        super(name, owner, storage.store(name), cache, current, consumed);
        this.name = name;
        this.values = values;
        this.index = RowTime.indexOf(name);
        this.storage = storage;
        this.times = new TransactionalStore(index, owner, storage.store(index), null, current, consumed);
    }

    /**
     * Opens the store, and its index beside it.
     *
     * @param name of the store
     * @param values how they lie: with their timestamps
     * @param owner who may use it
     * @param storage where both lie
     * @param cache of committed rows; null if there is none
     * @param current date of the record in work
     * @param consumed what the task has committed of its inputs
     */
    static TimedRows open(
            String name,
            ValueLayout values,
            Owner owner,
            CommittedStorage storage,
            CommittedCache.@Nullable Part cache,
            RecordInWork current,
            Supplier<Map<TopicPartition, Long>> consumed) {
        TimedRows rows = new TimedRows(name, values, owner, storage, cache, current, consumed);
        OptionalLong position = storage.position(name);
        boolean isLogged = position.isPresent() && position.getAsLong() != StoreUpdate.NO_POSITION;
        if (position.isPresent() && !(isLogged && position.equals(storage.position(rows.index)))) {
            rows.rebuild(position.getAsLong());
        }
        return rows;
    }

    private void rebuild(long position) {
        storage.reset(index);
        try (BytesIterator row = storage.store(name).iterate(KeyRange.ALL, true)) {
            while (row.isValid()) {
                List<Bytes> entries = new ArrayList<>();
                while (row.isValid() && entries.size() < REBUILD_BATCH) {
                    entries.add(RowTime.of(values.timeOf(row.value()), row.key()));
                    row.advance();
                }
                write(entries, StoreUpdate.NO_POSITION);
            }
        }
        write(List.of(), position); // complete only now
    }

    private void write(List<Bytes> entries, long position) {
        storage.write(List.of(new StoreUpdate(
                index, position, receiver -> entries.forEach(entry -> receiver.accept(entry, NOTHING)))));
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value, Header[] headersOfDeletion) {
        byte[] before = get(key);
        super.put(key, value, headersOfDeletion);
        if (before != null) {
            times.put(RowTime.of(values.timeOf(before), key), null);
        }
        if (value != null) {
            long timeMs = values.timeOf(value);
            times.put(RowTime.of(timeMs, key), NOTHING);
            earliestMs = Math.min(earliestMs, timeMs);
        }
    }

    /** Returns the keys of all rows whose time is not after a given one, in the order of time. */
    List<Bytes> keysNotAfter(long timeMs) {
        if (earliestMs > timeMs) {
            return List.of();
        }
        List<Bytes> keys = new ArrayList<>();
        // What was deleted before the earliest is not walked over again.
        try (MergedIterator entries = times.iterate(RowTime.between(earliestMs, timeMs), true)) {
            while (entries.isValid()) {
                keys.add(RowTime.keyOf(entries.key()));
                entries.advance();
            }
        }
        if (keys.isEmpty() && timeMs < Long.MAX_VALUE) {
            earliestMs = times.lowerBound(RowTime.between(timeMs + 1, Long.MAX_VALUE))
                    .map(RowTime::timeOf)
                    .orElse(Long.MAX_VALUE);
        }
        return keys;
    }

    @Override
    List<String> parts() {
        return List.of(index, name);
    }

    @Override
    List<StoreUpdate> committing(StoreUpdate rows) {
        Overlay changes = times.committing();
        StoreUpdate.Changes entries = changes == null ? receiver -> {} : changes;
        return List.of(rows, new StoreUpdate(index, rows.position(), entries));
    }

    @Override
    List<StoreUpdate> restoring(StoreUpdate rows) {
        return List.of(rows, new StoreUpdate(index, rows.position(), receiver -> restore(rows.changes(), receiver)));
    }

    private void restore(StoreUpdate.Changes rows, StoreUpdate.Receiver receiver) {
        Map<Bytes, Long> timesBefore = new HashMap<>();
        rows.forEach((key, value) -> {
            Long before = timesBefore.containsKey(key) ? timesBefore.get(key) : timeOf(committedValue(key));
            Long after = timeOf(value);
            if (before != null) {
                receiver.accept(RowTime.of(before, key), null);
            }
            if (after != null) {
                receiver.accept(RowTime.of(after, key), NOTHING);
            }
            timesBefore.put(key, after);
        });
    }

    private @Nullable Long timeOf(byte @Nullable [] value) {
        return value == null ? null : values.timeOf(value);
    }

    @Override
    public long uncommittedBytes() {
        return super.uncommittedBytes() + times.uncommittedBytes();
    }

    @Override
    void seal() {
        super.seal();
        times.seal();
    }

    @Override
    void beforeWrite() {
        super.beforeWrite();
        times.beforeWrite();
    }

    @Override
    void afterCommit() {
        super.afterCommit();
        times.afterCommit();
    }

    @Override
    void afterRestore() {
        super.afterRestore();
        earliestMs = UNKNOWN;
    }

    @Override
    void rollback() {
        super.rollback();
        times.rollback();
        earliestMs = UNKNOWN;
    }

    @Override
    int close() {
        return super.close() + times.close();
    }
}
