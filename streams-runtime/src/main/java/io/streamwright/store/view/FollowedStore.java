package io.streamwright.store.view;

import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.loop.Owner;
import io.streamwright.store.committed.BytesIterator;
import io.streamwright.store.committed.CommittedStore;
import io.streamwright.store.committed.KeyRange;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * One store for another loop of the application, which looks into it for every record: each look-up, and each iterator, sees what is
 * committed when it is made.
 *
 * <p>Why reading needs no lock: RocksDB may be read by any thread while one writes, and shows a batch as a whole; in memory, a commit
 * makes another tree the current one; a store that the program brought is locked at each call. What is not committed lies in the writer's
 * overlays, which are not looked at. And the storage is closed when no other loop runs any more.
 *
 * <p>Owner: the loop that reads, the first thread that does; {@link #shut} is for who closes the storage.
 */
final class FollowedStore implements StoreBytes {
    private final String name;
    private final CommittedStore committed;
    private final Supplier<Map<TopicPartition, Long>> consumed;
    private final Owner owner;
    private final Set<Walk> iterators = new LinkedHashSet<>();
    private boolean closed;

    FollowedStore(String name, CommittedStore committed, Supplier<Map<TopicPartition, Long>> consumed) {
        this.name = name;
        this.committed = committed;
        this.consumed = consumed;
        this.owner = new Owner("what is read of store " + name);
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        check();
        return committed.get(key);
    }

    @Override
    public StoreIterator iterate(KeyRange range, boolean forward) {
        check();
        // Who writes cannot have this iterator copy what it misses before the entries change.
        BytesIterator entries = committed.hasSnapshotIterators()
                ? committed.iterate(range, forward)
                : committed.snapshot().iterate(range, forward);
        Walk walk = new Walk(entries);
        iterators.add(walk);
        return walk;
    }

    @Override
    public long approximateEntries() {
        check();
        return committed.approximateEntries();
    }

    private void check() {
        owner.check();
        if (closed) {
            throw new InvalidStateStoreException("store " + name + " is closed: the application was closed");
        }
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        requireWritable();
    }

    @Override
    public void requireWritable() {
        check();
        throw new UnsupportedOperationException(
                "store " + name + " is global: tasks read it, and only the processor that was added with it may write");
    }

    /** Not asked for, as nothing is written. */
    @Override
    public long currentTimestamp() {
        throw new UnsupportedOperationException("store " + name + " has no record in work: it is only read here");
    }

    /** Nothing of it is not committed. */
    @Override
    public long uncommittedBytes() {
        return 0;
    }

    @Override
    public Map<TopicPartition, Long> consumed() {
        return consumed.get();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    /** The storage is about to be closed: releases what iterators hold that are still open. */
    void shut() {
        closed = true;
        List.copyOf(iterators).forEach(Walk::close);
    }

    /** Walks over entries until it is closed. Owner: as the store. */
    private final class Walk implements StoreIterator {
        private final BytesIterator entries;
        private boolean ended;

        Walk(BytesIterator entries) {
            this.entries = entries;
        }

        @Override
        public boolean isValid() {
            return entries.isValid();
        }

        @Override
        public Bytes key() {
            return entries.key();
        }

        @Override
        public byte[] value() {
            return entries.value();
        }

        @Override
        public void advance() {
            entries.advance();
        }

        @Override
        public boolean isClosed() {
            return ended;
        }

        @Override
        public void close() {
            if (!ended) {
                ended = true;
                entries.close();
                iterators.remove(this);
            }
        }
    }
}
