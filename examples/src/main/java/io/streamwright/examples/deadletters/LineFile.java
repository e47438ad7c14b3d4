package io.streamwright.examples.deadletters;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamwright.examples.UsageException;
import io.streamwright.log.LogClient;
import io.streamwright.log.TopicWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A file that is copied into a topic line by line, each line once: how many were copied is committed together with them. Immutable.
 *
 * @param path where it is
 * @param lines what it holds
 */
record LineFile(Path path, List<String> lines) {
    /** The file is held in memory. */
    private static final long MAX_BYTES = 64 << 20;

    LineFile {
        lines = List.copyOf(lines);
    }

    /**
     * Reads a file.
     *
     * @throws UsageException if there is none, it is too large, or it is no text
     */
    static LineFile read(Path path) throws IOException {
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            throw new UsageException(
                    "there is no file " + path + " that can be read; name one with " + DeadLettersJob.INPUT.name());
        }
        if (Files.size(path) > MAX_BYTES) {
            throw new UsageException("file " + path + " has more than " + MAX_BYTES + " bytes");
        }
        return new LineFile(
                path.toRealPath(),
                new String(Files.readAllBytes(path), UTF_8).lines().toList());
    }

    /**
     * Copies the lines that were not copied before.
     *
     * @return how many
     */
    int copyTo(LogClient log, String topic) {
        String writerId = "lines-" + UUID.nameUUIDFromBytes(path.toString().getBytes(UTF_8));
        try (TopicWriter<byte[], String> writer =
                TopicWriter.open(log, topic, new ByteArraySerializer(), new StringSerializer(), writerId)) {
            int copied = writer.committedPosition().map(Integer::parseInt).orElse(0);
            if (copied > lines.size()) {
                throw new UsageException("file " + path + " has become shorter than the " + copied
                        + " lines that were read of it; use another data directory");
            }
            lines.subList(copied, lines.size()).forEach(line -> writer.write(null, line));
            if (copied < lines.size()) {
                writer.commit(Integer.toString(lines.size()));
            }
            return lines.size() - copied;
        }
    }
}
