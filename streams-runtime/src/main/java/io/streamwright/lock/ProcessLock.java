package io.streamwright.lock;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lock file that one holder in one process can have. The operating system frees it when the process ends, however it ends.
 *
 * <p>Locks of the operating system belong to the process, and closing any channel to a file frees them. So who is in the same
 * process is turned away before the file is touched.
 *
 * <p>Thread-safe: what this process holds is kept in one concurrent set.
 */
public final class ProcessLock implements AutoCloseable {
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();
    private static final int MAX_PID_DIGITS = 20;

    private final Path file;
    private final FileChannel channel;

    private ProcessLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Tries to take a lock, without waiting.
     *
     * @param directory an existing directory
     * @param fileName name of the lock file in it, which is made if it is not there
     * @throws IOException if the file cannot be made, read or written; nothing is held
     */
    public static Attempt tryTake(Path directory, String fileName) throws IOException {
        Path file = directory.toRealPath().resolve(fileName);
        if (!HELD_HERE.add(file)) {
            return new Attempt(Optional.empty(), ownPid() + " (this one)");
        }
        boolean taken = false;
        try {
            Attempt attempt = lock(file);
            taken = attempt.lock().isPresent();
            return attempt;
        } finally {
            if (!taken) {
                HELD_HERE.remove(file);
            }
        }
    }

    private static Attempt lock(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                String holder = readPid(channel);
                channel.close();
                return new Attempt(Optional.empty(), holder);
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(ownPid().getBytes(StandardCharsets.US_ASCII)), 0);
            return new Attempt(Optional.of(new ProcessLock(file, channel)), ownPid());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static String readPid(FileChannel channel) throws IOException {
        ByteBuffer digits = ByteBuffer.allocate(MAX_PID_DIGITS);
        channel.read(digits, 0);
        String pid = new String(digits.array(), 0, digits.position(), StandardCharsets.US_ASCII).trim();
        return pid.isEmpty() ? "unknown" : pid;
    }

    private static String ownPid() {
        return Long.toString(ProcessHandle.current().pid());
    }

    /** Frees the lock; the file stays. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD_HERE.remove(file);
        }
    }

    /**
     * What came of trying to take a lock. Immutable.
     *
     * @param lock the lock, to be closed; empty if somebody else has it
     * @param holder id of the process that has it now
     */
    public record Attempt(Optional<ProcessLock> lock, String holder) {}
}
