package io.streamwright.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamwright.log.LogClient;
import io.streamwright.log.TopicWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A file that is copied into a topic line by line, each line once: how many were copied is committed together with them. Immutable.
 *
 * @param path where it is
 * @param lines what it holds
 */
public record LineFile(Path path, List<String> lines) {
    /** The file is held in memory. */
    private static final long MAX_BYTES = 64 << 20;

    public LineFile {
        lines = List.copyOf(lines);
    }

    /**
     * Reads a file.
     *
     * @param option by which another one can be named, for messages
     * @throws UsageException if there is none, it is too large, or it is no text
     */
    public static LineFile read(Path path, Option option) throws IOException {
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            throw new UsageException("there is no file " + path + " that can be read; name one with " + option.name());
        }
        if (Files.size(path) > MAX_BYTES) {
            throw new UsageException("file " + path + " has more than " + MAX_BYTES + " bytes");
        }
        return new LineFile(
                path.toRealPath(),
                new String(Files.readAllBytes(path), UTF_8).lines().toList());
    }

    /** Returns the file without its first line, which names the columns. */
    public LineFile withoutHeading() {
        return new LineFile(path, lines.subList(Math.min(1, lines.size()), lines.size()));
    }

    /**
     * Copies the lines that were not copied before.
     *
     * @param key returns the key of a line; null if it has none
     * @return how many
     */
    public int copyTo(LogClient log, String topic, Function<String, @Nullable String> key) {
        String writerId = "lines-" + UUID.nameUUIDFromBytes(path.toString().getBytes(UTF_8));
        try (TopicWriter<String, String> writer =
                TopicWriter.open(log, topic, new StringSerializer(), new StringSerializer(), writerId)) {
            int copied = writer.committedPosition().map(Integer::parseInt).orElse(0);
            if (copied > lines.size()) {
                throw new UsageException("file " + path + " has become shorter than the " + copied
                        + " lines that were read of it; use another data directory");
            }
            lines.subList(copied, lines.size()).forEach(line -> writer.write(key.apply(line), line));
            if (copied < lines.size()) {
                writer.commit(Integer.toString(lines.size()));
            }
            return lines.size() - copied;
        }
    }
}
