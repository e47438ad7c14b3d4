package io.streamwright.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.streamwright.errors.StreamsException;
import io.streamwright.errors.TopologyException;
import io.streamwright.examples.CommandLine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MainTest {
    @TempDir
    Path home;

    @Test
    void noJob_listsTheJobsOneLineEach() {
        Outcome outcome = CommandLine.run(home);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out().lines()).hasSize(7);
        assertThat(outcome.out())
                .contains(
                        "word-count    counts",
                        "ledger        books",
                        "chaos         kills",
                        "handlers      fails",
                        "dead-letters  puts",
                        "quakes        finds",
                        "flights       compares");
    }

    @Test
    void unknownJob_isNamedWithTheKnownOnes() {
        assertUsage(
                CommandLine.run(home, "wordcount"),
                "unknown job 'wordcount'; the jobs are word-count, ledger, chaos, handlers, dead-letters, quakes, flights");
    }

    @ParameterizedTest
    @ValueSource(strings = {"word-count", "ledger", "chaos", "dead-letters", "quakes", "flights"})
    void help_explainsEveryOption(String job) {
        Outcome outcome = CommandLine.run(home, job, "--help");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("usage: examples/run " + job, "--data DIR", "--workers N", "--help");
        assertThat(outcome.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"word-count", "ledger", "chaos", "handlers", "dead-letters", "quakes", "flights"})
    void unknownOption_isNamed(String job) {
        Outcome outcome = CommandLine.run(home, job, "--colour", "red");
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).startsWith(job + ": unknown option --colour; the options are ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--workers", "--partitions", "--payments", "--accounts", "--rate"})
    void negativeNumber_isRefusedBeforeAnythingIsDone(String option) {
        Outcome outcome = CommandLine.run(home, "ledger", option, "-2");
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err())
                .startsWith("ledger: " + option + " takes a whole number from ")
                .contains("not '-2'");
        assertThat(outcome.err().lines()).hasSize(1);
    }

    @Test
    void dataDirectoryThatIsAFile_isNamed() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "text");
        assertUsage(
                CommandLine.run(home, "ledger", "--data", file.toString()),
                "ledger: data directory " + file + " is a file; name a directory");
    }

    @Test
    void dataDirectoryThatCannotBeMade_isNamed() throws IOException {
        Path below = Files.writeString(home.resolve("file"), "text").resolve("data");
        Outcome outcome = CommandLine.run(home, "ledger", "--data", below.toString());
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err())
                .startsWith("ledger: data directory " + below + " cannot be written to (")
                .endsWith("choose another with --data DIR" + System.lineSeparator());
        assertThat(outcome.err().lines()).hasSize(1);
    }

    @Test
    void dataDirectoryWithoutPermission_isNamed() throws IOException {
        Path directory = Files.createDirectory(home.resolve("locked"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        assumeFalse(Files.isWritable(directory), "this user may write anywhere");
        assertUsage(
                CommandLine.run(home, "ledger", "--data", directory.toString()),
                "ledger: data directory " + directory
                        + " cannot be written to (permission denied); choose another with --data DIR");
    }

    @Test
    void failingJob_isExplainedInOneMessageWithAllCauses() {
        Job job = new FailingJob(new StreamsException("task 0_1 failed", new IllegalStateException("disk\nis full")));
        Outcome outcome = CommandLine.run(home, List.of(job), "failing");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err().lines())
                .containsExactly(
                        "failing failed: task 0_1 failed: IllegalStateException: disk; is full",
                        "(--verbose shows where in the code)");
    }

    @Test
    void malformedTopology_isExplainedInOneMessage() {
        Job job = new FailingJob(new TopologyException("processor debit has an unknown parent: requests"));
        Outcome outcome = CommandLine.run(home, List.of(job), "failing");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("processor debit has an unknown parent: requests");
    }

    @Test
    void failingJobWithVerbose_showsTheStackTraceBehindTheMessage() {
        Job job = new FailingJob(new IllegalStateException("broken"));
        Outcome outcome = CommandLine.run(home, List.of(job), "failing", "--verbose");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err())
                .startsWith("failing failed: IllegalStateException: broken")
                .contains("\tat io.streamwright");
    }

    private static void assertUsage(Outcome outcome, String message) {
        assertThat(outcome.err().lines()).containsExactly(message);
        assertThat(outcome.exitCode()).isEqualTo(2);
    }

    /** Fails as it is told to. */
    private record FailingJob(RuntimeException failure) implements Job {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public String summary() {
            return "fails";
        }

        @Override
        public String description() {
            return "It fails.";
        }

        @Override
        public List<Option> options() {
            return List.of();
        }

        @Override
        public boolean run(Arguments arguments, Console console) {
            throw failure;
        }
    }
}
