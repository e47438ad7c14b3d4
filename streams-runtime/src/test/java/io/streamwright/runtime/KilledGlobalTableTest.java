package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import io.streamwright.log.TopicReader;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TopicWriter;
import io.streamwright.processor.StateRestoreListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed keeps what its global table has on the disk, and reads the rest of the topic again, no more and no less. */
final class KilledGlobalTableTest {
    /** More than what may be in memory only. */
    private static final int ROWS = 45_000;

    @TempDir
    private Path directory;

    @Test
    void killedProcess_readsTheTailOfAGlobalTopic_andHoldsWhatTheTopicSays() throws Exception {
        // given
        try (LogClient log = Logs.open(KilledGlobalTable.address(directory), Map.of())) {
            log.topics().create(new TopicSpec("rows", 3, Map.of()));
            log.topics().create(new TopicSpec("looks", 1, Map.of()));
            KilledGlobalTable.write(log, 0, ROWS, "early");
        }
        // when
        runAndKill(1);
        runAndKill(20);
        // then
        try (LogClient log = Logs.open(KilledGlobalTable.address(directory), Map.of())) {
            try (TopicWriter<String, String> writer =
                    TopicWriter.open(log, "looks", new StringSerializer(), new StringSerializer(), "looker")) {
                writer.write("k", "look", 1);
                writer.commit();
            }
            Restored restored = new Restored();
            Map<String, String> content = new ConcurrentHashMap<>();
            try (StreamsApp app =
                    new StreamsApp(KilledGlobalTable.topology(content), KilledGlobalTable.settings(directory))) {
                app.setGlobalStateRestoreListener(restored);
                app.start();
                assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            }
            Topic topic = read(log);
            assertThat(content).isEqualTo(topic.table);
            assertThat(restored.records).hasValueBetween(1L, topic.records - ROWS / 2);
        }
    }

    /** How many records were restored. */
    private static final class Restored implements StateRestoreListener {
        private final AtomicLong records = new AtomicLong();

        @Override
        public void onRestoreStart(TopicPartition partition, String store, long startOffset, long endOffset) {}

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long batchSize) {
            records.addAndGet(batchSize);
        }

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long totalRestored) {}
    }

    /** What the topic says: the table, and of how many records it is made. */
    private record Topic(Map<String, String> table, long records) {}

    private static Topic read(LogClient log) {
        Map<String, String> table = new TreeMap<>();
        long[] records = {0};
        try (TopicReader<String, String> reader =
                TopicReader.open(log, "rows", new StringDeserializer(), new StringDeserializer())) {
            reader.readAll().forEach(record -> {
                records[0]++;
                if (record.value() == null) {
                    table.remove(record.key());
                } else {
                    table.put(record.key(), record.value());
                }
            });
        }
        return new Topic(table, records[0]);
    }

    private void runAndKill(int lines) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledGlobalTable.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (int line = 0; line < lines; line++) {
                assertThat(output.readLine()).isEqualTo(KilledGlobalTable.READY);
            }
            // It goes on meanwhile: the kill strikes in the middle of some later batch.
            process.destroyForcibly().waitFor();
        }
    }
}
