package io.streamwright.examples.flights;

import io.streamwright.examples.Arguments;
import io.streamwright.examples.Console;
import io.streamwright.examples.DataDirectory;
import io.streamwright.examples.Job;
import io.streamwright.examples.LineFile;
import io.streamwright.examples.Option;
import io.streamwright.examples.Progress;
import io.streamwright.examples.Topics;
import io.streamwright.examples.UsageException;
import io.streamwright.examples.WatchedApp;
import io.streamwright.examples.flights.Delays.Compared;
import io.streamwright.examples.flights.FlightResults.AirportDay;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Shows a foreign-key join over flights and their delays. Immutable. */
public final class FlightsJob implements Job {
    static final Option INPUT = Option.value("--input", "FILE", "file of flights (default: examples/data/flights.csv)");

    private static final int SHOWN = 8;
    /** Fewer flights say little about a day. */
    private static final int FEWEST_FLIGHTS = 5;

    @Override
    public String name() {
        return "flights";
    }

    @Override
    public String summary() {
        return "compares the delays of each airport and day with what is usual there, by a join of tables";
    }

    @Override
    public String description() {
        return """
                Lines of the file go to the topic 'flights-by-airport'. The application sums up the delays of each airport
                ('usual-delays') and of each airport and day, in windows of time, and joins the two tables: the key of one
                is airport and day, that of the other the airport, so this is a foreign-key join. Every change on either
                side changes the result, 'delays-of-days'.
                At the end all of it must equal a plain computation over the input: exit code 1 if not.
                Run again it reads lines that were added to the file only. It may be killed at any time.""";
    }

    @Override
    public List<Option> options() {
        return List.of(INPUT, Option.DATA, Option.BOOTSTRAP_SERVER, Option.PARTITIONS, Option.WORKERS, Option.PROGRESS);
    }

    @Override
    public boolean run(Arguments arguments, Console console) throws IOException, InterruptedException {
        LineFile file = LineFile.read(
                        arguments
                                .text(INPUT)
                                .map(Path::of)
                                .orElse(console.home().resolve("examples/data/flights.csv")),
                        INPUT)
                .withoutHeading();
        long workers = Option.workers(arguments);
        Progress progress = Progress.of(arguments, console);
        DataDirectory data = DataDirectory.of(arguments, console, name());
        try (LogClient log = Logs.open(data.logAddress(), Map.of())) {
            int partitions = Topics.create(log, FlightsProgram.TOPICS, arguments);
            int lines;
            try (WatchedApp app = WatchedApp.start(
                    FlightsProgram.topology(), data.settings(FlightsProgram.APPLICATION_ID, workers), progress)) {
                lines = file.copyTo(log, FlightsProgram.LINES, FlightsJob::originOf);
                app.finish("reading");
            }
            console.say(
                    "%s: %,d flights, %,d of them new",
                    file.path(), file.lines().size(), lines);
            boolean right = report(log, console);
            console.say(
                    "topics: %s (%d partitions each) in %s",
                    String.join(", ", FlightsProgram.TOPICS), partitions, data.logAddress());
            return right;
        }
    }

    private static String originOf(String line) {
        try {
            return Flight.parse(line).origin();
        } catch (IllegalArgumentException e) {
            throw new UsageException("line '" + line + "' tells of no flight: " + e.getMessage() + "; correct it");
        }
    }

    private static boolean report(LogClient log, Console console) {
        FlightResults results = FlightResults.read(log);
        sayAirports(results.usual(), console);
        sayDays(results.days(), console);
        FlightResults plain = FlightResults.plain(log);
        boolean right = results.equals(plain);
        console.say(
                "%s %,d flights: %,d airports and %,d days of airports %s",
                right ? "ok:" : "FAILED:",
                plain.flights(),
                results.usual().size(),
                results.days().size(),
                right ? "equal a plain computation" : "are not those of a plain computation");
        return right;
    }

    private static void sayAirports(Map<String, Delays> usual, Console console) {
        console.say("");
        console.say("%-7s  %7s  %10s", "airport", "flights", "mean delay");
        usual.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Delays> entry) ->
                                -entry.getValue().flights())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN)
                .forEach(entry -> console.say(
                        "%-7s  %,7d  %6.1f min",
                        entry.getKey(),
                        entry.getValue().flights(),
                        entry.getValue().mean()));
    }

    private static void sayDays(Map<AirportDay, Compared> days, Console console) {
        console.say("");
        console.say("%-7s  %-10s  %7s  %10s  %10s", "airport", "worst day", "flights", "mean delay", "usually");
        days.entrySet().stream()
                .filter(entry -> entry.getValue().day().flights() >= FEWEST_FLIGHTS)
                .sorted(Comparator.comparingDouble((Map.Entry<AirportDay, Compared> entry) ->
                                -entry.getValue().excess())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN)
                .forEach(entry -> console.say(
                        "%-7s  %s  %,7d  %6.1f min  %6.1f min",
                        entry.getKey().airport(),
                        Instant.ofEpochMilli(entry.getKey().startMs())
                                .atZone(ZoneOffset.UTC)
                                .toLocalDate(),
                        entry.getValue().day().flights(),
                        entry.getValue().day().mean(),
                        entry.getValue().usual().mean()));
        console.say("");
    }
}
