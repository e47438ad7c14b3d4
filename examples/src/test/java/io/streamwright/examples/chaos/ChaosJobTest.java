package io.streamwright.examples.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.examples.CommandLine;
import io.streamwright.examples.CommandLine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
final class ChaosJobTest {
    @TempDir
    Path home;

    @Test
    void ledgerThatIsKilledTwice_losesAndDoublesNothing() throws IOException {
        Outcome outcome =
                CommandLine.run(home, "chaos", "--kills", "2", "--seed", "4", "--rate", "3000", "--accounts", "100");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .contains("kill 1 of 2", "kill 2 of 2", "the ledger finished with exit code 0")
                .doesNotContain("FAILED")
                .contains("every check holds after 2 kills");
        assertThat(outcome.exitCode()).isZero();
        try (Stream<Path> left = Files.list(home.resolve("data/chaos"))) {
            assertThat(left).as("what is left of a run without failures").isEmpty();
        }
    }

    @Test
    void dataDirectoryThatIsNotEmpty_isRefused() throws IOException {
        Files.writeString(home.resolve("file"), "text");
        Outcome outcome = CommandLine.run(home, "chaos", "--data", home.toString());
        assertThat(outcome.err().lines())
                .containsExactly("chaos: data directory " + home + " is not empty; chaos begins with an empty one");
        assertThat(outcome.exitCode()).isEqualTo(2);
    }
}
