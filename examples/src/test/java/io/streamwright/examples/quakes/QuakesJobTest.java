package io.streamwright.examples.quakes;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.examples.CommandLine;
import io.streamwright.examples.CommandLine.Outcome;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import io.streamwright.log.TopicReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class QuakesJobTest {
    private static final Path SAMPLE = Path.of("data/quakes-of-a-week.csv").toAbsolutePath();

    @TempDir
    Path home;

    @Test
    void sampleFile_givesWhatAPlainComputationOverItGives() throws IOException {
        Outcome outcome = run("--input", SAMPLE.toString(), "--partitions", "1");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        PlainQuakes plain = new PlainQuakes();
        Files.readAllLines(SAMPLE).stream()
                .skip(1)
                .forEach(line -> plain.add(0, Quake.parse(line).orElseThrow()));
        QuakeResults expected = plain.results();
        assertThat(results()).isEqualTo(expected);
        assertThat(outcome.out())
                .contains("ok: 1,707 quakes: the strongest of "
                        + expected.strongest().size() + " regions and days, "
                        + expected.swarms().size() + " swarms and "
                        + expected.finalCounts().size() + " final counts equal a plain computation");
    }

    @Test
    void lateQuakes_areInTheWindowsThatTakeThemButNotInFinalCounts() {
        run("--input", SAMPLE.toString());
        long counted = results().finalCounts().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(counted).isPositive().isLessThan(1707);
        assertThat(results().swarms().values().stream().mapToLong(Swarm::quakes).sum())
                .isEqualTo(1707);
    }

    @Test
    void secondRun_processesNothingTwice() throws IOException {
        List<String> lines = Files.readAllLines(SAMPLE);
        Path file = Files.write(home.resolve("file.csv"), lines.subList(0, 500));
        run("--input", file.toString());
        Map<String, Integer> written = recordsOnTopics();

        assertThat(run("--input", file.toString()).out()).contains("499 quakes, 0 of them new", "ok: 499 quakes");
        assertThat(recordsOnTopics()).isEqualTo(written);

        Files.write(file, lines.subList(500, lines.size()), StandardOpenOption.APPEND);
        assertThat(run("--input", file.toString()).out())
                .contains("1,707 quakes, 1,208 of them new", "ok: 1,707 quakes");
    }

    @Test
    void malformedLine_isRefusedBeforeAnythingIsWritten() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(SAMPLE).subList(0, 3));
        lines.add("nonsense");
        Outcome outcome =
                run("--input", Files.write(home.resolve("file.csv"), lines).toString());
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err())
                .contains("line 'nonsense' tells of no earthquake: 12 columns are expected, there are 1");
        assertThat(recordsOnTopics().values()).containsOnly(0);
    }

    private Map<String, Integer> recordsOnTopics() {
        Map<String, Integer> counts = new HashMap<>();
        try (LogClient log = Logs.open("embedded:" + home.resolve("data/log"), Map.of())) {
            for (String topic : QuakesProgram.TOPICS) {
                try (TopicReader<byte[], byte[]> reader =
                        TopicReader.open(log, topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                    counts.put(topic, 0);
                    reader.readAll().forEach(record -> counts.merge(topic, 1, Integer::sum));
                }
            }
        }
        return counts;
    }

    private QuakeResults results() {
        try (LogClient log = Logs.open("embedded:" + home.resolve("data/log"), Map.of())) {
            return QuakeResults.read(log);
        }
    }

    private Outcome run(String... options) {
        List<String> words =
                new ArrayList<>(List.of("quakes", "--data", home.resolve("data").toString()));
        words.addAll(List.of(options));
        return CommandLine.run(home, words.toArray(String[]::new));
    }
}
