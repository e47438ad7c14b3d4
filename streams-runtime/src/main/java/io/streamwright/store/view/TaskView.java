package io.streamwright.store.view;

import io.streamwright.errors.StateStoreMigratedException;
import io.streamwright.errors.StateStoreRestoringException;
import io.streamwright.errors.StreamsRebalancingException;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.TaskId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The committed content of one task's stores, for whoever asks.
 *
 * <p>Thread-safe. The worker changes committed entries under the write lock, once for each commit and never for a record; a question
 * takes its snapshot under the read lock, and reads without it. So a snapshot lies between two commits, and so do the offsets that come
 * with the answer.
 */
public final class TaskView {
    private final TaskId task;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, ViewedStore> stores = new ConcurrentHashMap<>();
    private final Map<String, Catchup> restoring = new ConcurrentHashMap<>();
    private final Set<StoreView> views = ConcurrentHashMap.newKeySet();
    private final Set<FollowedStore> followed = ConcurrentHashMap.newKeySet();
    // Guarded by the lock, all three.
    private Standing standing = Standing.OPENING;
    private Map<TopicPartition, Long> consumed = Map.of();
    private Map<TopicPartition, Long> wanted = Map.of();

    public TaskView(TaskId task) {
        this.task = task;
    }

    private enum Standing {
        /** Nobody has looked yet what the stores miss. Ended by that. */
        OPENING,
        /** Some stores do not have all that is committed. Ended when they are restored. */
        BEHIND,
        /** The stores are what the last commit made them. Ended when they have to be restored, or by closing. */
        CURRENT,
        /** Nothing can be read any more. */
        CLOSED
    }

    public TaskId task() {
        return task;
    }

    /** Returns the stores by name. */
    public Map<String, ViewedStore> stores() {
        return Map.copyOf(stores);
    }

    // ---- called by the worker

    /** Adds a store, before anybody can ask. */
    public void add(ViewedStore store) {
        stores.put(store.name(), store);
    }

    /** Changes committed entries, without a commit. */
    public void write(Runnable change) {
        lock.writeLock().lock();
        try {
            change.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Makes a commit visible, as a whole.
     *
     * @param nextConsumed by input partition, the offset before which everything is committed
     * @param change changes the committed entries
     */
    public void commit(Map<TopicPartition, Long> nextConsumed, Runnable change) {
        Map<TopicPartition, Long> next = Map.copyOf(nextConsumed);
        write(() -> {
            change.run();
            consumed = next;
        });
    }

    /** The stores are about to be brought to what is committed with these input offsets; see {@link #caughtUp}. */
    public void catchUpTo(Map<TopicPartition, Long> committed) {
        Map<TopicPartition, Long> next = Map.copyOf(committed);
        write(() -> wanted = next);
    }

    /** A store is not complete: until {@link #caughtUp}, only who does not mind old values is answered. */
    public void restoring(String store, Catchup progress) {
        restoring.put(store, progress);
        write(() -> become(Standing.BEHIND));
    }

    /** A store is complete. */
    public void restored(String store) {
        restoring.remove(store);
    }

    /** All stores are complete. */
    public void caughtUp() {
        restoring.clear();
        write(() -> {
            consumed = wanted;
            become(Standing.CURRENT);
        });
    }

    private void become(Standing next) {
        standing = standing == Standing.CLOSED ? standing : next;
    }

    /**
     * Refuses questions from now on, and releases what iterators hold that are still open.
     *
     * @return where they were opened, by store
     */
    public Map<String, List<String>> close() {
        write(() -> standing = Standing.CLOSED);
        // Nobody can add a view any more.
        Map<String, List<String>> forgotten = new TreeMap<>();
        for (StoreView view : views) {
            List<String> places = view.shut();
            if (!places.isEmpty()) {
                forgotten
                        .computeIfAbsent(view.store(), any -> new ArrayList<>())
                        .addAll(places);
            }
        }
        views.clear();
        followed.forEach(FollowedStore::shut);
        return forgotten;
    }

    // ---- called by any thread

    /** Returns what is not restored yet, by store; empty if nothing is known to be missing. */
    public Map<String, Catchup> restoring() {
        return Map.copyOf(restoring);
    }

    /** Returns whether the stores are what the last commit made them, and can be read. */
    public boolean isCurrent() {
        lock.readLock().lock();
        try {
            return standing == Standing.CURRENT;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Returns whether the task was closed. */
    public boolean isClosed() {
        lock.readLock().lock();
        try {
            return standing == Standing.CLOSED;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Returns by input partition the offset before which everything is committed; a partition never committed is missing. */
    public Map<TopicPartition, Long> consumed() {
        lock.readLock().lock();
        try {
            return consumed;
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Returns the entries of a store for another loop of the application, the first thread that reads them: always those of the last
     * commit. No loop may be reading when this is closed.
     *
     * @param store one that was added
     */
    public StoreBytes follow(ViewedStore store) {
        FollowedStore bytes = new FollowedStore(store.name(), store.committed(), this::consumed);
        followed.add(bytes);
        return bytes;
    }

    /** Returns how many iterators are open. */
    public int openIterators() {
        return views.stream().mapToInt(StoreView::openIterators).sum();
    }

    /**
     * Asks a store, as of one commit.
     *
     * @param store its name
     * @param stale whether a store that is being restored may answer, too, which shows it somewhere between two commits
     * @param question looks into the store, which is good for that call only; iterators that it returns go on to see the same commit,
     *     and have to be closed
     * @throws StateStoreRestoringException if the task's stores are not complete, and the store may not answer before they are
     * @throws StreamsRebalancingException if the task is being opened, and the store may not answer before it is
     * @throws StateStoreMigratedException if the task was closed
     */
    public <R extends @Nullable Object> Answer<R> ask(
            String store, boolean stale, Function<? super StateStore, R> question) {
        ViewedStore asked = stores.get(store);
        if (asked == null) {
            throw new IllegalArgumentException("task " + task + " has no store " + store);
        }
        StoreView taken = take(asked, stale);
        boolean answered = false;
        try (StoreView view = taken) {
            R value = question.apply(asked.typed().apply(view));
            answered = true;
            return new Answer<>(value, view.consumed());
        } finally {
            if (!answered) {
                taken.abandon();
            }
        }
    }

    private StoreView take(ViewedStore store, boolean stale) {
        lock.readLock().lock();
        try {
            requireReadable(store, stale);
            StoreView view = new StoreView(task, store.name(), store.committed().snapshot(), consumed, views::remove);
            views.add(view);
            return view;
        } finally {
            lock.readLock().unlock();
        }
    }

    private void requireReadable(ViewedStore store, boolean stale) {
        switch (standing) {
            case CURRENT -> {}
            case OPENING -> {
                if (!stale) {
                    throw new StreamsRebalancingException("store " + store.name() + " of task " + task
                            + " is being opened: ask again later, or ask with enableStaleStores()");
                }
            }
            case BEHIND -> {
                if (!stale) {
                    throw notComplete(store.name());
                }
            }
            case CLOSED ->
                throw new StateStoreMigratedException("store " + store.name() + " of task " + task
                        + " was closed: its task has moved, or the application closes. Ask again");
        }
    }

    private StateStoreRestoringException notComplete(String store) {
        Map<String, Catchup> missing = new LinkedHashMap<>(new TreeMap<>(restoring));
        long offsets = missing.values().stream().mapToLong(Catchup::missing).sum();
        Set<String> parts = new LinkedHashSet<>();
        missing.forEach((name, catchup) ->
                parts.add(name + " is at offset " + catchup.position() + " of " + catchup.endOffset()));
        return new StateStoreRestoringException(
                "store " + store + " of task " + task + " is being restored, " + offsets + " offsets are missing: "
                        + String.join(", ", parts)
                        + ". Ask again later, or ask with enableStaleStores()",
                offsets);
    }
}
