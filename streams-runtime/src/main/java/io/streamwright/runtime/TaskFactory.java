package io.streamwright.runtime;

import io.streamwright.AutoOffsetReset;
import io.streamwright.assign.PlannedTask;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.WriterOptions;
import io.streamwright.processor.TaskId;
import io.streamwright.runtime.topics.RepartitionPurge;
import io.streamwright.runtime.topics.TopicSetup;
import io.streamwright.store.RestoreProgress;
import io.streamwright.store.TaskStore;
import io.streamwright.task.Task;
import io.streamwright.task.TaskDefinition;
import io.streamwright.task.TaskEnvironment;
import io.streamwright.task.TaskSettings;
import io.streamwright.task.input.TaskInput;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.SourceNode;
import io.streamwright.topology.StoreNode;
import io.streamwright.transaction.TransactionEvent;
import io.streamwright.transaction.TransactionResources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * Makes tasks as an application's program and settings ask for them.
 *
 * <p>Thread-safe: holds nothing that changes; each worker makes its own tasks with it.
 */
final class TaskFactory {
    /** How long opening a transactional id may keep a worker from its other tasks; then it is tried again. */
    private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(5);

    private final Blueprint program;
    private final RuntimeSettings settings;
    private final TaskSettings taskSettings;
    private final int tasks;
    private final LogClient log;
    private final Supplier<GroupMembership> membership;
    private final TopicSetup topics;
    private final RestoreProgress restoreProgress;
    private final TaskDefinition.GlobalStores globals;

    TaskFactory(
            Blueprint program,
            RuntimeSettings settings,
            int tasks,
            LogClient log,
            Supplier<GroupMembership> membership,
            TopicSetup topics,
            RestoreProgress restoreProgress,
            TaskDefinition.GlobalStores globals) {
        this.program = program;
        this.settings = settings;
        this.taskSettings = settings.task().sharedBy(tasks);
        this.tasks = tasks;
        this.log = log;
        this.membership = membership;
        this.topics = topics;
        this.restoreProgress = restoreProgress;
        this.globals = globals;
    }

    /** Returns how many tasks the application has. */
    int tasks() {
        return tasks;
    }

    /**
     * Makes a task that is not open yet.
     *
     * @param planned what to run
     * @param input feeds it
     * @param events takes the log's answers to the worker's mailbox
     * @param support the application around its worker
     */
    Task create(PlannedTask planned, TaskInput input, Consumer<TransactionEvent> events, WorkerSupport support) {
        TaskId id = planned.id();
        TaskEnvironment environment = new TaskEnvironment(
                settings.applicationId(),
                id,
                settings.configs(),
                settings.stateDirectory().resolve(id.toString()).toFile(),
                settings.keySerde().get(),
                settings.valueSerde().get(),
                support.clock(),
                support.metrics());
        TransactionResources resources = new TransactionResources(
                id,
                log,
                new WriterOptions(
                        settings.applicationId() + "-" + id,
                        Duration.ofMillis(settings.task().transactionTimeoutMs()),
                        OPEN_TIMEOUT),
                membership.get(),
                restoreProgress,
                settings.workers().errors());
        return new Task(
                new TaskDefinition(
                        planned.subTopology(),
                        planned.inputs(),
                        stores(planned),
                        restoredThrough(planned),
                        globals,
                        offsetResets(planned)),
                environment,
                taskSettings,
                input,
                resources,
                events,
                topics::outputPartitions);
    }

    /** Makes what drops consumed records of the program's repartition topics. */
    RepartitionPurge purge() {
        return new RepartitionPurge(
                log.topics(),
                program.repartitionTopics().values().stream()
                        .map(topic -> topic.topic().resolve(settings.applicationId()))
                        .collect(Collectors.toUnmodifiableSet()),
                settings.workers().purgeIntervalMs());
    }

    private List<TaskStore> stores(PlannedTask planned) {
        List<TaskStore> stores = new ArrayList<>();
        for (String name : planned.subTopology().stores()) {
            StoreNode node = program.stores().get(name);
            if (node == null) {
                throw new IllegalArgumentException("the program has no store " + name);
            }
            Optional<TopicPartition> changelog = node.changelog()
                    .map(topic -> new TopicPartition(
                            topic.resolve(settings.applicationId()),
                            planned.id().partition()));
            boolean writesChangelog =
                    changelog.isPresent() && node.sourceAsChangelog().isEmpty();
            stores.add(new TaskStore(node.builder(), changelog, writesChangelog));
        }
        return stores;
    }

    private Map<String, String> restoredThrough(PlannedTask planned) {
        Map<String, String> keepers = new HashMap<>();
        for (String name : planned.subTopology().stores()) {
            StoreNode node = program.stores().get(name);
            if (node != null) {
                node.restoredThrough().ifPresent(keeper -> keepers.put(name, keeper));
            }
        }
        return keepers;
    }

    private Map<TopicPartition, AutoOffsetReset> offsetResets(PlannedTask planned) {
        Map<TopicPartition, AutoOffsetReset> resets = new HashMap<>();
        planned.inputs()
                .forEach((partition, source) -> planned.subTopology().nodes().stream()
                        .filter(node ->
                                node instanceof SourceNode && node.name().equals(source))
                        .map(SourceNode.class::cast)
                        .findFirst()
                        .map(node -> node.offsetReset() == null ? settings.offsetReset() : node.offsetReset())
                        .ifPresent(reset -> resets.put(partition, reset)));
        return resets;
    }
}
