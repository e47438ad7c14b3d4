package io.streamwright.assign;

import io.streamwright.processor.TaskId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Spreads tasks over instances in proportion to their workers; a task stays where it is unless that instance has too many.
 *
 * <p>Immutable.
 */
final class EvenPlacement implements TaskPlacement {
    private final List<TaskId> tasks;

    EvenPlacement(Collection<TaskId> tasks) {
        this.tasks = List.copyOf(new TreeSet<>(tasks));
    }

    @Override
    public Map<String, Set<TaskId>> place(Map<String, MemberState> members) {
        List<Share> shares = new ArrayList<>();
        new TreeMap<>(members).forEach((member, state) -> shares.add(new Share(member, state, new TreeSet<>())));
        List<TaskId> homeless = new ArrayList<>();
        for (TaskId task : tasks) {
            Optional<Share> holder = shares.stream()
                    .filter(share -> share.state.held().contains(task))
                    .findFirst();
            holder.ifPresentOrElse(share -> share.tasks.add(task), () -> homeless.add(task));
        }
        homeless.forEach(task -> idlest(shares).tasks.add(task));
        evenOut(shares);
        Map<String, Set<TaskId>> placed = new HashMap<>();
        shares.forEach(share -> placed.put(share.member, share.tasks));
        return placed;
    }

    private static void evenOut(List<Share> shares) {
        while (true) {
            Share busiest = Collections.max(shares, Comparator.comparingDouble(share -> share.load(0)));
            Share idlest = idlest(shares);
            if (idlest.load(1) >= busiest.load(0)) {
                return;
            }
            TaskId moved = busiest.tasks.last();
            busiest.tasks.remove(moved);
            idlest.tasks.add(moved);
        }
    }

    private static Share idlest(List<Share> shares) {
        return Collections.min(shares, Comparator.comparingDouble(share -> share.load(1)));
    }

    /** What one instance gets. Owner: the placement. */
    private record Share(String member, MemberState state, TreeSet<TaskId> tasks) {
        double load(int more) {
            return (tasks.size() + more) / (double) state.instance().workers();
        }
    }
}
