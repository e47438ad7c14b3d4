package io.streamwright.examples;

import io.streamwright.examples.chaos.ChaosJob;
import io.streamwright.examples.deadletters.DeadLettersJob;
import io.streamwright.examples.flights.FlightsJob;
import io.streamwright.examples.handlers.HandlersJob;
import io.streamwright.examples.ledger.LedgerJob;
import io.streamwright.examples.quakes.QuakesJob;
import io.streamwright.examples.wordcount.WordCountJob;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Runs the job that the command line names, and explains in one message why it could not. Immutable. */
public final class Main {
    /** The job ended and everything it checked was right. */
    static final int DONE = 0;
    /** The job failed, or something it checked was wrong. */
    static final int FAILED = 1;
    /** The command line asked for something that cannot be done. */
    static final int USAGE = 2;

    private final List<Job> jobs;
    private final Console console;

    Main(List<Job> jobs, Console console) {
        this.jobs = List.copyOf(jobs);
        this.console = console;
    }

    /** Returns the launcher of all jobs. */
    static Main ofAllJobs(Console console) {
        return new Main(
                List.of(
                        new WordCountJob(),
                        new LedgerJob(),
                        new ChaosJob(),
                        new HandlersJob(),
                        new DeadLettersJob(),
                        new QuakesJob(),
                        new FlightsJob()),
                console);
    }

    /** Runs a job and exits with 0 if all was well, 1 if the job failed, 2 if the command line was wrong. */
    public static void main(String[] args) {
        System.exit(ofAllJobs(Console.ofProcess()).run(List.of(args)));
    }

    /**
     * Runs a job.
     *
     * @param words the job's name and its options; without any, the jobs are listed
     * @return the exit code
     */
    int run(List<String> words) {
        if (words.isEmpty() || words.get(0).equals(Option.HELP.name())) {
            listJobs();
            return DONE;
        }
        String name = words.get(0);
        for (Job job : jobs) {
            if (job.name().equals(name)) {
                return run(job, words.subList(1, words.size()));
            }
        }
        console.err()
                .println("unknown job '" + name + "'; the jobs are "
                        + jobs.stream().map(Job::name).collect(Collectors.joining(", ")));
        return USAGE;
    }

    private void listJobs() {
        int width = jobs.stream().mapToInt(job -> job.name().length()).max().orElse(1);
        jobs.forEach(job -> console.say("%-" + width + "s  %s", job.name(), job.summary()));
    }

    private int run(Job job, List<String> words) {
        boolean verbose = words.contains(Option.VERBOSE.name());
        Log.level(verbose);
        try {
            if (words.contains(Option.HELP.name())) {
                Help.print(job, optionsOf(job), console);
                return DONE;
            }
            return job.run(Arguments.parse(words, optionsOf(job)), console) ? DONE : FAILED;
        } catch (UsageException e) {
            console.err().println(job.name() + ": " + e.getMessage());
            return USAGE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            console.err().println(job.name() + " was interrupted; run it again and it goes on where it was");
            return FAILED;
        } catch (Exception | LinkageError e) {
            explain(job, e, verbose);
            return FAILED;
        }
    }

    private void explain(Job job, Throwable failure, boolean verbose) {
        console.out().flush();
        console.err().println(job.name() + " failed: " + Explanation.of(failure));
        if (verbose) {
            failure.printStackTrace(console.err());
        } else {
            console.err().println("(" + Option.VERBOSE.name() + " shows where in the code)");
        }
    }

    private static List<Option> optionsOf(Job job) {
        List<Option> options = new ArrayList<>(job.options());
        options.add(Option.VERBOSE);
        options.add(Option.HELP);
        return options;
    }
}
