package io.streamwright.runtime;

import io.streamwright.errors.StreamsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes an application's local state. Thread-safe: holds nothing. */
final class StateCleaner {
    private StateCleaner() {}

    static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new StreamsException("cannot delete the local state in " + directory, e);
        }
    }
}
