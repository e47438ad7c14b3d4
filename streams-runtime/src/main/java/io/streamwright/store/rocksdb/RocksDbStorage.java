package io.streamwright.store.rocksdb;

import io.streamwright.errors.ProcessorStateException;
import io.streamwright.processor.TaskId;
import io.streamwright.store.committed.BytesIterator;
import io.streamwright.store.committed.CommittedStorage;
import io.streamwright.store.committed.CommittedStore;
import io.streamwright.store.committed.FlushLimits;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreInvariantException;
import io.streamwright.store.committed.StoreLayout;
import io.streamwright.store.committed.StoreUpdate;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Committed entries and positions of one task's persistent stores, in one RocksDB.
 *
 * <h2>Why entries and positions never disagree</h2>
 *
 * <p>The changelog is the write-ahead log, so RocksDB's own is off: a killed process loses what was not flushed. Entries and
 * positions are written in one batch, and a flush takes all column families as of the same batch ({@code atomic_flush}). What a
 * restart finds is therefore the state after some batch, positions included; the changelog holds the rest.
 *
 * <p>Owner: the worker that owns the task. RocksDB flushes and compacts on threads of its own.
 */
final class RocksDbStorage implements CommittedStorage {
    private static final Logger LOG = LoggerFactory.getLogger(RocksDbStorage.class);
    private static final String DATABASE = "rocksdb";
    private static final String BUFFERS_WAITING = "rocksdb.num-immutable-mem-table";

    private final DirectoryLock lock;
    private final ColumnFamilies families;
    private final FlushLimits limits;
    private final Map<String, StoreLayout> layouts = new HashMap<>();
    private final Map<String, RocksDbStore> stores = new HashMap<>();
    private final Map<String, Long> positions = new HashMap<>();
    private final WriteOptions withoutLog = new WriteOptions().setDisableWAL(true);
    private long unflushedBytes;
    private long unflushedRecords;

    private RocksDbStorage(DirectoryLock lock, ColumnFamilies families, FlushLimits limits) {
        this.lock = lock;
        this.families = families;
        this.limits = limits;
    }

    static RocksDbStorage open(
            TaskId taskId,
            DirectoryLock lock,
            List<StoreLayout> stores,
            FlushLimits limits,
            Map<String, Object> configs) {
        Path directory = lock.directory().resolve(DATABASE);
        ColumnFamilies families;
        try {
            families = ColumnFamilies.open(directory, stores, limits.writeBufferBytes(), configs);
        } catch (RocksDBException e) {
            throw new ProcessorStateException(
                    "cannot open the state of task " + taskId + " in " + directory + ": " + e.getMessage()
                            + "; if files are damaged, delete the directory: the stores are then restored from their "
                            + "changelogs",
                    e);
        }
        RocksDbStorage storage = new RocksDbStorage(lock, families, limits);
        try {
            stores.forEach(store -> storage.add(taskId, store));
        } catch (RuntimeException e) {
            storage.release();
            throw e;
        }
        return storage;
    }

    private void add(TaskId taskId, StoreLayout layout) {
        String name = layout.name();
        RocksDbStore store = new RocksDbStore(name, families.database(), families.store(name));
        layouts.put(name, layout);
        stores.put(name, store);
        StorePosition found = read(store, name);
        if (found != null) {
            check(taskId, layout, found);
            positions.put(name, found.position());
            if (found.valueLayout() != layout.valueLayout()) {
                restoreAnew(taskId, layout, found);
            }
        } else if (!store.isEmpty()) {
            throw broken(taskId, name, "holds entries but no position");
        }
    }

    private @Nullable StorePosition read(RocksDbStore store, String name) {
        try {
            byte[] bytes = families.database().get(families.positions(), bytesOf(name));
            return bytes == null ? null : StorePosition.fromBytes(bytes);
        } catch (RocksDBException e) {
            throw store.failed("read the position", e);
        }
    }

    private static byte[] bytesOf(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    private void check(TaskId taskId, StoreLayout layout, StorePosition found) {
        String changelog = StorePosition.changelogOf(layout);
        if (!changelog.isEmpty() && !changelog.equals(found.changelog())) {
            String before = found.changelog().isEmpty() ? "no changelog" : "changelog " + found.changelog();
            throw broken(taskId, layout.name(), "was written with " + before + ", the program asks for " + changelog);
        }
    }

    /** Empties a store whose program asks for headers now, or for none any more: its changelog is the same with and without. */
    private void restoreAnew(TaskId taskId, StoreLayout layout, StorePosition found) {
        String other =
                "holds values laid out as " + found.valueLayout() + ", the program asks for " + layout.valueLayout();
        if (!found.valueLayout().hasHeaders() && !layout.valueLayout().hasHeaders()) {
            throw broken(taskId, layout.name(), other);
        }
        if (layout.changelog().isEmpty()) {
            throw new StoreInvariantException("store " + layout.name() + " of task " + taskId + " in "
                    + families.database().getName() + " " + other + ", and has no changelog to be restored from;"
                    + " keep it as it was, or delete that directory and lose what the store holds");
        }
        LOG.info(
                "task={} store={} values={} before={}: the store is emptied and restored from its changelog {}",
                taskId,
                layout.name(),
                layout.valueLayout(),
                found.valueLayout(),
                found.changelog());
        reset(layout.name());
    }

    private StoreInvariantException broken(TaskId taskId, String store, String what) {
        return new StoreInvariantException("store " + store + " of task " + taskId + " in "
                + families.database().getName() + " " + what
                + "; stop the application, delete that directory and start "
                + "again to restore the task's stores from their changelogs, or take a state.dir that belongs to this "
                + "application");
    }

    @Override
    public CommittedStore store(String name) {
        return named(name);
    }

    private RocksDbStore named(String name) {
        return Objects.requireNonNull(stores.get(name), () -> "no store " + name);
    }

    @Override
    public OptionalLong position(String name) {
        Long position = positions.get(name);
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }

    @Override
    public void write(List<StoreUpdate> updates) {
        try (WriteBatch batch = new WriteBatch()) {
            for (StoreUpdate update : updates) {
                RocksDbStore store = named(update.store());
                if (update.dropped().isPresent()) {
                    drop(batch, store, update.dropped().get());
                }
                update.changes().forEach((key, value) -> add(batch, store, key, value));
                putPosition(batch, update.store(), update.position());
            }
            write(batch);
        } catch (RocksDBException e) {
            throw named(updates.get(0).store()).failed("write a commit", e);
        }
        updates.forEach(update -> positions.put(update.store(), update.position()));
    }

    /** Deletes what is in a range: one mark for all of it, and none if it is empty. */
    private static void drop(WriteBatch batch, RocksDbStore store, KeyRange range) throws RocksDBException {
        try (BytesIterator first = store.iterate(range, true);
                BytesIterator last = store.iterate(range, false)) {
            if (first.isValid()) {
                batch.deleteRange(store.family(), first.key().get(), last.key().get());
                batch.delete(store.family(), last.key().get());
            }
        }
    }

    private static void add(WriteBatch batch, RocksDbStore store, Bytes key, byte @Nullable [] value) {
        try {
            if (value == null) {
                batch.delete(store.family(), key.get());
            } else {
                batch.put(store.family(), key.get(), value);
            }
        } catch (RocksDBException e) {
            throw store.failed("prepare a commit", e);
        }
    }

    private void putPosition(WriteBatch batch, String store, long position) throws RocksDBException {
        StoreLayout layout = Objects.requireNonNull(layouts.get(store));
        batch.put(
                families.positions(),
                bytesOf(store),
                StorePosition.of(layout, position).toBytes());
    }

    private void write(WriteBatch batch) throws RocksDBException {
        families.database().write(withoutLog, batch);
        unflushedBytes += batch.getDataSize();
        unflushedRecords += batch.count();
        if (unflushedBytes >= limits.flushAfterBytes() || unflushedRecords >= limits.flushAfterRecords()) {
            requestFlush();
        }
    }

    /** Asks for a flush and does not wait for it; not while one is at work, which the next write will notice. */
    private void requestFlush() throws RocksDBException {
        // Every batch writes a position: the buffers of that family wait as long as those of any other.
        if (families.database().getLongProperty(families.positions(), BUFFERS_WAITING) > 0) {
            return;
        }
        // Allowing a stall means not to wait until there can be none; the check above has excluded it.
        try (FlushOptions options = new FlushOptions().setWaitForFlush(false).setAllowWriteStall(true)) {
            families.database().flush(options, families.all());
        }
        unflushedBytes = 0;
        unflushedRecords = 0;
    }

    /** Deletes all entries and sets the position to zero, in one batch: a crash leaves the old or the empty store. */
    @Override
    public void reset(String name) {
        RocksDbStore store = named(name);
        try (WriteBatch batch = new WriteBatch()) {
            drop(batch, store, KeyRange.ALL);
            putPosition(batch, name, 0);
            write(batch);
        } catch (RocksDBException e) {
            throw store.failed("empty the store", e);
        }
        positions.put(name, 0L);
    }

    @Override
    public void close() {
        RocksDB database = families.database();
        try (FlushOptions options = new FlushOptions().setWaitForFlush(true).setAllowWriteStall(true)) {
            database.flush(options, families.all());
        } catch (RocksDBException e) {
            throw new ProcessorStateException(
                    "cannot flush the state in " + database.getName() + ": " + e.getMessage()
                            + "; the next start restores what is missing from the changelogs",
                    e);
        } finally {
            release();
        }
    }

    private void release() {
        try {
            families.close();
        } finally {
            withoutLog.close();
            lock.close();
        }
    }
}
