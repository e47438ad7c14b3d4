package io.streamwright.store.rocksdb;

import io.streamwright.errors.LockException;
import io.streamwright.errors.ProcessorStateException;
import io.streamwright.lock.ProcessLock;
import io.streamwright.processor.TaskId;
import io.streamwright.store.TaskStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps everybody else out of a task's directory. The system frees it when the process ends, however it ends.
 *
 * <p>Owner: the worker that owns the task.
 */
final class DirectoryLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);

    private final Path directory;
    private final ProcessLock lock;

    private DirectoryLock(Path directory, ProcessLock lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /**
     * Makes the directory if it is not there, and locks it.
     *
     * @throws LockException if somebody else has it
     */
    static DirectoryLock take(TaskId taskId, Path directory) {
        try {
            Files.createDirectories(directory);
            ProcessLock.Attempt attempt = ProcessLock.tryTake(directory, TaskStores.LOCK_FILE);
            ProcessLock lock = attempt.lock()
                    .orElseThrow(() -> new LockException("state directory " + directory + " of task " + taskId
                            + " is held by process " + attempt.holder()
                            + ": stop that one, or give this one a state.dir of its own"));
            return new DirectoryLock(directory, lock);
        } catch (IOException e) {
            throw new ProcessorStateException(
                    "cannot use state directory " + directory + " of task " + taskId + " (" + e
                            + "): it must be a directory that this user may write to, see state.dir",
                    e);
        }
    }

    Path directory() {
        return directory;
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            // The file is closed nevertheless, and the lock with it; what is in it does not matter.
            LOG.warn("directory={} cannot close the lock file", directory, e);
        }
    }
}
