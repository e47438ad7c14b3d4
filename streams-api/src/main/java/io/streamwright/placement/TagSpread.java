package io.streamwright.placement;

import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.KafkaStreamsState;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignmentUtils.MoveStandbyTaskPredicate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which processes stand apart, by their tags, from those that have a task already (KIP-708).
 *
 * <p>For each tag that counts, a process stands apart if its value is not that of a process in use. A tag with no more values than there
 * are processes in use sets nobody apart any more, and stops counting.
 *
 * <p>Owner: the placement that made it, for one task.
 */
final class TagSpread {
    private final Map<ProcessId, KafkaStreamsState> processes;
    private final Set<String> tags;
    private final Map<String, Set<String>> usedValues = new HashMap<>();
    private int usedProcesses;

    /**
     * Starts with nobody in use.
     *
     * @param processes all processes
     * @param tags the names of the tags that count
     */
    TagSpread(Map<ProcessId, KafkaStreamsState> processes, Collection<String> tags) {
        this.processes = processes;
        this.tags = Set.copyOf(tags);
    }

    /** Puts a process to use. */
    void use(ProcessId process) {
        usedProcesses++;
        tagsOf(process).forEach((tag, value) -> {
            if (tags.contains(tag)) {
                if (valuesOf(tag) <= usedProcesses) {
                    usedValues.remove(tag);
                } else {
                    usedValues.computeIfAbsent(tag, any -> new HashSet<>()).add(value);
                }
            }
        });
    }

    private long valuesOf(String tag) {
        return processes.values().stream()
                .flatMap(state -> Optional.ofNullable(state.clientTags().get(tag)).stream())
                .distinct()
                .count();
    }

    /** Returns whether a process stands apart from all in use. */
    boolean isApart(ProcessId process) {
        Map<String, String> own = tagsOf(process);
        return usedValues.entrySet().stream().noneMatch(used -> {
            String value = own.get(used.getKey());
            return value != null && used.getValue().contains(value);
        });
    }

    private Map<String, String> tagsOf(ProcessId process) {
        KafkaStreamsState state = processes.get(process);
        if (state == null) {
            throw new IllegalArgumentException("the application has no process " + process);
        }
        return state.clientTags();
    }

    /** Lets a standby move where the processes that have the task differ by their tags as much as before. */
    static MoveStandbyTaskPredicate keepingDifference(ApplicationState application) {
        List<String> tags = application.assignmentConfigs().rackAwareAssignmentTags();
        Map<ProcessId, KafkaStreamsState> processes = application.kafkaStreamsStates(false);
        return (source, destination, task, assignments) -> {
            List<KafkaStreamsState> others = processes.values().stream()
                    .filter(state -> !state.processId().equals(source.processId()))
                    .filter(state -> {
                        KafkaStreamsAssignment assignment = assignments.get(state.processId());
                        return assignment != null && assignment.tasks().containsKey(task);
                    })
                    .toList();
            return differsAsMuch(with(others, destination), with(others, source), tags);
        };
    }

    private static List<KafkaStreamsState> with(List<KafkaStreamsState> others, KafkaStreamsState one) {
        return Stream.concat(others.stream(), Stream.of(one)).toList();
    }

    /** Returns whether some processes have as many different values as others, and share no more. */
    static boolean differsAsMuch(
            List<KafkaStreamsState> some, List<KafkaStreamsState> others, Collection<String> tags) {
        return tags.stream().mapToLong(tag -> different(some, tag)).sum()
                        >= tags.stream()
                                .mapToLong(tag -> different(others, tag))
                                .sum()
                && tags.stream().mapToLong(tag -> shared(some, tag)).sum()
                        <= tags.stream().mapToLong(tag -> shared(others, tag)).sum();
    }

    private static long different(List<KafkaStreamsState> processes, String tag) {
        return values(processes, tag).distinct().count();
    }

    private static long shared(List<KafkaStreamsState> processes, String tag) {
        return values(processes, tag).count() - different(processes, tag);
    }

    private static Stream<String> values(List<KafkaStreamsState> processes, String tag) {
        return processes.stream()
                .flatMap(state -> Optional.ofNullable(state.clientTags().get(tag)).stream());
    }
}
