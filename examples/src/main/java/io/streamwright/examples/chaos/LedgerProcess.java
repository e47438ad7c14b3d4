package io.streamwright.examples.chaos;

import io.streamwright.examples.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A ledger that runs in a process of its own, and never outlives this one.
 *
 * <p>Owner: the thread that started it.
 */
final class LedgerProcess implements AutoCloseable {
    /** A small heap: what is killed must not be slow to start. */
    private static final List<String> JVM_OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final Duration PROMPTLY = Duration.ofSeconds(30);

    private final Process process;
    private final ChildOutput output;
    private final Thread atExit;
    private final long startNanos = System.nanoTime();

    private LedgerProcess(Process process, ChildOutput output) {
        this.process = process;
        this.output = output;
        this.atExit = new Thread(this::sendKill, "kill-ledger-at-exit");
    }

    /** Starts a ledger, as {@code examples/run ledger} with these options would. */
    static LedgerProcess start(Path home, List<String> options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_OPTIONS);
        command.addAll(List.of("-Dstreamwright.home=" + home, "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Main.class.getName(), "ledger"));
        command.addAll(options);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        LedgerProcess started = new LedgerProcess(process, new ChildOutput(line -> line.contains("transactions")));
        Runtime.getRuntime().addShutdownHook(started.atExit);
        Thread reader =
                new Thread(() -> started.output.readAll(process.inputReader()), "ledger-output-" + process.pid());
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    /** Waits for the moment, and returns whether the process still runs then. */
    boolean await(KillMoment moment, Duration patience) throws InterruptedException {
        if (!moment.duringStart()) {
            long deadline = System.nanoTime() + patience.toNanos();
            while (!output.reported().await(100, TimeUnit.MILLISECONDS)) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    return process.isAlive();
                }
            }
        }
        return !process.waitFor(moment.delay().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Kills the process with SIGKILL and waits until it is gone. */
    void kill() throws InterruptedException {
        sendKill();
        awaitEnd(PROMPTLY);
    }

    /** By the handle, as the process itself would close what it printed before that is read. */
    private void sendKill() {
        process.toHandle().destroyForcibly();
    }

    /**
     * Waits until the process has ended by itself, and returns its exit code.
     *
     * @throws IllegalStateException if it does not
     */
    int awaitEnd(Duration timeout) throws InterruptedException {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)
                || !output.ended().await(PROMPTLY.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("the ledger's process " + process.pid() + " did not end within "
                    + timeout.toSeconds() + " s; its last words: " + lastWords());
        }
        return process.exitValue();
    }

    /** Returns how long ago the process was started. */
    double ageSeconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    /** Returns what it said last about how far it is. */
    Optional<String> lastReport() {
        return output.lastReport();
    }

    /** Returns the end of what it printed. */
    String lastWords() {
        return String.join(System.lineSeparator(), output.tail());
    }

    @Override
    public void close() {
        sendKill();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
