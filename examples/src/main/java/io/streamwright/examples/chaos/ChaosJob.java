package io.streamwright.examples.chaos;

import io.streamwright.examples.Arguments;
import io.streamwright.examples.Console;
import io.streamwright.examples.DataDirectory;
import io.streamwright.examples.Job;
import io.streamwright.examples.Option;
import io.streamwright.examples.UsageException;
import io.streamwright.examples.ledger.LedgerJob;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Kills a ledger with SIGKILL at random moments, lets it finish in the end, and audits its books. Immutable. */
public final class ChaosJob implements Job {
    private static final Option KILLS = Option.value("--kills", "N", "how often the ledger is killed (default: 20)");
    private static final Option SEED =
            Option.value("--seed", "S", "chooses the payments and the moments of the kills (default: 1)");
    private static final Option RATE = Option.value("--rate", "N", "payments written in a second (default: 10000)");
    private static final Option DATA = Option.value(
            "--data", "DIR", "an empty directory, which is kept (default: a new one, deleted if all is well)");

    private static final long MAX_KILLS = 100_000;
    private static final long DEFAULT_KILLS = 20;
    private static final long MAX_RATE = 1_000_000;
    private static final long DEFAULT_RATE = 10_000;
    /** More than are ever written before the last kill: no ledger that is to be killed ends by itself. */
    private static final String ENDLESS = "1000000000";

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration FINISH = Duration.ofMinutes(15);

    @Override
    public String name() {
        return "chaos";
    }

    @Override
    public String summary() {
        return "kills the ledger at random moments, again and again, and audits its books";
    }

    @Override
    public String description() {
        return """
                The ledger runs in a process of its own and is killed with SIGKILL: a quarter of the times while it starts
                and recovers, otherwise while it writes, books and commits. After the last kill it may finish. Then this
                process opens the log and audits the committed records itself. The moments follow from the seed; what a
                kill hits does not, as it depends on the machine. Exit code 1 if a payment was lost or doubled.""";
    }

    @Override
    public List<Option> options() {
        return List.of(KILLS, SEED, RATE, LedgerJob.ACCOUNTS, Option.PARTITIONS, Option.WORKERS, DATA);
    }

    @Override
    public boolean run(Arguments arguments, Console console) throws IOException, InterruptedException {
        long kills = arguments.number(KILLS, 1, MAX_KILLS).orElse(DEFAULT_KILLS);
        long seed = arguments.number(SEED, Long.MIN_VALUE, Long.MAX_VALUE).orElse(1);
        long rate = arguments.number(RATE, 1, MAX_RATE).orElse(DEFAULT_RATE);
        Option.workers(arguments);
        DataDirectory data = emptyDirectory(arguments, console, seed);
        console.say("killing the ledger %d times, seed %d, in %s", kills, seed, data.path());
        long start = System.nanoTime();
        List<String> options = ledgerOptions(arguments, data, seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int number = 1; number <= kills; number++) {
            List<String> working = with(options, "--payments", ENDLESS, "--rate", String.valueOf(rate));
            killOnce(console, working, KillMoment.draw(random), number + " of " + kills);
        }
        boolean finished = finish(console, with(options, "--payments", "1"));
        boolean holds = audit(console, data) && finished;
        console.say(
                "%s after %d kills in %.0f s",
                holds ? "every check holds" : "A CHECK FAILED", kills, (System.nanoTime() - start) / 1e9);
        if (holds && !arguments.has(DATA)) {
            delete(data.path());
        } else {
            console.say("topics in %s", data.logAddress());
        }
        return holds;
    }

    /** Old books would hide what is lost of the new ones. */
    private static DataDirectory emptyDirectory(Arguments arguments, Console console, long seed) throws IOException {
        if (!arguments.has(DATA)) {
            Path parent = DataDirectory.of(arguments, console, "chaos").path();
            return new DataDirectory(Files.createTempDirectory(parent, "seed-" + seed + "-"));
        }
        DataDirectory data = DataDirectory.of(arguments, console, "chaos");
        try (Stream<Path> files = Files.list(data.path())) {
            if (files.findAny().isPresent()) {
                throw new UsageException(
                        "data directory " + data.path() + " is not empty; chaos begins with an empty one");
            }
        }
        return data;
    }

    private static List<String> ledgerOptions(Arguments arguments, DataDirectory data, long seed) {
        List<String> options = new ArrayList<>(List.of(
                Option.DATA.name(),
                data.path().toString(),
                SEED.name(),
                String.valueOf(seed),
                Option.PROGRESS.name(),
                "100"));
        for (Option passed : List.of(LedgerJob.ACCOUNTS, Option.PARTITIONS, Option.WORKERS)) {
            arguments.text(passed).ifPresent(value -> options.addAll(List.of(passed.name(), value)));
        }
        return options;
    }

    private static List<String> with(List<String> options, String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return all;
    }

    private static void killOnce(Console console, List<String> options, KillMoment moment, String which)
            throws IOException, InterruptedException {
        try (LedgerProcess ledger = LedgerProcess.start(console.home(), options)) {
            if (!ledger.await(moment, PATIENCE)) {
                throw new IllegalStateException("the ledger ended before kill " + which + ": " + ledger.lastWords());
            }
            double age = ledger.ageSeconds();
            ledger.kill();
            console.say(
                    "kill %s: %.2f s after its start; %s",
                    which, age, ledger.lastReport().map(String::strip).orElse("it had not begun to work"));
        }
    }

    private static boolean finish(Console console, List<String> options) throws IOException, InterruptedException {
        try (LedgerProcess ledger = LedgerProcess.start(console.home(), options)) {
            int exitCode = ledger.awaitEnd(FINISH);
            console.say("the ledger finished with exit code %d, %.1f s after its start", exitCode, ledger.ageSeconds());
            if (exitCode != 0) {
                console.say("its last words:%n%s", ledger.lastWords());
            }
            return exitCode == 0;
        }
    }

    private static boolean audit(Console console, DataDirectory data) {
        try (LogClient log = Logs.open(data.logAddress(), Map.of())) {
            return LedgerJob.audit(log, console);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
