package io.streamwright.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes temporary directories in memory where the machine has such, else as usual: for tests that open hundreds of stores, whose
 * syncs would take most of the time.
 *
 * <p>Thread-safe: holds nothing.
 */
public final class InMemoryTempDir implements TempDirFactory {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "streamwright-";

    /** Makes a directory for a test that deletes it itself. */
    public static Path create() throws IOException {
        return Files.isWritable(SHARED_MEMORY)
                ? Files.createTempDirectory(SHARED_MEMORY, PREFIX)
                : Files.createTempDirectory(PREFIX);
    }

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
        return create();
    }
}
