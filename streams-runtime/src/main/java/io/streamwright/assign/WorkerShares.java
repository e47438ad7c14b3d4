package io.streamwright.assign;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Spreads tasks over the workers of one process. Thread-safe: holds nothing. */
public final class WorkerShares {
    private WorkerShares() {}

    /**
     * Deals the tasks out evenly: the tasks of one sub-topology, which do the same work, go to as many workers as there are.
     *
     * @param tasks the tasks
     * @param workers how many workers, at least one
     * @return a share for each worker; some may be empty
     */
    public static List<List<PlannedTask>> deal(List<PlannedTask> tasks, int workers) {
        if (workers < 1) {
            throw new IllegalArgumentException("there must be a worker: " + workers);
        }
        List<List<PlannedTask>> shares = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            shares.add(new ArrayList<>());
        }
        List<PlannedTask> sorted =
                tasks.stream().sorted(Comparator.comparing(PlannedTask::id)).toList();
        for (int index = 0; index < sorted.size(); index++) {
            shares.get(index % workers).add(sorted.get(index));
        }
        return shares.stream().map(List::copyOf).toList();
    }
}
