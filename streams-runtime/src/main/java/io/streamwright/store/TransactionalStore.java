package io.streamwright.store;

import io.streamwright.KeyValue;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.log.LogRecord;
import io.streamwright.loop.Owner;
import io.streamwright.store.Overlay.Change;
import io.streamwright.store.committed.BytesIterator;
import io.streamwright.store.committed.CommittedStore;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreUpdate;
import io.streamwright.store.recency.Recency;
import io.streamwright.store.view.RecordInWork;
import io.streamwright.store.view.StoreBytes;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * One store of a task, in bytes: what the open transaction wrote, over what the committing one wrote, over what is committed.
 *
 * <p>Owner: the worker that owns the task.
 */
public sealed class TransactionalStore implements StoreBytes permits TimedRows, TransactionalStore.Bounded {
    private final String name;
    private final Owner owner;
    private final CommittedStore committed;
    private final CommittedCache.@Nullable Part cache;
    private final RecordInWork current;
    private final Supplier<Map<TopicPartition, Long>> consumed;
    private final Set<MergedIterator> iterators = new LinkedHashSet<>();
    private Overlay open = new Overlay();
    /** What was written by a transaction whose commit is not decided; null if there is none. */
    private @Nullable Overlay committing;

    private @Nullable Follower follower;
    private boolean closed;

    /** What is derived from a store's content, and so has to follow where it goes back. Owner: as the store. */
    interface Follower {
        /**
         * A transaction is taken back.
         *
         * @param key a key that it wrote
         * @param dropped the value until now; null if there was none
         * @param kept the value from now on; null if there is none
         */
        void takenBack(Bytes key, byte @Nullable [] dropped, byte @Nullable [] kept);

        /** The committed content was changed from elsewhere. */
        void restored();
    }

    TransactionalStore(
            String name,
            Owner owner,
            CommittedStore committed,
            CommittedCache.@Nullable Part cache,
            RecordInWork current,
            Supplier<Map<TopicPartition, Long>> consumed) {
        this.consumed = consumed;
        this.name = name;
        this.owner = owner;
        this.committed = committed;
        this.cache = cache;
        this.current = current;
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        check();
        Overlay.Write write = open.find(key);
        if (write != null) {
            return write.value();
        }
        Overlay decided = committing;
        if (decided != null) {
            write = decided.find(key);
            if (write != null) {
                return write.value();
            }
        }
        return committedValue(key);
    }

    /** Has something told where the content goes back. */
    void follow(Follower derived) {
        follower = derived;
    }

    /** Returns the committed value of a key, whatever the transactions wrote; null if there is none. */
    public byte @Nullable [] committedValue(Bytes key) {
        if (cache == null) {
            return committed.get(key);
        }
        CommittedCache.Slot slot = cache.find(key);
        if (slot != null) {
            return slot.value();
        }
        byte[] value = committed.get(key);
        cache.put(key, value);
        return value;
    }

    @Override
    public boolean isInOpenTransaction(Bytes key) {
        return open.find(key) != null;
    }

    @Override
    public final void put(Bytes key, byte @Nullable [] value) {
        put(key, value, LogRecord.NO_HEADERS);
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value, Header[] headersOfDeletion) {
        check();
        if (open.isFrozen()) {
            throw new IllegalStateException(
                    "store " + name + " was written after its transaction's changes went to the "
                            + "changelog: the write would be lost on restore");
        }
        open.put(key, value, current.timestamp(), headersOfDeletion);
    }

    @Override
    public void requireWritable() {
        check();
    }

    @Override
    public long currentTimestamp() {
        return current.timestamp();
    }

    @Override
    public Headers currentHeaders() {
        return new RecordHeaders(current.headers());
    }

    /** Opens an iterator that sees the store as it is now, whatever is written or committed later. */
    @Override
    public MergedIterator iterate(KeyRange range, boolean forward) {
        check();
        List<Change> changes = List.of();
        if (!range.isEmpty()) {
            List<Change> older = committing == null ? List.of() : committing.slice(range, forward);
            changes = MergedIterator.merge(older, open.slice(range, forward), forward);
        }
        BytesIterator base = committed.iterate(range, forward);
        MergedIterator iterator = new MergedIterator(changes, base, forward, iterators::remove);
        iterators.add(iterator);
        return iterator;
    }

    /** Costs nothing that depends on the range, but for entries that the transactions deleted. */
    @Override
    public @Nullable KeyValue<Bytes, byte[]> nearest(KeyRange range, boolean forward) {
        check();
        KeyRange rest = range;
        try (BytesIterator base = committed.iterate(range, forward)) {
            while (!rest.isEmpty()) {
                Change older = committing == null ? null : committing.nearest(rest, forward);
                Change nearest = nearer(open.nearest(rest, forward), older, forward);
                if (base.isValid()) {
                    nearest = nearer(nearest, new Change(base.key(), base.value()), forward);
                }
                if (nearest == null) {
                    return null;
                }
                byte[] value = nearest.value();
                if (value != null) {
                    return KeyValue.pair(nearest.key(), value);
                }
                if (base.isValid() && base.key().equals(nearest.key())) {
                    base.advance();
                }
                rest = rest.beyond(nearest.key(), forward);
            }
            return null;
        }
    }

    /** Returns the change that comes first; of the same key, the newer one. */
    private static @Nullable Change nearer(@Nullable Change newer, @Nullable Change older, boolean forward) {
        if (newer == null || older == null) {
            return newer == null ? older : newer;
        }
        int order = newer.key().compareTo(older.key());
        return order == 0 || (order < 0) == forward ? newer : older;
    }

    /** Returns how many entries there are; not exact if the committed ones can only be estimated. */
    @Override
    public long approximateEntries() {
        check();
        long entries = committed.approximateEntries();
        List<Change> older = committing == null ? List.of() : committing.slice(KeyRange.ALL, true);
        for (Change change : MergedIterator.merge(older, open.slice(KeyRange.ALL, true), true)) {
            boolean before = committedValue(change.key()) != null;
            boolean now = change.value() != null;
            entries += (now ? 1 : 0) - (before ? 1 : 0);
        }
        return Math.max(0, entries);
    }

    /** Returns a key that none in a range is before, whether it is there or was deleted; empty if the range is. */
    Optional<Bytes> lowerBound(KeyRange range) {
        check();
        Optional<Bytes> first = open.first(range);
        Overlay decided = committing;
        if (decided != null) {
            first = earlier(first, decided.first(range));
        }
        try (BytesIterator base = committed.iterate(range, true)) {
            return base.isValid() ? earlier(first, Optional.of(base.key())) : first;
        }
    }

    private static Optional<Bytes> earlier(Optional<Bytes> one, Optional<Bytes> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.or(() -> other);
        }
        return one.get().compareTo(other.get()) <= 0 ? one : other;
    }

    /** Returns the names under which it lies in its storage, in the order in which they are to be emptied. */
    List<String> parts() {
        return List.of(name);
    }

    /** Returns all that is to be written with what the committing transaction wrote. */
    List<StoreUpdate> committing(StoreUpdate update) {
        return List.of(update);
    }

    /** Returns all that is to be written with what a restore brings. */
    List<StoreUpdate> restoring(StoreUpdate update) {
        return List.of(update);
    }

    /** Returns what the open transaction wrote. */
    Overlay open() {
        return open;
    }

    /** Returns what the committing transaction wrote; null if there is none. */
    @Nullable
    Overlay committing() {
        return committing;
    }

    @Override
    public Map<TopicPartition, Long> consumed() {
        return consumed.get();
    }

    @Override
    public long uncommittedBytes() {
        return open.bytes() + (committing == null ? 0 : committing.bytes());
    }

    /** Returns what was written since the last commit, and forgets it: for a restore, which writes to the committed entries. */
    public Overlay takeWrites() {
        Overlay written = open;
        open = new Overlay();
        return written;
    }

    /** Makes the open transaction the committing one. */
    void seal() {
        committing = open;
        open = new Overlay();
    }

    /** Lets open iterators keep what they see; called before the committed entries change. */
    void beforeWrite() {
        if (!committed.hasSnapshotIterators()) {
            iterators.forEach(MergedIterator::detach);
        }
    }

    /** Forgets the committing transaction after its changes have become the committed entries. */
    void afterCommit() {
        if (cache != null && committing != null) {
            committing.forEach(cache::put);
        }
        committing = null;
    }

    /** Forgets cached values after committed entries were written from elsewhere. */
    void afterRestore() {
        if (cache != null) {
            cache.clear();
        }
        if (follower != null) {
            follower.restored();
        }
    }

    /** Drops what both transactions wrote. */
    void rollback() {
        Follower derived = follower;
        if (derived != null && !closed) {
            Overlay older = committing;
            open.forEach((key, value) -> derived.takenBack(key, value, committedValue(key)));
            if (older != null) {
                older.forEach((key, value) -> {
                    if (open.find(key) == null) {
                        derived.takenBack(key, value, committedValue(key));
                    }
                });
            }
        }
        open = new Overlay();
        committing = null;
    }

    /**
     * Closes the store and the iterators that were forgotten.
     *
     * @return how many iterators were open
     */
    int close() {
        closed = true;
        List<MergedIterator> forgotten = List.copyOf(iterators);
        forgotten.forEach(MergedIterator::close);
        rollback();
        return forgotten.size();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    private void check() {
        owner.check();
        if (closed) {
            throw new InvalidStateStoreException("store " + name + " is closed: its task was closed or has moved");
        }
    }

    /**
     * A store that keeps a number of entries: the one that was used least recently is deleted for one too many, in the same
     * transaction. Reading and writing a key uses it, walking over entries does not; reading as of the last commit neither.
     *
     * <p>Owner: the worker that owns the task.
     */
    static final class Bounded extends TransactionalStore {
        private final Recency recency;

        Bounded(
                String name,
                Owner owner,
                CommittedStore committed,
                int maxEntries,
                RecordInWork current,
                Supplier<Map<TopicPartition, Long>> consumed) {
            super(name, owner, committed, null, current, consumed);
            this.recency = new Recency(maxEntries);
        }

        @Override
        public byte @Nullable [] get(Bytes key) {
            byte[] value = super.get(key);
            if (value != null) {
                recency.use(key);
            }
            return value;
        }

        @Override
        public void put(Bytes key, byte @Nullable [] value, Header[] headersOfDeletion) {
            super.put(key, value, headersOfDeletion);
            if (value == null) {
                recency.forget(key);
                return;
            }
            recency.use(key);
            recency.excess().ifPresent(oldest -> {
                super.put(oldest, null, LogRecord.NO_HEADERS);
                recency.forget(oldest);
            });
        }

        /** What is too much is left out without a deletion in the changelog, as it only can be if the bound was higher before. */
        @Override
        List<StoreUpdate> restoring(StoreUpdate update) {
            Map<Bytes, byte @Nullable []> changes = new LinkedHashMap<>();
            update.changes().forEach((key, value) -> {
                changes.put(key, value);
                if (value == null) {
                    recency.forget(key);
                    return;
                }
                recency.use(key);
                recency.excess().ifPresent(oldest -> {
                    changes.put(oldest, null);
                    recency.forget(oldest);
                });
            });
            recency.settle();
            StoreUpdate.Changes kept = receiver -> changes.forEach(receiver::accept);
            return List.of(new StoreUpdate(update.store(), update.position(), update.dropped(), kept));
        }

        @Override
        void seal() {
            super.seal();
            recency.seal();
        }

        @Override
        void afterCommit() {
            super.afterCommit();
            recency.committed();
        }

        @Override
        void afterRestore() {
            super.afterRestore();
            if (approximateEntries() == 0) {
                recency.clear();
            }
        }

        @Override
        void rollback() {
            super.rollback();
            recency.rollback();
        }
    }
}
