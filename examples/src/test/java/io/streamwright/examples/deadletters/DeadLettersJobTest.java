package io.streamwright.examples.deadletters;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.examples.CommandLine;
import io.streamwright.examples.CommandLine.Outcome;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class DeadLettersJobTest {
    private static final Path SAMPLE = Path.of("data/earthquakes.csv").toAbsolutePath();
    private static final String GOOD =
            "1517365391235,1517365101235,ak18247005,ak,Alaska,2.3,ml,-136.5559,59.8411,0,earthquake,automatic";

    @TempDir
    Path home;

    @Test
    void sampleFile_isProcessedButForItsTenMalformedLines() {
        Outcome outcome = run("--input", SAMPLE.toString());
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out())
                .contains("ok: 611 lines: 600 processed, 10 dead letters, heading lines: 1")
                .contains("Wallis and Futuna")
                .contains("column mag is no number: 'n/a'");
        assertThat(deadLetters()).hasSize(10);
    }

    @Test
    void fileByDefault_isTheSample() throws IOException {
        Files.createDirectories(home.resolve("examples/data"));
        Files.copy(SAMPLE, home.resolve("examples/data/earthquakes.csv"));
        assertThat(run().out()).contains("ok: 611 lines");
    }

    @Test
    void malformedLine_isADeadLetterWithPlaceAndReason() throws IOException {
        String latitude = GOOD.replace("59.8411", "159.8411");
        Path file = Files.writeString(home.resolve("file.csv"), String.join("\n", GOOD, "nonsense", latitude) + "\n");
        Outcome outcome = run("--input", file.toString(), "--partitions", "1");
        assertThat(outcome.out()).contains("ok: 3 lines: 1 processed, 2 dead letters");
        assertThat(deadLetters())
                .containsExactly(
                        new DeadLetter(
                                "quake-lines-0@1",
                                "org.apache.kafka.common.errors.SerializationException",
                                "12 columns are expected, there are 1",
                                "nonsense"),
                        new DeadLetter(
                                "quake-lines-0@2",
                                "java.lang.IllegalArgumentException",
                                "there is no latitude 159.8411",
                                latitude));
    }

    @Test
    void secondRun_readsNewLinesOnly() throws IOException {
        Path file = Files.writeString(home.resolve("file.csv"), GOOD + "\nnonsense\n");
        run("--input", file.toString());
        assertThat(run("--input", file.toString()).out())
                .contains("2 lines, 0 of them new", "ok: 2 lines: 1 processed, 1 dead letters");
        Files.writeString(file, "more nonsense\n", StandardOpenOption.APPEND);
        assertThat(run("--input", file.toString()).out())
                .contains("3 lines, 1 of them new", "ok: 3 lines: 1 processed, 2 dead letters");
    }

    @Test
    void missingFile_isNamed() {
        Outcome outcome = run("--input", "nowhere.csv");
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("there is no file nowhere.csv that can be read");
    }

    @Test
    void fileThatIsShorterThanBefore_isRefused() throws IOException {
        Path file = Files.writeString(home.resolve("file.csv"), GOOD + "\n" + GOOD + "\n");
        run("--input", file.toString());
        Files.writeString(file, GOOD + "\n");
        Outcome outcome = run("--input", file.toString());
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("has become shorter than the 2 lines that were read of it");
    }

    private Outcome run(String... options) {
        List<String> words = new ArrayList<>(
                List.of("dead-letters", "--data", home.resolve("data").toString()));
        words.addAll(List.of(options));
        return CommandLine.run(home, words.toArray(String[]::new));
    }

    private List<DeadLetter> deadLetters() {
        try (LogClient log = Logs.open("embedded:" + home.resolve("data/log"), Map.of())) {
            return DeadLetter.readAll(log, QuakeProgram.DEAD_LETTERS);
        }
    }
}
