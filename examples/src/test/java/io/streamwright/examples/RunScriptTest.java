package io.streamwright.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code examples/run} as a person does, but with the classes of this build. */
@Timeout(120)
final class RunScriptTest {
    private static final Path SCRIPT = Path.of("run").toAbsolutePath();

    @TempDir
    Path directory;

    @Test
    void fromAnotherDirectory_listsTheJobs() throws Exception {
        Ended ended = run();
        assertThat(ended.exitCode).isZero();
        assertThat(ended.output).contains("word-count", "ledger", "chaos", "handlers", "dead-letters");
    }

    @Test
    void unknownJob_endsWithExitCodeTwo() throws Exception {
        Ended ended = run("nothing");
        assertThat(ended.output.lines())
                .containsExactly(
                        "unknown job 'nothing'; the jobs are word-count, ledger, chaos, handlers, dead-letters, quakes, flights");
        assertThat(ended.exitCode).isEqualTo(2);
    }

    @Test
    void wordCount_endsByItselfAndSaysWhereTheTopicsAre() throws Exception {
        Files.writeString(directory.resolve("text"), "To be, or not to be\n");
        Ended ended = run("word-count", "--input", "text", "--data", "data");
        assertThat(ended.output)
                .contains(
                        "      2 to",
                        "      2 be",
                        "topics: lines, counts",
                        directory.resolve("data/log").toString());
        assertThat(ended.exitCode).isZero();
    }

    @Test
    void secondProcessOnADirectory_isToldSo() throws Exception {
        // given a log that this process has open
        Path data = directory.resolve("data");
        try (LogClient log = Logs.open("embedded:" + data.resolve("log"), Map.of())) {
            assertThat(log.topics().names()).isEmpty();
            // when another process wants it
            Ended ended = run("ledger", "--data", data.toString());
            // then it says so and leaves
            assertThat(ended.output)
                    .startsWith("ledger failed: ")
                    .contains("is in use by process", data.resolve("log").toString());
            assertThat(ended.output).doesNotContain("\tat ");
            assertThat(ended.exitCode).isEqualTo(1);
        }
    }

    private Ended run(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("STREAMWRIGHT_CLASSPATH", System.getProperty("java.class.path"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), output);
    }

    private record Ended(int exitCode, String output) {}
}
