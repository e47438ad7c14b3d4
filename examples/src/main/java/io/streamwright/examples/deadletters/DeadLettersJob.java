package io.streamwright.examples.deadletters;

import io.streamwright.examples.Arguments;
import io.streamwright.examples.Console;
import io.streamwright.examples.DataDirectory;
import io.streamwright.examples.Job;
import io.streamwright.examples.LineFile;
import io.streamwright.examples.Log;
import io.streamwright.examples.Option;
import io.streamwright.examples.Progress;
import io.streamwright.examples.Topics;
import io.streamwright.examples.WatchedApp;
import io.streamwright.examples.quakes.Quake;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import io.streamwright.log.TopicReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.DoubleDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Processes a file of earthquakes and puts its malformed lines aside. Immutable. */
public final class DeadLettersJob implements Job {
    static final Option INPUT =
            Option.value("--input", "FILE", "file of earthquakes (default: examples/data/earthquakes.csv)");

    private static final int TOP = 5;
    private static final int MOST_SHOWN = 20;
    private static final int LINE_WIDTH = 60;

    @Override
    public String name() {
        return "dead-letters";
    }

    @Override
    public String summary() {
        return "puts malformed lines of a file aside, each with the reason, and processes the rest";
    }

    @Override
    public String description() {
        return """
                Lines of the file go to the topic 'quake-lines'. Those that no earthquake can be read from, and those that
                tell of one that cannot be, are dropped by the handlers of the library, with a record each on the topic
                'quake-dead-letters', in the same transaction: the line, where it stood, and what is wrong with it. The
                others come out on 'quakes', and the strongest of each region on 'strongest-quakes'.
                At the end every line must be on 'quakes' or among the dead letters, once: exit code 1 if not.
                Run again it reads lines that were added to the file only. It may be killed at any time.
                Add a line to the file and see what becomes of it; docs/errors.md explains the settings.""";
    }

    @Override
    public List<Option> options() {
        return List.of(INPUT, Option.DATA, Option.BOOTSTRAP_SERVER, Option.PARTITIONS, Option.WORKERS, Option.PROGRESS);
    }

    @Override
    public boolean run(Arguments arguments, Console console) throws IOException, InterruptedException {
        Log.expectDroppedRecords(arguments.has(Option.VERBOSE));
        LineFile file = LineFile.read(
                arguments
                        .text(INPUT)
                        .map(Path::of)
                        .orElse(console.home()
                                .resolve("examples")
                                .resolve("data")
                                .resolve("earthquakes.csv")),
                INPUT);
        long workers = Option.workers(arguments);
        Progress progress = Progress.of(arguments, console);
        DataDirectory data = DataDirectory.of(arguments, console, name());
        try (LogClient log = Logs.open(data.logAddress(), Map.of())) {
            int partitions = Topics.create(log, QuakeProgram.TOPICS, arguments);
            int lines;
            try (WatchedApp app = WatchedApp.start(
                    QuakeProgram.topology(),
                    QuakeProgram.with(data.settings(QuakeProgram.APPLICATION_ID, workers)),
                    progress)) {
                lines = file.copyTo(log, QuakeProgram.LINES, line -> null);
                app.finish("reading");
            }
            console.say(
                    "%s: %,d lines, %,d of them new", file.path(), file.lines().size(), lines);
            boolean right = report(log, console);
            console.say(
                    "topics: %s (%d partitions each) in %s",
                    String.join(", ", QuakeProgram.TOPICS), partitions, data.logAddress());
            return right;
        }
    }

    private static boolean report(LogClient log, Console console) {
        List<DeadLetter> letters = DeadLetter.readAll(log, QuakeProgram.DEAD_LETTERS);
        console.say("");
        console.say("dead letters:");
        letters.stream()
                .limit(MOST_SHOWN)
                .forEach(letter ->
                        console.say("  %s  %s%n      %s", letter.place(), letter.reason(), shortened(letter.line())));
        if (letters.size() > MOST_SHOWN) {
            console.say("  and %,d more", letters.size() - MOST_SHOWN);
        }
        console.say("");
        console.say("the strongest earthquakes:");
        strongest(log).entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(TOP)
                .forEach(quake -> console.say("  %4.1f  %s", quake.getValue(), quake.getKey()));
        console.say("");
        return isComplete(log, letters, console);
    }

    private static String shortened(String line) {
        if (line.isBlank()) {
            return "(an empty line)";
        }
        return line.length() <= LINE_WIDTH ? line : line.substring(0, LINE_WIDTH) + " ...";
    }

    private static Map<String, Double> strongest(LogClient log) {
        Map<String, Double> strongest = new HashMap<>();
        try (TopicReader<String, Double> reader =
                TopicReader.open(log, QuakeProgram.STRONGEST, new StringDeserializer(), new DoubleDeserializer())) {
            for (ConsumerRecord<String, Double> record : reader.readAll()) {
                strongest.put(record.key(), record.value());
            }
        }
        return strongest;
    }

    /** Every line is a heading, a quake or a dead letter: none is lost, and none is there twice. */
    private static boolean isComplete(LogClient log, List<DeadLetter> letters, Console console) {
        List<String> lines = values(log, QuakeProgram.LINES);
        long headings = lines.stream().filter(Quake::isHeading).count();
        long quakes = values(log, QuakeProgram.QUAKES).size();
        Set<String> places = new HashSet<>();
        letters.forEach(letter -> places.add(letter.place()));
        boolean complete = lines.size() == headings + quakes + letters.size() && places.size() == letters.size();
        console.say(
                "%s %,d lines: %,d processed, %,d dead letters, heading lines: %,d",
                complete ? "ok:" : "FAILED:", lines.size(), quakes, letters.size(), headings);
        return complete;
    }

    private static List<String> values(LogClient log, String topic) {
        List<String> values = new ArrayList<>();
        try (TopicReader<String, String> reader =
                TopicReader.open(log, topic, new StringDeserializer(), new StringDeserializer())) {
            reader.readAll().forEach(record -> values.add(record.value()));
        }
        return values;
    }
}
