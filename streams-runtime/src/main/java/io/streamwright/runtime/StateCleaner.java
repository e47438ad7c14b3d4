package io.streamwright.runtime;

import io.streamwright.errors.StreamsException;
import io.streamwright.lock.ProcessLock;
import io.streamwright.store.TaskStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Deletes an application's local state. Thread-safe: holds nothing. */
final class StateCleaner {
    private StateCleaner() {}

    /**
     * Deletes the directory, if it is there.
     *
     * @param directory holds a directory for each task
     * @throws StreamsException if a task of it is at work, here or in another process; nothing was deleted
     */
    static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> tasks = Files.list(directory)) {
            for (Path task : tasks.filter(Files::isDirectory).toList()) {
                requireFree(task);
            }
            deleteAll(directory);
        } catch (IOException | UncheckedIOException e) {
            throw new StreamsException("cannot delete the local state in " + directory, e);
        }
    }

    private static void requireFree(Path task) throws IOException {
        ProcessLock.Attempt attempt = ProcessLock.tryTake(task, TaskStores.LOCK_FILE);
        ProcessLock lock = attempt.lock()
                .orElseThrow(() -> new StreamsException("local state in " + task + " is in use by process "
                        + attempt.holder() + "; stop that process first"));
        lock.close();
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
