package io.streamwright.assign;

import io.streamwright.processor.TaskId;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the leader of a round has decided for one instance. Immutable.
 *
 * @param active tasks that the instance runs; those that it has and are not among them it commits and closes, then asks for a round
 * @param standby tasks whose state it keeps a copy of
 * @param activeByHost which tasks each instance runs that takes requests, by {@code host:port}
 * @param standbyByHost of which tasks it keeps a copy
 * @param nextRound after which time another round is to be asked for; zero if none is needed
 * @param stop why all instances are to stop; empty unless they are
 */
public record MemberPart(
        Set<TaskId> active,
        Set<TaskId> standby,
        Map<String, Set<TaskId>> activeByHost,
        Map<String, Set<TaskId>> standbyByHost,
        Duration nextRound,
        String stop) {
    public MemberPart {
        active = Set.copyOf(active);
        standby = Set.copyOf(standby);
        activeByHost = copy(activeByHost);
        standbyByHost = copy(standbyByHost);
    }

    private static Map<String, Set<TaskId>> copy(Map<String, Set<TaskId>> byHost) {
        Map<String, Set<TaskId>> copy = new LinkedHashMap<>();
        byHost.forEach((host, tasks) -> copy.put(host, Set.copyOf(tasks)));
        return Collections.unmodifiableMap(copy);
    }
}
