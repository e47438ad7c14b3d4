package io.streamwright.examples.quakes;

import io.streamwright.examples.Arguments;
import io.streamwright.examples.Console;
import io.streamwright.examples.DataDirectory;
import io.streamwright.examples.Job;
import io.streamwright.examples.LineFile;
import io.streamwright.examples.Log;
import io.streamwright.examples.Option;
import io.streamwright.examples.Progress;
import io.streamwright.examples.Topics;
import io.streamwright.examples.UsageException;
import io.streamwright.examples.WatchedApp;
import io.streamwright.examples.quakes.QuakeResults.Span;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Shows windows, sessions and final results over a week of earthquakes. Immutable. */
public final class QuakesJob implements Job {
    static final Option INPUT =
            Option.value("--input", "FILE", "file of earthquakes (default: examples/data/quakes-of-a-week.csv)");

    private static final int SWARMS_SHOWN = 5;
    private static final DateTimeFormatter DAY = format("yyyy-MM-dd");
    private static final DateTimeFormatter MINUTE = format("yyyy-MM-dd HH:mm");

    private static DateTimeFormatter format(String pattern) {
        return DateTimeFormatter.ofPattern(pattern).withZone(ZoneOffset.UTC);
    }

    @Override
    public String name() {
        return "quakes";
    }

    @Override
    public String summary() {
        return "finds the strongest earthquake of each day, swarms, and final counts, by event time";
    }

    @Override
    public String description() {
        return """
                Lines of the file go to the topic 'quakes-by-region' in the order in which the quakes became known, which
                is up to a week after they happened. The application goes by the time at which they happened:
                'strongest-of-days' has the strongest of each region and day (windows that take late records for a week),
                'swarms' those of one region that follow each other within an hour (sessions), and 'final-counts' how many
                there were of each region and day: one record each, once the day is over, and what becomes known later than
                a day after that is left out (suppression).
                At the end all of it must equal a plain computation over the input: exit code 1 if not.
                Run again it reads lines that were added to the file only. It may be killed at any time.""";
    }

    @Override
    public List<Option> options() {
        return List.of(INPUT, Option.DATA, Option.BOOTSTRAP_SERVER, Option.PARTITIONS, Option.WORKERS, Option.PROGRESS);
    }

    @Override
    public boolean run(Arguments arguments, Console console) throws IOException, InterruptedException {
        Log.expectLateRecords(arguments.has(Option.VERBOSE));
        LineFile file = LineFile.read(
                        arguments
                                .text(INPUT)
                                .map(Path::of)
                                .orElse(console.home().resolve("examples/data/quakes-of-a-week.csv")),
                        INPUT)
                .withoutHeading();
        long workers = Option.workers(arguments);
        Progress progress = Progress.of(arguments, console);
        DataDirectory data = DataDirectory.of(arguments, console, name());
        try (LogClient log = Logs.open(data.logAddress(), Map.of())) {
            int partitions = Topics.create(log, QuakesProgram.TOPICS, arguments);
            int lines;
            try (WatchedApp app = WatchedApp.start(
                    QuakesProgram.topology(), data.settings(QuakesProgram.APPLICATION_ID, workers), progress)) {
                lines = file.copyTo(log, QuakesProgram.LINES, QuakesJob::regionOf);
                app.finish("reading");
            }
            console.say(
                    "%s: %,d quakes, %,d of them new", file.path(), file.lines().size(), lines);
            boolean right = report(log, console);
            console.say(
                    "topics: %s (%d partitions each) in %s",
                    String.join(", ", QuakesProgram.TOPICS), partitions, data.logAddress());
            return right;
        }
    }

    private static String regionOf(String line) {
        try {
            return Quake.parse(line)
                    .orElseThrow(() -> new IllegalArgumentException("a second heading"))
                    .region();
        } catch (IllegalArgumentException e) {
            throw new UsageException("line '" + line + "' tells of no earthquake: " + e.getMessage()
                    + "; correct it, or see dead-letters");
        }
    }

    private static boolean report(LogClient log, Console console) {
        QuakeResults results = QuakeResults.read(log);
        PlainQuakes plain = PlainQuakes.read(log);
        sayDays(results, plain, console);
        saySwarms(results.swarms(), console);
        boolean right = results.equals(plain.results());
        console.say(
                "%s %,d quakes: the strongest of %,d regions and days, %,d swarms and %,d final counts %s",
                right ? "ok:" : "FAILED:",
                plain.count(),
                results.strongest().size(),
                results.swarms().size(),
                results.finalCounts().size(),
                right ? "equal a plain computation" : "are not those of a plain computation");
        return right;
    }

    private static void sayDays(QuakeResults results, PlainQuakes plain, Console console) {
        SortedMap<Long, Long> finals = results.finalCountOfDays();
        console.say("");
        console.say("%-10s  %6s  %11s  %s", "day", "quakes", "final count", "strongest");
        plain.countOfDays()
                .forEach((day, quakes) -> console.say(
                        "%s  %,6d  %11s  %s",
                        DAY.format(Instant.ofEpochMilli(day)),
                        quakes,
                        finals.containsKey(day) ? String.format("%,d", finals.get(day)) : "not over",
                        strongest(results.strongest(), day)));
        console.say(
                "(a final count leaves out what became known too late; the regions that are not over are not in it)");
    }

    private static String strongest(SortedMap<Span, Quake> strongest, long day) {
        return strongest.entrySet().stream()
                .filter(entry -> entry.getKey().startMs() == day)
                .map(Map.Entry::getValue)
                .reduce(Quake::stronger)
                .map(quake -> String.format("%.1f  %s", quake.magnitude(), quake.region()))
                .orElse("");
    }

    private static void saySwarms(SortedMap<Span, Swarm> swarms, Console console) {
        console.say("");
        console.say("%-16s  %-16s  %6s  %9s  %s", "first", "last", "quakes", "strongest", "region of the swarm");
        swarms.entrySet().stream()
                .sorted(Comparator.comparingLong(
                        (Map.Entry<Span, Swarm> swarm) -> -swarm.getValue().quakes()))
                .limit(SWARMS_SHOWN)
                .forEach(swarm -> console.say(
                        "%s  %s  %,6d  %9.1f  %s",
                        MINUTE.format(Instant.ofEpochMilli(swarm.getKey().startMs())),
                        MINUTE.format(Instant.ofEpochMilli(swarm.getKey().endMs())),
                        swarm.getValue().quakes(),
                        magnitude(swarm.getValue()),
                        swarm.getKey().region()));
        console.say("");
    }

    private static double magnitude(Swarm swarm) {
        Quake strongest = swarm.strongest();
        return strongest == null ? Double.NaN : strongest.magnitude();
    }
}
