package io.streamwright.log.embedded.storage;

import io.streamwright.lock.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps other processes out of a log's directory. The operating system releases it when the process dies, however it dies.
 *
 * <p>Owner: the storage that took it.
 */
final class DirectoryLock implements AutoCloseable {
    private static final String FILE_NAME = "in-use.lock";

    private final ProcessLock lock;

    private DirectoryLock(ProcessLock lock) {
        this.lock = lock;
    }

    /**
     * Makes the directory if it is not there, and takes it.
     *
     * @throws InvalidConfigurationException if it is no directory, cannot be written or is in use; says which process uses it
     */
    static DirectoryLock take(Path directory) {
        makeDirectory(directory);
        try {
            return new DirectoryLock(locked(directory));
        } catch (IOException cause) {
            throw unusable(
                    directory,
                    "cannot be written (" + cause.getClass().getSimpleName() + ": " + cause.getMessage()
                            + "); make it writable for this user or choose another",
                    cause);
        }
    }

    private static void makeDirectory(Path directory) {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw unusable(directory, "is a file; choose a directory", null);
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException cause) {
            throw unusable(
                    directory,
                    "cannot be made (" + cause.getClass().getSimpleName() + ": " + cause.getMessage()
                            + "); make its parent a writable directory or choose another",
                    cause);
        }
    }

    private static ProcessLock locked(Path directory) throws IOException {
        ProcessLock.Attempt attempt = ProcessLock.tryTake(directory, FILE_NAME);
        return attempt.lock().orElseThrow(() -> inUse(directory, attempt.holder()));
    }

    private static InvalidConfigurationException inUse(Path directory, String pid) {
        return new InvalidConfigurationException("directory " + directory + " is in use by process " + pid
                + "; one process at a time may open a log: stop that process or choose another directory");
    }

    private static InvalidConfigurationException unusable(Path directory, String why, @Nullable IOException cause) {
        return new InvalidConfigurationException("directory " + directory + " " + why, cause);
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
