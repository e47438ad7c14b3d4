package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import io.streamwright.log.embedded.CommittingProcess.Doing;
import io.streamwright.log.embedded.execution.WriteSteps;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that is killed at any time loses nothing it has acknowledged, and leaves nothing half-written. */
final class KilledProcessTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(WriteSteps.class)
    void killedProcess_losesNothingAcknowledged(WriteSteps steps) throws Exception {
        for (int kill = 1; kill <= 2; kill++) {
            // given
            CommittingProcess process = CommittingProcess.start(directory, steps, Doing.COMMIT_FOR_EVER);
            assertThat(process.readLine()).isEqualTo(CommittingProcess.OPEN);
            String acknowledged = "0";
            for (int i = 0; i < 10 * kill; i++) {
                acknowledged = process.readLine();
            }
            // when
            List<String> unread = process.kill();
            // then
            int last = Integer.parseInt(unread.isEmpty() ? acknowledged : unread.get(unread.size() - 1));
            try (LogClient log = Logs.open("embedded:" + directory, Map.of())) {
                NumberedTransactions transactions = new NumberedTransactions(log);
                transactions.openWriter().close();
                assertThat(transactions.checkWhole()).isBetween(last, last + 1);
            }
        }
    }

    @Test
    void directoryOfALivingProcess_isRefused_untilItIsDead() throws Exception {
        // given
        CommittingProcess process = CommittingProcess.start(directory, WriteSteps.TOGETHER, Doing.COMMIT_FOR_EVER);
        assertThat(process.readLine()).isEqualTo(CommittingProcess.OPEN);
        // then
        assertThatThrownBy(() -> Logs.open("embedded:" + directory, Map.of()))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContainingAll("in use by process " + process.pid(), directory.toString());
        process.kill();
        Logs.open("embedded:" + directory, Map.of()).close();
    }
}
