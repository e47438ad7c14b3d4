package io.streamwright.log.embedded;

import static io.streamwright.log.embedded.CommittingProcess.P0;
import static io.streamwright.log.embedded.CommittingProcess.P1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.Logs;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.embedded.execution.FaultPoints.FaultPoint;
import io.streamwright.log.embedded.execution.WriteSteps;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that is killed loses nothing it has acknowledged, and leaves nothing half-written. */
final class KilledProcessTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(WriteSteps.class)
    void killedProcess_losesNothingAcknowledged(WriteSteps steps) throws Exception {
        for (int kill = 1; kill <= 2; kill++) {
            // given
            Process process = start(steps.name());
            BufferedReader output = outputOf(process);
            assertThat(output.readLine()).isEqualTo("open");
            String acknowledged = "0";
            for (int i = 0; i < 10 * kill; i++) {
                acknowledged = output.readLine();
            }
            // when
            process.toHandle().destroyForcibly(); // unlike the process itself, it leaves its output readable
            acknowledged = lastLine(output, acknowledged);
            process.waitFor();
            // then
            checkWhole(Integer.parseInt(acknowledged));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"AFTER_APPEND", "AFTER_PREPARE", "BETWEEN_MARKERS", "BEFORE_COMPLETE"})
    void processThatHaltsInTheMiddleOfACommit_losesNothingAcknowledged(FaultPoint point) throws Exception {
        // given
        Process process = start(WriteSteps.ONE_BY_ONE.name(), point.name(), "20");
        BufferedReader output = outputOf(process);
        // when
        String acknowledged = lastLine(output, "0");
        process.waitFor();
        // then
        checkWhole(Integer.parseInt(acknowledged));
    }

    @Test
    void directoryOfALivingProcess_isRefused_untilItIsDead() throws Exception {
        // given
        Process process = start(WriteSteps.TOGETHER.name());
        assertThat(outputOf(process).readLine()).isEqualTo("open");
        // then
        assertThatThrownBy(() -> Logs.open("embedded:" + directory, Map.of()))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContainingAll("in use by process " + process.pid(), directory.toString());
        process.destroyForcibly();
        process.waitFor();
        Logs.open("embedded:" + directory, Map.of()).close();
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                CommittingProcess.class.getName(),
                directory.toString()));
        command.addAll(Arrays.asList(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static BufferedReader outputOf(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Returns the last whole number that the process printed before it died. */
    private static String lastLine(BufferedReader output, String last) throws IOException {
        String known = last;
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            known = line.equals("open") ? known : line;
        }
        return known;
    }

    private void checkWhole(int acknowledged) {
        try (LogClient log = Logs.open("embedded:" + directory, Map.of())) {
            CommittingProcess.openWriter(log).close();
            int committed = CommittingProcess.committed(log);
            assertThat(committed).isBetween(acknowledged, acknowledged + 1);
            assertThat(values(log, P1))
                    .isEqualTo(IntStream.rangeClosed(1, committed)
                            .mapToObj(Integer::toString)
                            .toList());
            assertThat(values(log, P0)).hasSize(committed * 3000);
        }
    }

    private static List<String> values(LogClient log, TopicPartition partition) {
        List<String> values = new ArrayList<>();
        long end = log.topics().stableOffsets(Set.of(partition)).get(partition);
        try (LogReader reader = log.openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(partition));
            reader.seek(partition, 0);
            while (reader.position(partition) < end) {
                reader.poll(Duration.ofSeconds(20))
                        .forEach(fetched -> fetched.records()
                                .forEach(record -> values.add(new String(record.value(), StandardCharsets.UTF_8))));
            }
        }
        return values;
    }
}
