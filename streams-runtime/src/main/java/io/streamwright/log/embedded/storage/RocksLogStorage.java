package io.streamwright.log.embedded.storage;

import io.streamwright.log.embedded.batch.RecordBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Keeps everything in one RocksDB: its write-ahead log makes a write of many partitions one atomic, and with one sync durable,
 * step.
 *
 * <p>Thread-safe: RocksDB is; the read-write lock lets nobody use a database that {@link #recover} or {@link #close} is closing. It
 * is taken per fetch that the tail cache could not serve and per write, never per record.
 */
public final class RocksLogStorage implements LogStorage {
    private static final long READAHEAD_BYTES = 2L << 20;

    private final Path directory;
    private final RocksFailures failures;
    private final DirectoryLock directoryLock;
    private final RocksTuning tuning = new RocksTuning();
    private final WriteOptions unsynced = new WriteOptions();
    private final WriteOptions synced;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    /** Guarded by the lock; null while storage is closed or could not be opened again. */
    private @Nullable RocksFamilies families;

    private boolean closed;

    private RocksLogStorage(Path directory, FlushMode flush, DirectoryLock directoryLock) {
        this.synced = new WriteOptions().setSync(flush == FlushMode.SYNC);
        this.directory = directory;
        this.directoryLock = directoryLock;
        this.failures = new RocksFailures(directory.toString());
    }

    /**
     * Opens the storage of a directory, which is made if it is not there.
     *
     * @param directory where everything is kept
     * @param flush what a synced write survives
     * @throws org.apache.kafka.common.errors.InvalidConfigurationException if the directory cannot be used; says why
     * @throws KafkaStorageException if its content cannot be opened
     */
    public static RocksLogStorage open(Path directory, FlushMode flush) {
        RocksLogStorage storage = new RocksLogStorage(directory, flush, DirectoryLock.take(directory));
        try {
            storage.recover();
            return storage;
        } catch (RuntimeException failure) {
            storage.close();
            throw failure;
        }
    }

    @Override
    public String location() {
        return directory.toString();
    }

    @Override
    public void recover() {
        withLock(lock.writeLock(), () -> {
            if (families != null) {
                families.close();
                families = null;
            }
            if (closed) {
                throw new KafkaStorageException("the log in " + directory + " is closed");
            }
            try {
                families = RocksFamilies.open(directory.resolve("log"), tuning);
            } catch (RocksDBException cause) {
                throw failures.opening(cause);
            }
        });
    }

    @Override
    public void write(StorageWrite write, boolean sync) {
        withLock(lock.readLock(), () -> {
            RocksFamilies open = open();
            try (WriteBatch batch = new WriteBatch((int) Math.min(Integer.MAX_VALUE, write.sizeBytes() + (1 << 10)))) {
                write.replay(new BatchSink(open, batch));
                open.database().write(sync ? synced : unsynced, batch);
            } catch (RocksDBException cause) {
                throw failures.writing(cause);
            } catch (SinkFailure failure) {
                throw failures.writing(failure.rocks);
            }
        });
    }

    @Override
    public void forEach(StateTable table, BiConsumer<String, byte[]> entries) {
        withLock(lock.readLock(), () -> {
            RocksFamilies open = open();
            try (RocksIterator iterator = open.database().newIterator(open.of(table))) {
                for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                    entries.accept(new String(iterator.key(), StandardCharsets.UTF_8), iterator.value());
                }
                iterator.status();
            } catch (RocksDBException cause) {
                throw failures.reading("table " + table, cause);
            }
        });
    }

    @Override
    public void readBatches(PartitionKey partition, long fromOffset, Predicate<RecordBatch> consumer) {
        withLock(lock.readLock(), () -> {
            RocksFamilies open = open();
            try (ReadOptions options = new ReadOptions().setReadaheadSize(READAHEAD_BYTES);
                    RocksIterator iterator = open.database().newIterator(open.batches(), options)) {
                read(iterator, partition, fromOffset, consumer);
                iterator.status();
            } catch (RocksDBException cause) {
                throw failures.reading(
                        "a batch of " + partition.topicPartition() + " behind offset " + fromOffset, cause);
            }
        });
    }

    private void read(
            RocksIterator iterator, PartitionKey partition, long fromOffset, Predicate<RecordBatch> consumer) {
        iterator.seekForPrev(partition.at(fromOffset));
        if (!iterator.isValid() || !belongsTo(partition, iterator.key())) {
            iterator.seek(partition.at(fromOffset));
        }
        for (; iterator.isValid(); iterator.next()) {
            byte[] key = iterator.key();
            if (!belongsTo(partition, key)) {
                return;
            }
            RecordBatch batch = RecordBatch.parse(
                    iterator.value(), offsetOf(key), directory.toString(), partition.topicPartition());
            if (batch.nextOffset() > fromOffset && !consumer.test(batch)) {
                return;
            }
        }
    }

    private static boolean belongsTo(PartitionKey partition, byte[] key) {
        ByteBuffer fields = ByteBuffer.wrap(key);
        return fields.getInt() == partition.topicId() && fields.getInt() == partition.partition();
    }

    private static long offsetOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(2 * Integer.BYTES);
    }

    private RocksFamilies open() {
        if (families == null) {
            throw new KafkaStorageException("the log in " + directory + (closed ? " is closed" : " is not open"));
        }
        return families;
    }

    private static void withLock(Lock lock, Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        withLock(lock.writeLock(), () -> {
            if (closed) {
                return;
            }
            closed = true;
            if (families != null) {
                families.close();
                families = null;
            }
            unsynced.close();
            synced.close();
            tuning.close();
            try {
                directoryLock.close();
            } catch (IOException cause) {
                throw new UncheckedIOException("directory " + directory + " could not be released", cause);
            }
        });
    }

    /** Fills a batch of RocksDB with the steps of a write. */
    private record BatchSink(RocksFamilies families, WriteBatch target) implements StorageWrite.Sink {
        @Override
        public void append(PartitionKey partition, RecordBatch batch) {
            step(() -> target.put(families.batches(), partition.at(batch.baseOffset()), batch.bytes()));
        }

        @Override
        public void put(StateTable table, String key, byte @Nullable [] value) {
            ColumnFamilyHandle family = families.of(table);
            byte[] encoded = key.getBytes(StandardCharsets.UTF_8);
            step(() -> {
                if (value == null) {
                    target.delete(family, encoded);
                } else {
                    target.put(family, encoded, value);
                }
            });
        }

        @Override
        public void dropBatchesBefore(PartitionKey partition, long offset) {
            step(() -> target.deleteRange(families.batches(), partition.at(0), partition.at(offset)));
        }

        private static void step(RocksStep step) {
            try {
                step.run();
            } catch (RocksDBException cause) {
                throw new SinkFailure(cause);
            }
        }
    }

    private interface RocksStep {
        void run() throws RocksDBException;
    }

    /** Carries a checked exception through a sink that does not declare it. */
    private static final class SinkFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient RocksDBException rocks;

        SinkFailure(RocksDBException rocks) {
            super(rocks);
            this.rocks = rocks;
        }
    }
}
