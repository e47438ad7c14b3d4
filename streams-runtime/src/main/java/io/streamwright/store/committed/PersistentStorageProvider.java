package io.streamwright.store.committed;

import io.streamwright.processor.TaskId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Opens committed state on disk; found with {@link ServiceLoader}.
 *
 * <p>Thread-safe.
 */
public interface PersistentStorageProvider {

    /**
     * Opens the directory of a task, and makes it if it is not there. Whatever is found there is kept.
     *
     * @param taskId the task, for messages
     * @param directory the task's own directory
     * @param stores the stores, which may be more or other ones than those it was opened with before
     * @param limits when to flush
     * @param configs the application's settings, of which some may be about the storage
     * @throws io.streamwright.errors.LockException if somebody else has it open; nothing was changed
     * @throws StoreInvariantException if what it holds cannot be what the task committed; nothing was changed
     */
    CommittedStorage open(
            TaskId taskId, Path directory, List<StoreLayout> stores, FlushLimits limits, Map<String, Object> configs);

    /** Returns the provider on the class path. */
    static PersistentStorageProvider installed() {
        return ServiceLoader.load(PersistentStorageProvider.class, PersistentStorageProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("no storage for persistent stores found on the class path: "
                                + "streams-runtime has one, is its META-INF/services missing from a shaded jar?"));
    }
}
