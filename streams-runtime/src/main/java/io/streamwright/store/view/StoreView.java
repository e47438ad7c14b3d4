package io.streamwright.store.view;

import io.streamwright.errors.StateStoreMigratedException;
import io.streamwright.processor.TaskId;
import io.streamwright.store.committed.CommittedSnapshot;
import io.streamwright.store.committed.KeyRange;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * One store as of one commit, for the time of one question and of the iterators that answer it.
 *
 * <p>Thread-safe: the asking thread reads, the worker may shut it at any time. One monitor stands around each single step of reading, so
 * nothing is read of a storage that is closed, which would end the process.
 */
final class StoreView implements StoreBytes, AutoCloseable {
    private final TaskId task;
    private final String store;
    private final CommittedSnapshot snapshot;
    private final Map<TopicPartition, Long> consumed;
    private final Consumer<StoreView> onRelease;
    private final Set<ViewIterator> iterators = new LinkedHashSet<>();
    /** Ended by {@link #close}. */
    private boolean asking = true;
    /** Nothing is held any more. */
    private boolean released;
    /** The task was closed. */
    private boolean shut;

    /**
     * Makes a view.
     *
     * @param task whose it is
     * @param store the store's name
     * @param snapshot what it shows; closed with it
     * @param consumed the offsets that belong to it
     * @param onRelease told once when nothing is held any more
     */
    StoreView(
            TaskId task,
            String store,
            CommittedSnapshot snapshot,
            Map<TopicPartition, Long> consumed,
            Consumer<StoreView> onRelease) {
        this.consumed = consumed;
        this.task = task;
        this.store = store;
        this.snapshot = snapshot;
        this.onRelease = onRelease;
    }

    @Override
    public synchronized byte @Nullable [] get(Bytes key) {
        requireUsable();
        return snapshot.get(key);
    }

    @Override
    public synchronized StoreIterator iterate(KeyRange range, boolean forward) {
        requireUsable();
        ViewIterator iterator = new ViewIterator(this, snapshot.iterate(range, forward), OpeningPlace.find());
        iterators.add(iterator);
        return iterator;
    }

    @Override
    public synchronized long approximateEntries() {
        requireUsable();
        return snapshot.approximateEntries();
    }

    @Override
    public Map<TopicPartition, Long> consumed() {
        return consumed;
    }

    /** Throws unless there is something to read. */
    void requireUsable() {
        if (shut) {
            throw new StateStoreMigratedException(
                    what() + " was closed meanwhile: its task has moved, or the application closes. Ask again");
        }
        if (released) {
            throw new IllegalStateException(what() + " was asked after the question was answered");
        }
    }

    private String what() {
        return "store " + store + " of task " + task;
    }

    String store() {
        return store;
    }

    /** The question failed: what it has opened is released with it. */
    void abandon() {
        List<ViewIterator> opened;
        synchronized (this) {
            opened = List.copyOf(iterators);
        }
        opened.forEach(ViewIterator::close);
    }

    /** The question is answered; iterators may go on. */
    @Override
    public void close() {
        synchronized (this) {
            asking = false;
        }
        releaseIfUnused();
    }

    void closed(ViewIterator iterator) {
        synchronized (this) {
            iterators.remove(iterator);
        }
        releaseIfUnused();
    }

    private void releaseIfUnused() {
        synchronized (this) {
            if (asking || released || !iterators.isEmpty()) {
                return;
            }
            release();
        }
        onRelease.accept(this);
    }

    private void release() {
        released = true;
        snapshot.close();
    }

    /**
     * The storage is about to be closed: releases everything, whoever reads.
     *
     * @return where each iterator was opened that is still open
     */
    synchronized List<String> shut() {
        shut = true;
        List<String> forgotten = iterators.stream().map(ViewIterator::openedAt).toList();
        iterators.forEach(ViewIterator::release);
        iterators.clear();
        if (!released) {
            release();
        }
        return forgotten;
    }

    /** Returns whether iterators are released already; asked under the monitor. */
    boolean isShut() {
        return shut;
    }

    synchronized int openIterators() {
        return iterators.size();
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        requireWritable();
    }

    @Override
    public void requireWritable() {
        throw new UnsupportedOperationException(what() + " can only be read by a query; processors write to it");
    }

    /** Not asked for, as nothing is written. */
    @Override
    public long currentTimestamp() {
        throw new UnsupportedOperationException(what() + " has no record in work: it is read by a query");
    }

    /** A commit holds nothing that is not committed. */
    @Override
    public long uncommittedBytes() {
        return 0;
    }

    /** Whoever reads is told why by {@link #requireUsable}. */
    @Override
    public boolean isClosed() {
        return false;
    }
}
