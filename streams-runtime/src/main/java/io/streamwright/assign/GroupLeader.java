package io.streamwright.assign;

import io.streamwright.processor.TaskId;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads a round: turns a placement of tasks into parts that can be taken up at once.
 *
 * <p>A task that somebody else still has is nobody's in this round: who has it closes it and asks for the next one. So all tasks that
 * stay where they are go on without a pause.
 *
 * <p>Thread-safe: holds nothing that changes.
 */
public final class GroupLeader {
    private static final Logger LOG = LoggerFactory.getLogger(GroupLeader.class);

    private final TaskPlacement placement;

    public GroupLeader(TaskPlacement placement) {
        this.placement = placement;
    }

    /**
     * Leads a round.
     *
     * @param members what all instances have said of themselves, by member id
     * @return what each of them is told
     */
    public Map<String, MemberPart> lead(Map<String, MemberState> members) {
        Map<TaskId, String> holders = holders(members);
        Map<String, Set<TaskId>> placed = placement.place(withoutDoubles(members, holders));
        Map<String, Set<TaskId>> active = new TreeMap<>();
        Set<TaskId> moving = new HashSet<>();
        members.keySet().forEach(member -> {
            Set<TaskId> now = new HashSet<>();
            for (TaskId task : placed.getOrDefault(member, Set.of())) {
                if (holders.getOrDefault(task, member).equals(member)) {
                    now.add(task);
                } else {
                    moving.add(task);
                }
            }
            active.put(member, now);
        });
        LOG.info("a round of {} instances: tasks={} moving={}", members.size(), active, moving);
        Map<String, Set<TaskId>> byHost = new LinkedHashMap<>();
        members.forEach((member, state) -> {
            if (!state.instance().host().isEmpty()) {
                byHost.computeIfAbsent(state.instance().host(), any -> new HashSet<>())
                        .addAll(active.getOrDefault(member, Set.of()));
            }
        });
        Map<String, MemberPart> parts = new HashMap<>();
        String stop = members.values().stream()
                .map(MemberState::stop)
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .orElse("");
        active.forEach((member, tasks) ->
                parts.put(member, new MemberPart(tasks, Set.of(), byHost, Map.of(), Duration.ZERO, stop)));
        return parts;
    }

    /** Returns who has each task that somebody has. Of two that say so, one was away while the other was given it. */
    private static Map<TaskId, String> holders(Map<String, MemberState> members) {
        Map<TaskId, String> holders = new HashMap<>();
        members.entrySet().stream()
                .sorted(Comparator.comparingInt(member -> member.getValue().generation()))
                .forEach(member -> member.getValue().held().forEach(task -> holders.put(task, member.getKey())));
        return holders;
    }

    private static Map<String, MemberState> withoutDoubles(
            Map<String, MemberState> members, Map<TaskId, String> holders) {
        Map<String, MemberState> settled = new HashMap<>();
        members.forEach((member, state) -> settled.put(
                member,
                state.holding(state.held().stream()
                        .filter(task -> member.equals(holders.get(task)))
                        .collect(Collectors.toUnmodifiableSet()))));
        return settled;
    }
}
