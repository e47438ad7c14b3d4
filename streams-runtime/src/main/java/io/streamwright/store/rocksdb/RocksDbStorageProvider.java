package io.streamwright.store.rocksdb;

import io.streamwright.processor.TaskId;
import io.streamwright.store.committed.CommittedStorage;
import io.streamwright.store.committed.FlushLimits;
import io.streamwright.store.committed.PersistentStorageProvider;
import io.streamwright.store.committed.StoreLayout;
import java.nio.file.Path;
import java.util.List;

/** Opens RocksDB for persistent stores. Thread-safe: holds nothing. */
public final class RocksDbStorageProvider implements PersistentStorageProvider {

    /** For {@link java.util.ServiceLoader}. */
    public RocksDbStorageProvider() {}

    @Override
    public CommittedStorage open(TaskId taskId, Path directory, List<StoreLayout> stores, FlushLimits limits) {
        DirectoryLock lock = DirectoryLock.take(taskId, directory);
        try {
            return RocksDbStorage.open(taskId, lock, stores, limits);
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }
}
