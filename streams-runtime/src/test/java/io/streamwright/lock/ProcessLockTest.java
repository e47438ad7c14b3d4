package io.streamwright.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLockTest {
    private static final String OWN_PID = Long.toString(ProcessHandle.current().pid());

    @TempDir
    Path directory;

    @Test
    void secondTakerInTheSameProcess_isTurnedAwayAndToldSo() throws IOException {
        try (ProcessLock first = ProcessLock.tryTake(directory, "lock").lock().orElseThrow()) {
            assertThat(first).isNotNull();

            ProcessLock.Attempt second = ProcessLock.tryTake(directory, "lock");

            assertThat(second.lock()).isEmpty();
            assertThat(second.holder()).isEqualTo(OWN_PID + " (this one)");
        }
    }

    @Test
    void freedLock_canBeTakenAgain() throws IOException {
        ProcessLock.tryTake(directory, "lock").lock().orElseThrow().close();

        assertThat(ProcessLock.tryTake(directory, "lock").lock())
                .isPresent()
                .get()
                .satisfies(ProcessLock::close);
    }

    /** Closing a second channel to the file would free the first one's lock, as it belongs to the process. */
    @Test
    void refusedTaker_doesNotFreeTheLockForOtherProcesses() throws Exception {
        try (ProcessLock first = ProcessLock.tryTake(directory, "lock").lock().orElseThrow()) {
            assertThat(first).isNotNull();
            assertThat(ProcessLock.tryTake(directory, "lock").lock()).isEmpty();

            assertThat(inAnotherProcess(directory.resolve("lock"))).isEqualTo("held");
        }
        assertThat(inAnotherProcess(directory.resolve("lock"))).isEqualTo("free");
    }

    private static String inAnotherProcess(Path file) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        Path.of(Taker.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        Taker.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            return output.readLine();
        } finally {
            process.waitFor();
        }
    }

    /** Another process that wants the lock. */
    static final class Taker {
        private Taker() {}

        @SuppressWarnings("SystemOut") // it is how it answers
        public static void main(String[] arguments) throws IOException {
            try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE);
                    FileLock lock = channel.tryLock()) {
                System.out.println(lock == null ? "held" : "free");
            }
        }
    }
}
