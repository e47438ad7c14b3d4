package io.streamwright.log.embedded;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogProvider;
import io.streamwright.log.embedded.storage.LogStorage;
import io.streamwright.log.embedded.storage.MemoryLogStorage;
import io.streamwright.log.embedded.storage.RocksLogStorage;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.errors.InvalidConfigurationException;

/**
 * Opens logs in a directory ({@code embedded:PATH}) or in memory ({@code memory:NAME}).
 *
 * <p>All clients of this process that name one directory, or one name, share one log; it is closed with the last of them, and one in
 * memory is gone then. The settings of the first client hold.
 *
 * <p>Thread-safe.
 */
public final class EmbeddedLogProvider implements LogProvider {
    private static final String DIRECTORY_PREFIX = "embedded:";
    private static final String MEMORY_PREFIX = "memory:";

    /** Called by {@link java.util.ServiceLoader}. */
    public EmbeddedLogProvider() {}

    @Override
    public boolean accepts(String address) {
        return address.startsWith(DIRECTORY_PREFIX) || address.startsWith(MEMORY_PREFIX);
    }

    @Override
    public LogClient open(String address, Map<String, ?> config) {
        EmbeddedLogSettings settings = EmbeddedLogSettings.of(config);
        if (address.startsWith(MEMORY_PREFIX)) {
            String name = address.substring(MEMORY_PREFIX.length());
            return OpenLogs.client(address, settings, () -> new MemoryLogStorage(name));
        }
        Path directory = canonical(address);
        return OpenLogs.client(DIRECTORY_PREFIX + directory, settings, () -> storageIn(directory, settings));
    }

    private static LogStorage storageIn(Path directory, EmbeddedLogSettings settings) {
        return RocksLogStorage.open(directory, settings.flush());
    }

    /** Returns one path for all the ways to write it; the last part need not exist. */
    private static Path canonical(String address) {
        String path = address.substring(DIRECTORY_PREFIX.length());
        if (path.isBlank()) {
            throw new InvalidConfigurationException("bootstrap.servers=" + address
                    + " names no directory; write embedded:PATH, for example embedded:./data");
        }
        try {
            return Path.of(path).toFile().getCanonicalFile().toPath();
        } catch (InvalidPathException | IOException cause) {
            throw new InvalidConfigurationException(
                    "bootstrap.servers=" + address + " names no possible directory: " + cause.getMessage(), cause);
        }
    }
}
