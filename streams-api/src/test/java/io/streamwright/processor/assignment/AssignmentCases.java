package io.streamwright.processor.assignment;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.AssignmentCase.PartitionCase;
import io.streamwright.processor.assignment.AssignmentCase.ProcessCase;
import io.streamwright.processor.assignment.AssignmentCase.TaskCase;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;

/** Draws applications from a seed. */
public final class AssignmentCases {
    public static final long ACCEPTABLE_LAG = 100;
    public static final long FAR_BEHIND = 10_000;

    private final Random random;

    public AssignmentCases(long seed) {
        this.random = new Random(seed);
    }

    /** Draws settings. */
    public AssignmentConfigs configs(int standbys, List<String> tags, String strategy) {
        return new AssignmentConfigs(
                ACCEPTABLE_LAG,
                1 + random.nextInt(4),
                standbys,
                60_000L,
                tags,
                random.nextInt(12),
                random.nextInt(12),
                strategy);
    }

    public int upTo(int bound) {
        return random.nextInt(bound + 1);
    }

    /** Draws processes with state of some tasks: at most {@code maxTasks} tasks. */
    public AssignmentCase draw(int maxTasks, AssignmentConfigs configs) {
        List<TaskCase> tasks = tasks(maxTasks);
        List<ProcessDraft> drafts = new ArrayList<>();
        int processes = 1 + random.nextInt(6);
        for (int process = 0; process < processes; process++) {
            drafts.add(new ProcessDraft());
        }
        for (TaskCase task : tasks) {
            int owner = random.nextInt(processes + 1);
            for (int process = 0; process < processes; process++) {
                boolean hadIt = random.nextInt(4) == 0 && task.hasChangelog();
                drafts.get(process).had(task, process == owner, hadIt, random);
            }
        }
        return new AssignmentCase(
                drafts.stream().map(draft -> draft.process(random)).toList(), tasks, configs);
    }

    private List<TaskCase> tasks(int maxTasks) {
        List<TaskCase> tasks = new ArrayList<>();
        int parts = 1 + random.nextInt(4);
        for (int part = 0; part < parts; part++) {
            int partitions = 1 + random.nextInt(6);
            boolean isStateful = random.nextInt(3) > 0;
            boolean hasChangelog = isStateful && random.nextInt(5) > 0;
            for (int partition = 0; partition < partitions && tasks.size() < maxTasks; partition++) {
                Set<TaskTopicPartition> read = new HashSet<>();
                read.add(partition("in-" + part, partition, true, false));
                if (hasChangelog) {
                    read.add(partition("store-" + part + "-changelog", partition, false, true));
                    if (random.nextInt(3) == 0) {
                        read.add(partition("more-" + part + "-changelog", partition, false, true));
                    }
                }
                tasks.add(new TaskCase(new TaskId(part, partition), isStateful, read));
            }
        }
        return tasks;
    }

    private PartitionCase partition(String topic, int partition, boolean isSource, boolean isChangelog) {
        Set<String> racks = new HashSet<>();
        int replicas = 1 + random.nextInt(2);
        for (int replica = 0; replica < replicas; replica++) {
            racks.add("rack-" + random.nextInt(3));
        }
        return new PartitionCase(new TopicPartition(topic, partition), isSource, isChangelog, Optional.of(racks));
    }

    /** Draws who runs each task, and some standbys. */
    public Map<ProcessId, KafkaStreamsAssignment> assignments(AssignmentCase application, int maxStandbys) {
        Map<ProcessId, KafkaStreamsAssignment> assignments = new HashMap<>();
        application
                .processes()
                .forEach(process ->
                        assignments.put(process.processId(), KafkaStreamsAssignment.of(process.processId(), Set.of())));
        List<ProcessId> processes =
                application.processes().stream().map(ProcessCase::processId).toList();
        for (TaskCase task : application.tasks()) {
            List<ProcessId> candidates = new ArrayList<>(processes);
            for (int replica = 0; replica <= maxStandbys && !candidates.isEmpty(); replica++) {
                ProcessId chosen = candidates.remove(random.nextInt(candidates.size()));
                AssignedTask.Type type = replica == 0 ? AssignedTask.Type.ACTIVE : AssignedTask.Type.STANDBY;
                if (replica == 0 || task.hasChangelog()) {
                    assignments.get(chosen).assignTask(new AssignedTask(task.id(), type));
                }
            }
        }
        return assignments;
    }

    /** A process while what it had is collected. */
    private static final class ProcessDraft {
        private final TreeSet<TaskId> active = new TreeSet<>();
        private final TreeSet<TaskId> standby = new TreeSet<>();
        private final Map<TaskId, Long> lags = new TreeMap<>();

        void had(TaskCase task, boolean isOwner, boolean hadIt, Random random) {
            if (isOwner) {
                active.add(task.id());
            } else if (hadIt) {
                standby.add(task.id());
            }
            if (task.hasChangelog()) {
                boolean isNear = (isOwner && random.nextInt(8) > 0) || (hadIt && random.nextBoolean());
                lags.put(
                        task.id(),
                        isNear
                                ? Long.valueOf(random.nextInt((int) ACCEPTABLE_LAG + 1))
                                : Long.valueOf(isOwner || hadIt ? 500 + random.nextInt(500) : FAR_BEHIND));
            }
        }

        ProcessCase process(Random random) {
            Map<String, String> tags = new TreeMap<>();
            if (random.nextInt(6) > 0) {
                tags.put("zone", "z" + random.nextInt(3));
            }
            if (random.nextInt(4) > 0) {
                tags.put("cluster", "c" + random.nextInt(2));
            }
            return new ProcessCase(
                    new ProcessId(new UUID(random.nextLong(), random.nextLong())),
                    1 + random.nextInt(3),
                    active,
                    standby,
                    lags,
                    tags,
                    Optional.of("rack-" + random.nextInt(3)));
        }
    }
}
