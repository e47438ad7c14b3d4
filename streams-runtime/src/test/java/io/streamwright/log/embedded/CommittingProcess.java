package io.streamwright.log.embedded;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.embedded.execution.FaultPoints;
import io.streamwright.log.embedded.execution.WriteSteps;
import io.streamwright.log.embedded.storage.FlushMode;
import io.streamwright.log.embedded.storage.RocksLogStorage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A program that writes numbered transactions and prints how far it is. Its parent kills it.
 *
 * <p>Owner: the test that started it.
 */
final class CommittingProcess {
    /** Printed when the log is open. */
    static final String OPEN = "open";
    /** Printed, with its name, when the point is reached. */
    static final String AT = "at ";
    /** Printed when everything is done and the point was not reached. */
    static final String PASSED = "passed";

    /** What it does, and when it begins to look for the point. */
    enum Doing {
        /** Commits transactions and prints the number of each, without end; looks for no point. */
        COMMIT_FOR_EVER,
        /** Opens the log, looking for the point. */
        OPEN,
        /** Writes a transaction, looking for the point. */
        WRITE,
        /** Writes a transaction, then commits it, looking for the point. */
        COMMIT,
        /** Writes a transaction, then leaves it open for longer than its timeout, looking for the point. */
        TIMEOUT
    }

    /** So long it lives at most: whoever waits for its output does not wait for ever. */
    private static final long LIFETIME_SECONDS = 60;

    private final Process process;
    private final BufferedReader output;

    private CommittingProcess(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts the program.
     *
     * @param directory holds the log
     * @param point where it stops for ever; nothing if it looks for no point
     */
    static CommittingProcess start(Path directory, WriteSteps steps, Doing doing, FaultPoints.FaultPoint... point)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CommittingProcess.class.getName(),
                directory.toString(),
                steps.name(),
                doing.name()));
        Arrays.stream(point).map(Enum::name).forEach(command::add);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        CompletableFuture.delayedExecutor(LIFETIME_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
        return new CommittingProcess(process);
    }

    long pid() {
        return process.pid();
    }

    /** Returns the next line that it prints; null if it is dead. */
    String readLine() throws IOException {
        return output.readLine();
    }

    /** Kills it, as {@code kill -9} does, and returns what it has printed and nobody has read. */
    List<String> kill() throws IOException, InterruptedException {
        process.toHandle().destroyForcibly(); // unlike the process itself, it leaves its output readable
        process.waitFor();
        return output.lines().toList();
    }

    // ---- the program

    public static void main(String[] args) {
        Doing doing = Doing.valueOf(args[2]);
        StopAt stop = new StopAt(args.length > 3 ? args[3] : "");
        FakeClock clock = new FakeClock();
        stop.looking = doing == Doing.OPEN;
        EmbeddedLogSettings settings =
                EmbeddedLogSettings.DEFAULT.with(WriteSteps.valueOf(args[1])).with(stop);
        NumberedTransactions transactions = new NumberedTransactions(
                EmbeddedLog.start(RocksLogStorage.open(Path.of(args[0]), FlushMode.SYNC), settings, clock)
                        .client());
        System.out.println(OPEN);
        if (doing != Doing.OPEN) {
            write(transactions, doing, stop, clock);
        }
        transactions.awaitSent(); // whoever stops at a point behind the last reply answers no more
        System.out.println(PASSED);
    }

    private static void write(NumberedTransactions transactions, Doing doing, StopAt stop, FakeClock clock) {
        transactions.createTopics();
        GroupMembership member = transactions.member();
        TransactionalWriter writer = transactions.openWriter();
        int number = transactions.committed() + 1;
        for (; doing == Doing.COMMIT_FOR_EVER; number++) {
            NumberedTransactions.write(writer, member, number);
            writer.commit().join();
            System.out.println(number);
        }
        stop.looking = doing == Doing.WRITE;
        NumberedTransactions.write(writer, member, number);
        transactions.awaitSent();
        stop.looking = true;
        if (doing != Doing.WRITE) {
            Ending.valueOf(doing.name()).end(transactions, writer, clock);
        }
    }

    /** Tells the parent of the point and lets the loop go no further. Thread-safe: a flag that the main thread sets. */
    private static final class StopAt implements FaultPoints {
        private final String point;
        private volatile boolean looking;
        private boolean replying;

        StopAt(String point) {
            this.point = point;
        }

        @Override
        public void reached(FaultPoint here) {
            if (!looking) {
                return;
            }
            replying |= here == FaultPoint.BEFORE_REPLY;
            // A reply may have been under way when it began to look.
            boolean counts = here != FaultPoint.AFTER_REPLY || replying;
            if (counts && here.name().equals(point)) {
                System.out.println(AT + point);
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException impossible) {
                    throw new AssertionError(impossible);
                }
            }
        }
    }
}
