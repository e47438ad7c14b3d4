package io.streamwright.store.rocksdb;

import io.streamwright.processor.TaskId;
import io.streamwright.store.committed.CommittedStorage;
import io.streamwright.store.committed.FlushLimits;
import io.streamwright.store.committed.PersistentStorageProvider;
import io.streamwright.store.committed.StoreLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Opens RocksDB for persistent stores. Thread-safe: holds nothing. */
public final class RocksDbStorageProvider implements PersistentStorageProvider {

    /** For {@link java.util.ServiceLoader}. */
    public RocksDbStorageProvider() {}

    @Override
    public CommittedStorage open(
            TaskId taskId, Path directory, List<StoreLayout> stores, FlushLimits limits, Map<String, Object> configs) {
        DirectoryLock lock = DirectoryLock.take(taskId, directory);
        try {
            return RocksDbStorage.open(taskId, lock, stores, limits, configs);
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }
}
