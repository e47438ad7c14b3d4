package io.streamwright.store.rocksdb;

import io.streamwright.errors.LockException;
import io.streamwright.errors.ProcessorStateException;
import io.streamwright.processor.TaskId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps everybody else out of a task's directory. The system frees it when the process ends, however it ends.
 *
 * <p>Owner: the worker that owns the task.
 */
final class DirectoryLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);
    private static final String FILE = ".lock";
    private static final int MAX_PID_BYTES = 32;

    private final Path directory;
    private final FileChannel channel;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Makes the directory if it is not there, and locks it.
     *
     * @throws LockException if somebody else has it
     */
    static DirectoryLock take(TaskId taskId, Path directory) {
        try {
            Files.createDirectories(directory);
            FileChannel channel = FileChannel.open(
                    directory.resolve(FILE),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            try {
                if (tryLock(channel) == null) {
                    throw new LockException(
                            "state directory " + directory + " of task " + taskId + " is held by process "
                                    + holder(channel) + ": stop that one, or give this one a state.dir of its own");
                }
                write(channel, Long.toString(ProcessHandle.current().pid()));
                return new DirectoryLock(directory, channel);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new ProcessorStateException(
                    "cannot use state directory " + directory + " of task " + taskId + " (" + e
                            + "): it must be a directory that this user may write to, see state.dir",
                    e);
        }
    }

    /** Returns null if somebody else has the lock, in another process or in this one. */
    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Somebody in this process has it, which the caller reports like any other holder.
            return null;
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MAX_PID_BYTES);
        channel.read(bytes, 0);
        String pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
        return pid.equals(Long.toString(ProcessHandle.current().pid())) ? pid + " (this one)" : pid;
    }

    private static void write(FileChannel channel, String pid) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    Path directory() {
        return directory;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The file is closed nevertheless, and the lock with it; what is in it does not matter.
            LOG.warn("directory={} cannot close the lock file", directory, e);
        }
    }
}
