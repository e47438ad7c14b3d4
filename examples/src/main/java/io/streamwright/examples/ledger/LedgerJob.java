package io.streamwright.examples.ledger;

import io.streamwright.examples.Arguments;
import io.streamwright.examples.Console;
import io.streamwright.examples.DataDirectory;
import io.streamwright.examples.Job;
import io.streamwright.examples.Option;
import io.streamwright.examples.Progress;
import io.streamwright.examples.Topics;
import io.streamwright.examples.WatchedApp;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import io.streamwright.runtime.AppProgress;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Books random payments, and audits itself. Immutable. */
public final class LedgerJob implements Job {
    /** How many payments are to be written in all. */
    public static final Option PAYMENTS = Option.value("--payments", "N", "payments in all (default: 100000)");

    /** How many accounts there are. */
    public static final Option ACCOUNTS = Option.value("--accounts", "N", "accounts (default: 1000)");

    /** Which payments. */
    public static final Option SEED = Option.value("--seed", "S", "chooses the payments (default: 1)");

    /** How fast payments are written. */
    public static final Option RATE =
            Option.value("--rate", "N", "payments written in a second (default: as many as possible)");

    private static final long DEFAULT_PAYMENTS = 100_000;
    private static final long MAX_PAYMENTS = 1_000_000_000;
    private static final long DEFAULT_ACCOUNTS = 1000;
    private static final long MAX_ACCOUNTS = 10_000_000;
    private static final long MAX_RATE = 100_000_000;

    @Override
    public String name() {
        return "ledger";
    }

    @Override
    public String summary() {
        return "books random payments between accounts and audits the books at the end";
    }

    @Override
    public String description() {
        return """
                Payments on the topic 'payments' are accepted or, if the payer lacks the money, rejected, to topics of
                these names. The payer is debited together with that decision; the payee is credited by another task,
                from the topic 'credits'. Account 0 issues all money and goes as far below zero as the others are above.
                It may be killed at any time: run again with the same data directory it goes on where it was.
                At the end the committed records are audited: exit code 1 if a payment was lost or doubled.""";
    }

    @Override
    public List<Option> options() {
        return List.of(
                PAYMENTS,
                ACCOUNTS,
                SEED,
                RATE,
                Option.DATA,
                Option.BOOTSTRAP_SERVER,
                Option.PARTITIONS,
                Option.WORKERS,
                Option.PROGRESS);
    }

    @Override
    public boolean run(Arguments arguments, Console console) throws InterruptedException {
        long total = arguments.number(PAYMENTS, 1, MAX_PAYMENTS).orElse(DEFAULT_PAYMENTS);
        Payments payments = new Payments(
                arguments.number(SEED, Long.MIN_VALUE, Long.MAX_VALUE).orElse(1), (int) arguments
                        .number(ACCOUNTS, Payments.MIN_ACCOUNTS, MAX_ACCOUNTS)
                        .orElse(DEFAULT_ACCOUNTS));
        long rate = arguments.number(RATE, 1, MAX_RATE).orElse(Pace.UNLIMITED);
        long workers = Option.workers(arguments);
        Progress progress = Progress.of(arguments, console);
        DataDirectory data = DataDirectory.of(arguments, console, name());
        try (LogClient log = Logs.open(data.logAddress(), Map.of())) {
            int partitions = Topics.create(log, LedgerProgram.TOPICS, arguments);
            try (PaymentWriter writer = PaymentWriter.open(log, payments, rate)) {
                console.say(
                        "booking payments between %,d accounts, %,d of %,d written before, with %d workers",
                        payments.accounts(), Math.max(0, writer.written() - payments.openings()), total, workers);
                long start = System.nanoTime();
                AppProgress last = book(writer, payments.openings() + total, data, workers, progress);
                double seconds = (System.nanoTime() - start) / 1e9;
                console.say(
                        "%,d records in %.1f s: %,.0f records/s, %,d transactions, %,d aborted",
                        last.records(), seconds, last.records() / seconds, last.transactions(), last.aborts());
            }
            console.say(
                    "topics: %s (%d partitions each) in %s",
                    String.join(", ", LedgerProgram.TOPICS), partitions, data.logAddress());
            return audit(log, console);
        }
    }

    /** Has all payments written and booked. */
    private static AppProgress book(
            PaymentWriter writer, long total, DataDirectory data, long workers, Progress progress)
            throws InterruptedException {
        try (WatchedApp app = WatchedApp.start(
                LedgerProgram.topology(), data.settings(LedgerProgram.APPLICATION_ID, workers), progress)) {
            // Accounts are opened before they pay, or their first payments would be rejected.
            if (writer.written() < writer.openings()) {
                writer.writeUpTo(writer.openings(), written -> app.look("opening accounts"));
                app.finish("opening accounts");
            }
            writer.writeUpTo(total, written -> app.look(doing("writing", written)));
            app.finish(doing("booking", writer.written()));
            return app.last();
        }
    }

    private static String doing(String what, long written) {
        return String.format(Locale.ROOT, "%s, %,d payments", what, written);
    }

    /** Prints the findings of an audit and returns whether all hold. */
    public static boolean audit(LogClient log, Console console) {
        List<Finding> findings = LedgerAudit.of(log);
        findings.forEach(finding -> console.say("%s", finding));
        return findings.stream().allMatch(Finding::holds);
    }
}
