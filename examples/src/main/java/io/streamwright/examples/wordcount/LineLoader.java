package io.streamwright.examples.wordcount;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamwright.log.LogClient;
import io.streamwright.log.TopicWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Copies the lines of text files into a topic, each line once: what was loaded is committed together with the position in the
 * file, so that a loader which was killed is continued by the next one.
 *
 * <p>Owner: the thread that runs the job.
 */
final class LineLoader {
    private static final long COMMIT_BYTES = 2 << 20;

    private final LogClient log;
    private final String topic;
    private final Runnable onCommit;
    private long lines;

    /**
     * Makes a loader.
     *
     * @param onCommit called now and then, for showing progress
     */
    LineLoader(LogClient log, String topic, Runnable onCommit) {
        this.log = log;
        this.topic = topic;
        this.onCommit = onCommit;
    }

    /** Returns how many lines were loaded. */
    long lines() {
        return lines;
    }

    /**
     * Loads what was not loaded yet.
     *
     * @param file an absolute path, under which the position is kept
     */
    void load(Path file) throws IOException {
        try (LineSource source = LineSource.open(file);
                TopicWriter<byte[], byte[]> writer = TopicWriter.open(
                        log, topic, new ByteArraySerializer(), new ByteArraySerializer(), writerId(file))) {
            FilePosition committed =
                    writer.committedPosition().map(FilePosition::parse).orElse(FilePosition.START);
            source.skipTo(committed);
            for (byte[] line = source.next(); line != null; line = source.next()) {
                writer.write(null, line);
                lines++;
                if (source.position().bytes() - committed.bytes() >= COMMIT_BYTES) {
                    committed = commit(writer, source);
                }
            }
            if (!source.position().equals(committed)) {
                commit(writer, source);
            }
        }
    }

    private FilePosition commit(TopicWriter<byte[], byte[]> writer, LineSource source) {
        FilePosition position = source.position();
        writer.commit(position.toString());
        onCommit.run();
        return position;
    }

    /** Each file has a writer of its own, and so a position of its own. Paths may hold anything, names of writers may not. */
    private static String writerId(Path file) {
        return "lines-" + UUID.nameUUIDFromBytes(file.toString().getBytes(UTF_8));
    }
}
