package io.streamwright.log.embedded.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps other processes out of a log's directory. The operating system releases it when the process dies, however it dies.
 *
 * <p>Owner: the storage that took it.
 */
final class DirectoryLock implements AutoCloseable {
    private static final String FILE_NAME = "in-use.lock";
    private static final int MAX_PID_DIGITS = 20;

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
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

    private static FileChannel locked(Path directory) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve(FILE_NAME),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse(directory, readPid(channel));
            }
            writePid(channel);
            return channel;
        } catch (OverlappingFileLockException held) {
            channel.close();
            throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
        } catch (IOException | InvalidConfigurationException failure) {
            channel.close();
            throw failure;
        }
    }

    private static String readPid(FileChannel channel) throws IOException {
        ByteBuffer digits = ByteBuffer.allocate(MAX_PID_DIGITS);
        channel.read(digits, 0);
        String pid = new String(digits.array(), 0, digits.position(), StandardCharsets.US_ASCII).trim();
        return pid.isEmpty() ? "unknown" : pid;
    }

    private static void writePid(FileChannel channel) throws IOException {
        byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(pid), 0);
        channel.force(false);
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
        channel.close();
    }
}
