package io.streamwright.examples.wordcount;

import io.streamwright.StreamsConfig;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Counts the words of text files. Immutable. */
public final class WordCountJob implements Job {
    private static final int TOP = 20;

    @Override
    public String name() {
        return "word-count";
    }

    @Override
    public String summary() {
        return "counts the words of text files and prints the most frequent ones";
    }

    @Override
    public String description() {
        return """
                A word is a longest run of the letters A-Z and a-z, in lower case. The top twenty are printed as
                  tr -cs A-Za-z '\\n' < FILE | tr A-Z a-z | sort | uniq -c | sort -rn | head -20
                does (with LC_ALL=C). Lines go to the topic 'lines', counts come out on the topic 'counts'.
                Run again with the same data directory it counts what is new only: other files, and lines that were
                added to a file. It may be killed at any time: run again, it neither loses nor doubles a line.""";
    }

    @Override
    public List<Option> options() {
        return List.of(
                InputFiles.INPUT,
                Option.DATA,
                Option.BOOTSTRAP_SERVER,
                Option.PARTITIONS,
                Option.WORKERS,
                Option.PROGRESS);
    }

    @Override
    public boolean run(Arguments arguments, Console console) throws IOException, InterruptedException {
        List<Path> files = InputFiles.of(arguments, console);
        long workers = Option.workers(arguments);
        Progress progress = Progress.of(arguments, console);
        DataDirectory data = DataDirectory.of(arguments, console, name());
        try (LogClient log = Logs.open(data.logAddress(), Map.of())) {
            int partitions = Topics.create(log, WordCountProgram.TOPICS, arguments);
            long bytes = 0;
            for (Path file : files) {
                bytes += Files.size(file);
            }
            console.say("counting the words of %d file(s), %,d bytes, with %d workers", files.size(), bytes, workers);
            long wordsBefore = WordCounts.read(log, WordCountProgram.COUNTS).total();
            Run run = count(log, files, settings(data, workers), progress);
            WordCounts counts = WordCounts.read(log, WordCountProgram.COUNTS);
            report(run, counts, counts.total() - wordsBefore, console);
            console.say(
                    "topics: %s (%d partitions each) in %s",
                    String.join(", ", WordCountProgram.TOPICS), partitions, data.logAddress());
        }
        return true;
    }

    private static Properties settings(DataDirectory data, long workers) {
        Properties settings = data.settings(WordCountProgram.APPLICATION_ID, workers);
        // A longer transaction holds more words that occur again: fewer records to the changelog and to the topic of
        // counts.
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 500);
        return settings;
    }

    private static Run count(LogClient log, List<Path> files, Properties settings, Progress progress)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (WatchedApp app = WatchedApp.start(WordCountProgram.topology(), settings, progress)) {
            LineLoader loader = new LineLoader(log, WordCountProgram.LINES, () -> app.look("loading"));
            for (Path file : files) {
                loader.load(file);
            }
            app.finish("counting");
            return new Run(loader.lines(), (System.nanoTime() - start) / 1e9, app.last());
        }
    }

    private static void report(Run run, WordCounts counts, long newWords, Console console) {
        counts.top(TOP).forEach(entry -> console.say("%7d %s", entry.getValue(), entry.getKey()));
        if (run.lines == 0 && newWords == 0) {
            console.say("nothing new: all lines of these files were counted before");
        } else {
            console.say(
                    "%,d new lines, %,d new words in %.1f s: %,.0f words/s, %,d transactions, %,d aborted",
                    run.lines,
                    newWords,
                    run.seconds,
                    newWords / run.seconds,
                    run.progress.transactions(),
                    run.progress.aborts());
        }
        console.say(
                "%,d words in all, %,d different ones",
                counts.total(), counts.byWord().size());
    }

    /** What one run did. */
    private record Run(long lines, double seconds, AppProgress progress) {}
}
