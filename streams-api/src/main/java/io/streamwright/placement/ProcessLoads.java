package io.streamwright.placement;

import io.streamwright.processor.assignment.KafkaStreamsState;
import io.streamwright.processor.assignment.ProcessId;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How many tasks each process has, in proportion to its workers.
 *
 * <p>Owner: the placement that made it.
 */
public final class ProcessLoads {
    private final SortedMap<ProcessId, Integer> threads = new TreeMap<>();
    private final Map<ProcessId, Integer> tasks = new TreeMap<>();

    /** Starts with processes that have no tasks. A process without workers counts as one with one. */
    public ProcessLoads(Map<ProcessId, KafkaStreamsState> processes) {
        processes.forEach((id, state) -> threads.put(id, Math.max(1, state.numProcessingThreads())));
    }

    /** Returns all processes, in order. */
    public SortedSet<ProcessId> processes() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(threads.keySet()));
    }

    /** Counts tasks that a process gets, or gives away if negative. */
    public void add(ProcessId process, int count) {
        tasks.merge(process, count, Integer::sum);
    }

    int count(ProcessId process) {
        return tasks.getOrDefault(process, 0);
    }

    /** Compares the loads of two processes, each with so many tasks more. Exact: fractions are never rounded. */
    int compare(ProcessId first, int moreOfFirst, ProcessId second, int moreOfSecond) {
        return Long.compare(
                (long) (count(first) + moreOfFirst) * threadsOf(second),
                (long) (count(second) + moreOfSecond) * threadsOf(first));
    }

    /** Returns the order of processes by load, as it is when it is asked; the least busy first. */
    public Comparator<ProcessId> byLoad() {
        return (first, second) -> compare(first, 0, second, 0);
    }

    private int threadsOf(ProcessId process) {
        Integer count = threads.get(process);
        if (count == null) {
            throw new IllegalArgumentException("the application has no process " + process);
        }
        return count;
    }
}
