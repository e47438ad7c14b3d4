package io.streamwright.examples.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.examples.CommandLine;
import io.streamwright.examples.CommandLine.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class HandlersJobTest {
    private static final Pattern COMMITS = Pattern.compile("(0_\\d) \\+(\\d+)");

    @TempDir
    Path home;

    @Test
    void oneFailureOfEachCategory_isAnsweredAndEveryReadingIsCountedOnce() {
        Outcome outcome = CommandLine.run(home, "handlers");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out())
                .contains(
                        "task 0_1 failed with ConcurrentTransactionsException: PRODUCER_RETRIABLE, attempt 3 -> RETRY",
                        "task 0_1 meanwhile: 0 aborted, 0 opened anew",
                        "task 0_2 failed with NotCoordinatorException: PRODUCER_REFRESH_RETRIABLE, attempt 2 -> RETRY",
                        "task 0_3 failed with TransactionAbortableException: ABORTABLE, attempt 1 -> ABORT_AND_REWIND",
                        "task 0_3 meanwhile: 1 aborted, 0 opened anew",
                        "task 0_4 failed with ProducerFencedException: APPLICATION_RECOVERABLE, attempt 1 -> REINITIALIZE",
                        "task 0_4 meanwhile: 0 aborted, 1 opened anew",
                        "task 0_5 failed with TopicAuthorizationException: INVALID_CONFIGURATION, attempt 1 -> SHUTDOWN_CLIENT",
                        "give the application's principal READ, WRITE and DESCRIBE on the topic")
                .contains("ok: ");
        for (ErrorCategory category : ErrorCategory.values()) {
            assertThat(outcome.out()).contains(". " + category + ": ");
        }
    }

    @Test
    void tasksThatNothingHappensTo_goOnCommitting() {
        List<String> others = CommandLine.run(home, "handlers")
                .out()
                .lines()
                .filter(line -> line.contains("the others committed: "))
                .toList();
        assertThat(others).hasSize(ErrorCategory.values().length);
        for (int i = 0; i < others.size(); i++) {
            List<MatchResult> commits = COMMITS.matcher(others.get(i)).results().toList();
            assertThat(commits).hasSize(CountProgram.TASKS - 1);
            boolean stops = i == others.size() - 1; // and perhaps nobody else had anything to commit just then
            assertThat(stops ? List.<MatchResult>of() : commits)
                    .allSatisfy(
                            task -> assertThat(Integer.parseInt(task.group(2))).isPositive());
        }
    }
}
