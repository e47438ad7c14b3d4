package io.streamwright.log.kafka;

import io.streamwright.lock.ProcessLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The identity that a member of a group keeps over restarts (KIP-345): a random id in a file of the member's directory, held by one
 * process at a time.
 *
 * <p>Thread-safe: immutable but for its lock.
 */
final class MemberIdentity implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MemberIdentity.class);
    private static final String FILE = "group.instance.id";
    private static final String LOCK_FILE = "group.instance.lock";

    private final String instanceId;
    private final ProcessLock lock;

    private MemberIdentity(String instanceId, ProcessLock lock) {
        this.instanceId = instanceId;
        this.lock = lock;
    }

    /**
     * Takes the identity that lives in a directory; makes one if there is none.
     *
     * @return empty if another member, of this process or of another, has it: then this one is new each time
     * @throws InvalidConfigurationException if the directory cannot be used
     */
    static Optional<MemberIdentity> in(Path home) {
        try {
            Files.createDirectories(home);
            ProcessLock.Attempt attempt = ProcessLock.tryTake(home, LOCK_FILE);
            if (attempt.lock().isEmpty()) {
                LOG.info("the member's identity in {} is in use by process {}", home, attempt.holder());
                return Optional.empty();
            }
            ProcessLock lock = attempt.lock().get();
            try {
                return Optional.of(new MemberIdentity(readOrMake(home), lock));
            } catch (IOException | RuntimeException failure) {
                lock.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw new InvalidConfigurationException(
                    "the identity of a group's member cannot be kept in " + home + ": " + failure.getMessage(),
                    failure);
        }
    }

    private static String readOrMake(Path home) throws IOException {
        Path file = home.resolve(FILE);
        if (Files.exists(file)) {
            String kept = Files.readString(file).trim();
            if (!kept.isEmpty()) {
                return kept;
            }
        }
        String made = Uuid.randomUuid().toString();
        Path written = home.resolve(FILE + ".new");
        Files.writeString(written, made);
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return made;
    }

    String instanceId() {
        return instanceId;
    }

    /** Gives the identity up to the next member with this directory. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
