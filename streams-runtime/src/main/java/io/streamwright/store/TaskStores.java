package io.streamwright.store;

import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogRecord;
import io.streamwright.loop.Owner;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.processor.TaskId;
import io.streamwright.store.committed.CommittedStorage;
import io.streamwright.store.committed.StoreInvariantException;
import io.streamwright.store.committed.StoreUpdate;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.view.TaskView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All stores of one task and their open transaction.
 *
 * <p>What a transaction writes stays in overlays in memory until its commit is decided. A store's committed content therefore
 * always equals some committed position of its changelog, and dropping a transaction costs nothing that depends on the size of
 * the state.
 *
 * <p>Order of calls for a transaction: writes to the stores, {@link #writeChanges}, {@link #seal}, and once the log has
 * committed {@link #commit}; at any point {@link #rollback}. Between {@code seal} and {@code commit} the next transaction may
 * write already.
 *
 * <p>Owner: the worker that owns the task.
 */
public final class TaskStores implements AutoCloseable {
    /** Name of the file that is locked in the directory of a task at work. */
    public static final String LOCK_FILE = ".lock";

    private static final Logger LOG = LoggerFactory.getLogger(TaskStores.class);

    private final TaskStoresOptions options;
    private final Owner owner;
    private final Map<String, OpenStore> stores = new LinkedHashMap<>();
    private final List<CommittedStorage> storages = new ArrayList<>();
    private final Map<String, RestoreThrough> restoredThrough = new HashMap<>();
    private final TaskView view;
    /** Whether there is a transaction between {@link #seal} and its decision. */
    private boolean sealed;

    private boolean closed;

    private TaskStores(TaskStoresOptions options, Owner owner) {
        this.options = options;
        this.owner = owner;
        this.view = new TaskView(options.taskId());
    }

    /**
     * Opens the stores; what the directory holds of them is kept, whatever ended the last run.
     *
     * @throws io.streamwright.errors.LockException if somebody else has the directory open
     * @throws StoreInvariantException if the directory holds what the task cannot have committed
     * @throws org.apache.kafka.common.config.ConfigException if a store cannot be made as it is asked for
     */
    public static TaskStores open(TaskStoresOptions options) {
        return open(options, new Owner("state of task " + options.taskId()));
    }

    /** The same for stores of nobody's task, which are passed between threads by whoever holds them. */
    static TaskStores openAlone(TaskStoresOptions options) {
        return open(options, Owner.ofWhoeverHolds("stores beside task " + options.taskId()));
    }

    private static TaskStores open(TaskStoresOptions options, Owner owner) {
        TaskStores opened = new TaskStores(options, owner);
        try {
            StoreAssembly.assemble(options, opened.owner, opened.storages, opened.stores, opened.view);
        } catch (RuntimeException | Error e) {
            opened.closeAfter(e);
            throw e;
        }
        return opened;
    }

    private void closeAfter(Throwable failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Returns the store that processors use.
     *
     * @throws InvalidStateStoreException if the task has none of that name
     */
    public StateStore store(String name) {
        return named(name).typed();
    }

    /** Returns the stores that processors use, by name. */
    public Map<String, StateStore> all() {
        Map<String, StateStore> all = new LinkedHashMap<>();
        stores.forEach((name, store) -> all.put(name, store.typed()));
        return all;
    }

    /**
     * Returns a store for one other loop of the application, the first thread that uses it: it shows what is committed when it is looked
     * at, and refuses writes. May be called by any thread.
     *
     * @param name the store
     * @param reader default serdes come from it, as serdes need not bear two threads
     * @throws InvalidStateStoreException if there is no store of that name
     */
    public StateStore readOnly(String name, StateStoreContext reader) {
        OpenStore store = named(name);
        StoreBytes committed = view.follow(Objects.requireNonNull(view.stores().get(name), "store " + name));
        return StoreAssembly.likewise(store, committed, reader);
    }

    /** Returns the partition that a store is restored from; empty if logging is off. */
    public Optional<TopicPartition> changelog(String store) {
        return named(store).definition().changelog();
    }

    /** Returns the next changelog offset that is not in the committed store; 0 for a fresh store. */
    public long position(String store) {
        return named(store).position();
    }

    private OpenStore named(String name) {
        OpenStore store = stores.get(name);
        if (store == null) {
            throw new InvalidStateStoreException(
                    "task " + options.taskId() + " has no store " + name + "; it has " + stores.keySet());
        }
        return store;
    }

    /**
     * Puts changelog records into the committed store, together with the position that it then has.
     *
     * @param store the store
     * @param records committed records of its changelog, in order
     * @param nextOffset the position behind them
     */
    public void restore(String store, List<LogRecord> records, long nextOffset) {
        owner.check();
        OpenStore restored = named(store);
        if (hasChanges() || sealed) {
            throw new IllegalStateException("store " + store + " of task " + options.taskId()
                    + " cannot be restored while a transaction has changed the task's stores");
        }
        restored.checkAdvance(nextOffset, options);
        RestoreThrough through = restoredThrough.get(store);
        if (through != null) {
            restoreThrough(restored, through, records, nextOffset);
            return;
        }
        restored.bytes().beforeWrite();
        List<StoreUpdate> updates = restored.restoring(records, nextOffset);
        view.write(() -> restored.storage().write(updates));
        restored.bytes().afterRestore();
    }

    private void restoreThrough(OpenStore restored, RestoreThrough through, List<LogRecord> records, long nextOffset) {
        TopicPartition source = restored.definition().changelog().orElseThrow();
        try {
            through.take(new FetchedRecords(source, records, nextOffset));
            writeChanges((changelog, timestamp, key, value, headers) -> {
                throw new IllegalStateException("restoring store " + restored.name() + " of task " + options.taskId()
                        + " from " + source + " wrote to the store of changelog " + changelog
                        + ": the processor that keeps a read-only store may write to that store only");
            });
            seal();
            commit(Map.of(source, nextOffset));
        } catch (RuntimeException | Error e) {
            rollback();
            throw e;
        }
    }

    /** Has a store restored by what takes the records of its changelog and writes to the store, not by the records as they are. */
    public void restoreThrough(String store, RestoreThrough through) {
        owner.check();
        restoredThrough.put(named(store).name(), through);
    }

    /** Writes to a store what the records of its changelog are to leave there. Owner: as the stores. */
    @FunctionalInterface
    public interface RestoreThrough {
        /** Takes records that come next. */
        void take(FetchedRecords fetched);
    }

    /** Empties a store that is to be restored from the start, as its position is no longer on the log or is not known. */
    public void reset(String store) {
        owner.check();
        OpenStore emptied = named(store);
        emptied.bytes().beforeWrite();
        view.write(() -> emptied.bytes().parts().forEach(emptied.storage()::reset));
        emptied.bytes().afterRestore();
    }

    /** Returns whether the open transaction wrote to a store. */
    public boolean hasChanges() {
        for (OpenStore store : stores.values()) {
            if (!store.bytes().open().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Returns about how much memory is taken by what was written and is not committed. */
    public long uncommittedBytes() {
        long bytes = 0;
        for (OpenStore store : stores.values()) {
            bytes += store.bytes().uncommittedBytes();
        }
        return bytes;
    }

    /**
     * Writes the open transaction's changes to the changelogs: one record for each changed key, with its last value, in the
     * order of the last writes. The stores refuse writes until {@link #seal} or {@link #rollback}.
     */
    public void writeChanges(ChangelogWriter changelog) {
        owner.check();
        for (OpenStore store : stores.values()) {
            store.writeChanges(changelog);
        }
    }

    /**
     * Makes the open transaction the committing one and opens the next.
     *
     * @throws IllegalStateException if the one before is not decided yet, or {@link #writeChanges} was not called
     */
    public void seal() {
        owner.check();
        if (sealed) {
            throw new IllegalStateException("task " + options.taskId()
                    + " began to commit a transaction before the one ahead of it was decided");
        }
        stores.values().forEach(OpenStore::checkWritten);
        stores.values().forEach(store -> store.bytes().seal());
        sealed = true;
    }

    /**
     * Makes the committing transaction's changes the committed content, together with the positions that the stores then have:
     * all persistent stores of the task in one step.
     *
     * @param nextOffsets the offset behind the transaction's last record, by partition; partitions that are no changelog of the
     *     task are ignored
     * @throws IllegalStateException if no transaction is sealed
     * @throws StoreInvariantException if a position would go back
     */
    public void commit(Map<TopicPartition, Long> nextOffsets) {
        commit(Map.of(), nextOffsets);
    }

    /**
     * The same for a task whose answers to queries say what they have seen.
     *
     * @param consumed by input partition of the task, the offset before which everything is committed
     * @param nextOffsets as above
     */
    public void commit(Map<TopicPartition, Long> consumed, Map<TopicPartition, Long> nextOffsets) {
        owner.check();
        if (!sealed) {
            throw new IllegalStateException("task " + options.taskId() + " has no sealed transaction to commit");
        }
        // All that can be refused is refused before anything is written.
        Map<CommittedStorage, List<StoreUpdate>> updates = new LinkedHashMap<>();
        for (OpenStore store : stores.values()) {
            List<StoreUpdate> changed = store.update(nextOffsets, options);
            if (!changed.isEmpty()) {
                updates.computeIfAbsent(store.storage(), any -> new ArrayList<>())
                        .addAll(changed);
            }
        }
        stores.values().forEach(store -> store.bytes().beforeWrite());
        view.commit(consumed, () -> updates.forEach(CommittedStorage::write));
        stores.values().forEach(store -> store.bytes().afterCommit());
        sealed = false;
    }

    /** Drops what the open and the committing transaction wrote. Costs nothing that depends on the size of the state. */
    public void rollback() {
        owner.check();
        stores.values().forEach(store -> store.bytes().rollback());
        sealed = false;
    }

    /** Lets another thread become the owner. Called by the owner. */
    public void release() {
        owner.release();
    }

    /** Makes what is committed durable and closes the stores. What is not committed is dropped, never written. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        view.close().forEach(this::warnOfQueries);
        stores.values().forEach(this::closeStore);
        RuntimeException failure = null;
        for (CommittedStorage storage : storages) {
            try {
                storage.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void closeStore(OpenStore store) {
        int forgotten = store.bytes().close();
        if (forgotten > 0) {
            LOG.warn(
                    "task={} store={} forgottenIterators={} were open when the task closed and are released now; close each "
                            + "iterator, best with try-with-resources, as it holds memory outside of the heap",
                    options.taskId(),
                    store.name(),
                    forgotten);
        }
    }

    private void warnOfQueries(String store, List<String> places) {
        LOG.warn(
                "task={} store={} forgottenIterators={} of queries were open when the task closed and are released now; close "
                        + "each iterator, best with try-with-resources. They were opened at {}",
                options.taskId(),
                store,
                places.size(),
                new TreeSet<>(places));
    }

    /** Returns the committed content, for other threads. */
    public TaskView view() {
        return view;
    }

    /** Returns the changelogs that the task's transactions write. */
    public Set<TopicPartition> writtenChangelogs() {
        return logged().stream()
                .filter(TaskStore::writesChangelog)
                .map(store -> store.changelog().orElseThrow())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the stores that are restored from a changelog. */
    Collection<TaskStore> logged() {
        return stores.values().stream()
                .map(OpenStore::definition)
                .filter(store -> store.changelog().isPresent())
                .toList();
    }

    TaskId taskId() {
        return options.taskId();
    }

    Path directory() {
        return options.directory();
    }

    String applicationId() {
        return options.context().applicationId();
    }

    /** Returns the bytes of a store. */
    TransactionalStore bytes(String store) {
        return named(store).bytes();
    }

    /** Takes changelog records into the task's open transaction. Owner: the worker that owns the task. */
    @FunctionalInterface
    public interface ChangelogWriter {

        /**
         * Appends a record.
         *
         * @param changelog where to
         * @param timestamp milliseconds since the epoch
         * @param key serialized key
         * @param value serialized value; null if the key was deleted
         * @param headers in their order
         */
        void append(TopicPartition changelog, long timestamp, byte[] key, byte @Nullable [] value, Header[] headers);
    }
}
