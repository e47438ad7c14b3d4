package io.streamwright.examples.handlers;

import io.streamwright.errors.StreamsException;
import io.streamwright.examples.Arguments;
import io.streamwright.examples.Console;
import io.streamwright.examples.DataDirectory;
import io.streamwright.examples.Job;
import io.streamwright.examples.Log;
import io.streamwright.examples.Option;
import io.streamwright.examples.handlers.TaskCalls.Counts;
import io.streamwright.examples.handlers.Witness.Answer;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import io.streamwright.log.TopicSpec;
import io.streamwright.runtime.StreamsApp;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Has a failure of each category happen to a task, and shows what became of it and of the others. Immutable. */
public final class HandlersJob implements Job {
    private static final Option STATE = Option.value(
            Option.DATA.name(), "DIR", "where the local state is kept (default: data/handlers in the project)");

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** The task that nothing ever happens to. */
    private static final int LUCKY = 0;

    private static final int NOT_YET = -1;

    @Override
    public String name() {
        return "handlers";
    }

    @Override
    public String summary() {
        return "fails on purpose, once in each category of error, and shows what happens to which task";
    }

    @Override
    public String description() {
        return """
                Six tasks count readings of sensors, each in a transaction of its own. The log below them fails where this
                job tells it to: five times, with an error of each of the five categories, each time at another task. A
                handler (transaction.error.handler) is asked what to do and answers as the one by default. The last error
                stops the application; when its cause is gone, the application is started again and ends its work.
                At the end every reading must be counted once: exit code 1 if not. The log is in memory: nothing is left
                behind but the local state, which is deleted by the next run. docs/errors.md has the whole story.""";
    }

    @Override
    public List<Option> options() {
        return List.of(STATE);
    }

    @Override
    public boolean run(Arguments arguments, Console console) throws InterruptedException {
        Log.expectFailuresOfTransactions(arguments.has(Option.VERBOSE));
        Path state = DataDirectory.of(arguments, console, name()).path().resolve("state");
        String address = "memory:handlers-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        try (LogClient log = Logs.open(address, Map.of())) {
            for (String topic : CountProgram.TOPICS) {
                log.topics().create(new TopicSpec(topic, CountProgram.TASKS, Map.of()));
            }
            try (Readings readings = new Readings(log)) {
                return new Show(CountProgram.settings(address, state), readings, console).run();
            }
        }
    }

    /**
     * One run of the job.
     *
     * <p>Owner: the thread that runs it.
     */
    private static final class Show {
        private final Properties settings;
        private final Readings readings;
        private final Console console;
        private final FaultyLog log = new FaultyLog();
        private final TaskCalls calls = new TaskCalls(log);
        private final Witness witness = new Witness();

        Show(Properties settings, Readings readings, Console console) {
            this.settings = settings;
            this.readings = readings;
            this.console = console;
        }

        boolean run() throws InterruptedException {
            console.say(
                    "%d tasks count readings, each in a transaction of its own; task %s is left alone",
                    CountProgram.TASKS, CountProgram.task(LUCKY));
            try (StreamsApp app = newApp()) {
                app.cleanUp();
                app.start();
                readings.write();
                awaitCaughtUp(app);
                for (Mishap mishap : Mishap.PASSING) {
                    passes(mishap);
                }
                awaitCaughtUp(app);
                console.say("");
                console.say("all of them got over it: %,d readings are counted", readings.countedOnce());
            }
            stops(Mishap.LASTING);
            return isRight();
        }

        private StreamsApp newApp() {
            StreamsApp app = new StreamsApp(CountProgram.topology(), settings, log);
            app.setTransactionErrorHandler(witness);
            return app;
        }

        private static void awaitCaughtUp(StreamsApp app) throws InterruptedException {
            if (!app.awaitCaughtUp(PATIENCE)) {
                throw new StreamsException("the application has not caught up in " + PATIENCE.toSeconds() + " s");
            }
        }

        /** Something happens to a task while readings come in, until it has committed again and all the others have, too. */
        private void passes(Mishap mishap) throws InterruptedException {
            tell(mishap);
            int asked = witness.answered();
            Counts before = calls.now();
            Fault fault = mishap.strike(log);
            int struckAt = NOT_YET;
            boolean over = false;
            while (!over) {
                Counts round = calls.now();
                readings.write();
                calls.awaitCommit(LUCKY, round);
                int commits = calls.now().commits().get(mishap.task());
                over = struckAt != NOT_YET && commits > struckAt && haveAllCommittedSince(before);
                if (struckAt == NOT_YET && fault.fired() == mishap.times()) {
                    struckAt = commits;
                }
            }
            tell(asked);
            tell(mishap, before, calls.now());
        }

        private boolean haveAllCommittedSince(Counts before) {
            Counts now = calls.now();
            return IntStream.range(0, CountProgram.TASKS)
                    .allMatch(task -> now.commits().get(task) > before.commits().get(task));
        }

        /** Something happens that no task gets over by itself. */
        private void stops(Mishap mishap) throws InterruptedException {
            tell(mishap);
            int asked = witness.answered();
            Fault fault;
            try (StreamsApp app = newApp()) {
                CountDownLatch ended = new CountDownLatch(1);
                app.setStateListener((newState, oldState) -> {
                    if (newState == State.ERROR) {
                        ended.countDown();
                    }
                });
                app.start();
                awaitCaughtUp(app);
                Counts before = calls.now();
                fault = mishap.strike(log);
                readings.write();
                if (!ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    throw new StreamsException("the application has not stopped in " + PATIENCE.toSeconds() + " s");
                }
                tell(asked);
                tell(mishap, before, calls.now());
                console.say(
                        "   the application stopped: %s",
                        app.failure().map(Throwable::getMessage).orElse("why?"));
            }
            console.say("");
            console.say(
                    "the right is given back, and the application is started again where it was: %,d of %,d readings"
                            + " are counted",
                    readings.countedOnce(), readings.written());
            fault.disarm();
            try (StreamsApp app = newApp()) {
                app.start();
                awaitCaughtUp(app);
            }
        }

        private void tell(Mishap mishap) {
            console.say("");
            console.say("%d. %s: %s", mishap.task(), mishap.category(), mishap.story());
        }

        private void tell(int asked) {
            for (Answer answer : witness.answersFrom(asked)) {
                console.say("   %s", answer);
            }
        }

        private void tell(Mishap mishap, Counts before, Counts after) {
            int struck = mishap.task();
            console.say(
                    "   task %s meanwhile: %s aborted, %s opened anew",
                    CountProgram.task(struck),
                    after.aborts().get(struck) - before.aborts().get(struck),
                    after.openings().get(struck) - before.openings().get(struck));
            console.say(
                    "   the others committed: %s",
                    IntStream.range(0, CountProgram.TASKS)
                            .filter(task -> task != struck)
                            .mapToObj(task -> CountProgram.task(task) + " +"
                                    + (after.commits().get(task)
                                            - before.commits().get(task)))
                            .collect(Collectors.joining(", ")));
        }

        private boolean isRight() {
            long once = readings.countedOnce();
            long counts = readings.counts();
            boolean right = once == readings.written() && counts == readings.written();
            console.say(
                    "%s %,d readings were written, %,d counts came out, %,d of them in order without gap or repetition",
                    right ? "ok:" : "FAILED:", readings.written(), counts, once);
            return right;
        }
    }
}
