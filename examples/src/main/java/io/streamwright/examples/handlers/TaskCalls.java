package io.streamwright.examples.handlers;

import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the calls of each task that tell how its transactions end.
 *
 * <p>Owner: the thread that runs the job; the log counts on its own threads.
 */
final class TaskCalls {
    /** Far more than it ever takes. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<Fault> commits;
    private final List<Fault> aborts;
    private final List<Fault> openings;

    TaskCalls(FaultyLog log) {
        this.commits = watch(log, LogCall.COMMIT);
        this.aborts = watch(log, LogCall.ABORT);
        this.openings = watch(log, LogCall.OPEN_WRITER);
    }

    private static List<Fault> watch(FaultyLog log, LogCall call) {
        List<Fault> watched = new ArrayList<>();
        for (int task = 0; task < CountProgram.TASKS; task++) {
            watched.add(log.at(call)
                    .ofWriter(CountProgram.writer(task))
                    .afterItTookEffect()
                    .always()
                    .watch());
        }
        return watched;
    }

    /** Waits until a task has committed once more than it had. */
    void awaitCommit(int task, Counts before) throws InterruptedException {
        commits.get(task).awaitFired(before.commits().get(task) + 1, PATIENCE);
    }

    Counts now() {
        return new Counts(counted(commits), counted(aborts), counted(openings));
    }

    private static List<Integer> counted(List<Fault> watched) {
        return watched.stream().map(Fault::fired).toList();
    }

    /**
     * How often each task did what, by its partition. Immutable.
     *
     * @param commits transactions that were committed
     * @param aborts transactions that were aborted
     * @param openings how often the transactional id was opened
     */
    record Counts(List<Integer> commits, List<Integer> aborts, List<Integer> openings) {
        Counts {
            commits = List.copyOf(commits);
            aborts = List.copyOf(aborts);
            openings = List.copyOf(openings);
        }
    }
}
