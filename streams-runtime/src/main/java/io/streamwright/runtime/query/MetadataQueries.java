package io.streamwright.runtime.query;

import io.streamwright.KeyQueryMetadata;
import io.streamwright.LagInfo;
import io.streamwright.StreamsMetadata;
import io.streamwright.TaskMetadata;
import io.streamwright.ThreadMetadata;
import io.streamwright.assign.MemberPart;
import io.streamwright.assign.PlannedTask;
import io.streamwright.log.KeyPartitioner;
import io.streamwright.log.LogTopics;
import io.streamwright.processor.StreamPartitioner;
import io.streamwright.processor.TaskId;
import io.streamwright.state.HostInfo;
import io.streamwright.store.view.Catchup;
import io.streamwright.store.view.TaskView;
import io.streamwright.topology.StoreNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Says who has what, and how far it is.
 *
 * <p>Who has what is as the group has decided last; nobody has copies.
 *
 * <p>Thread-safe: holds nothing that changes.
 */
public final class MetadataQueries {
    /** Of a key of a global store, as in Kafka Streams. */
    private static final int NO_PARTITION = -1;

    private final StoreQueries stores;
    private final LocalTasks tasks;
    private final AppStanding standing;
    private final String applicationId;
    private final HostInfo host;

    /**
     * Makes them for an application.
     *
     * @param stores knows the program's stores
     * @param tasks its tasks
     * @param standing where it stands
     * @param applicationId its id
     * @param host where this instance takes requests
     */
    public MetadataQueries(
            StoreQueries stores, LocalTasks tasks, AppStanding standing, String applicationId, HostInfo host) {
        this.stores = stores;
        this.tasks = tasks;
        this.standing = standing;
        this.applicationId = applicationId;
        this.host = host;
    }

    /** Answers {@code StreamsApp.metadataForAllStreamsClients}. */
    public Collection<StreamsMetadata> allInstances() {
        requireRunning();
        return tasks.part().map(this::instances).orElse(List.of());
    }

    private List<StreamsMetadata> instances(MemberPart part) {
        List<StreamsMetadata> all = new ArrayList<>();
        if (host.equals(HostInfo.unavailable())) {
            all.add(instance(host, part.active()));
        }
        part.activeByHost().forEach((address, active) -> all.add(instance(hostOf(address), active)));
        return all;
    }

    private static HostInfo hostOf(String address) {
        return Objects.requireNonNull(HostInfo.buildFromEndpoint(address), "an instance without an address");
    }

    /** Answers {@code StreamsApp.streamsMetadataForStore}. */
    public Collection<StreamsMetadata> instancesWith(String store) {
        return allInstances().stream()
                .filter(instance ->
                        stores.isGlobal(store) || instance.stateStoreNames().contains(store))
                .toList();
    }

    private StreamsMetadata instance(HostInfo where, Set<TaskId> active) {
        Set<String> names = new HashSet<>();
        Set<TopicPartition> inputs = new HashSet<>();
        for (PlannedTask task : tasks.planned().orElse(List.of())) {
            if (active.contains(task.id())) {
                names.addAll(task.subTopology().stores());
                inputs.addAll(task.inputs().keySet());
            }
        }
        return new LocalInstance(where, names, inputs);
    }

    /** Answers {@code StreamsApp.queryMetadataForKey}. */
    public <K> KeyQueryMetadata ofKey(String store, K key, Headers headers, Serializer<K> keySerializer) {
        Objects.requireNonNull(keySerializer, "keySerializer cannot be null");
        return ofKey(store, key, asked -> {
            byte[] bytes = keySerializer.serialize(asked.topic, headers, key);
            return KeyPartitioner.partition(
                    Objects.requireNonNull(bytes, "keySerializer returned null for a key that is not null"),
                    asked.partitions);
        });
    }

    /** Answers {@code StreamsApp.queryMetadataForKey}. */
    public <K> KeyQueryMetadata ofKey(
            String store, K key, Headers headers, StreamPartitioner<? super K, ?> partitioner) {
        Objects.requireNonNull(partitioner, "partitioner cannot be null");
        return ofKey(store, key, asked -> chosen(asked, key, headers, partitioner));
    }

    @SuppressWarnings("NullAway") // There is no value to choose by.
    private static <K, V> int chosen(Input asked, K key, Headers headers, StreamPartitioner<? super K, V> partitioner) {
        Optional<Set<Integer>> chosen = partitioner.partitions(asked.topic, key, null, headers, asked.partitions);
        if (chosen.isEmpty() || chosen.get().size() != 1) {
            throw new IllegalArgumentException("the partitioner chose " + chosen + " for key " + key
                    + ", but a key has one owner: it must choose one partition. If it leaves the choice to the default, ask with"
                    + " the key's serializer");
        }
        return chosen.get().iterator().next();
    }

    private <K> KeyQueryMetadata ofKey(String store, K key, ToIntFunction<Input> partitioning) {
        Objects.requireNonNull(store, "storeName cannot be null");
        Objects.requireNonNull(key, "key cannot be null");
        requireRunning();
        stores.example(store);
        Optional<MemberPart> part = tasks.part();
        if (tasks.planned().isEmpty() || part.isEmpty()) {
            return KeyQueryMetadata.NOT_AVAILABLE;
        }
        if (stores.isGlobal(store)) {
            return new KeyQueryMetadata(host, Set.of(), NO_PARTITION);
        }
        int partition = partitioning.applyAsInt(largestInput(store));
        return stores.tasksOf(store).stream()
                .filter(task -> task.id().partition() == partition)
                .findFirst()
                .flatMap(task -> ownerOf(task.id(), part.get()))
                .map(owner -> new KeyQueryMetadata(owner, Set.of(), partition))
                .orElse(KeyQueryMetadata.NOT_AVAILABLE);
    }

    private Optional<HostInfo> ownerOf(TaskId task, MemberPart part) {
        if (part.active().contains(task)) {
            return Optional.of(host);
        }
        return part.activeByHost().entrySet().stream()
                .filter(instance -> instance.getValue().contains(task))
                .map(instance -> hostOf(instance.getKey()))
                .findFirst();
    }

    /** Returns the topic that decides how many partitions a store has. */
    private Input largestInput(String store) {
        Map<String, Integer> counts = new TreeMap<>();
        for (PlannedTask task : stores.tasksOf(store)) {
            task.inputs().keySet().forEach(input -> counts.merge(input.topic(), 1, Integer::sum));
        }
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(largest -> new Input(largest.getKey(), largest.getValue()))
                .orElseThrow(() -> new IllegalStateException("no task reads anything for store " + store));
    }

    /**
     * Answers {@code StreamsApp.allLocalStorePartitionLags}.
     *
     * @param topics says where changelogs end
     */
    public Map<String, Map<Integer, LagInfo>> lags(LogTopics topics) {
        Map<String, Map<Integer, LagInfo>> lags = new TreeMap<>();
        List<PlannedTask> all = tasks.own().orElse(List.of());
        Map<TopicPartition, Long> ends = topics.stableOffsets(changelogs(all));
        for (PlannedTask task : all) {
            Optional<TaskView> view = tasks.view(task.id());
            for (String store : task.subTopology().stores()) {
                changelog(task, store)
                        .ifPresent(changelog -> lags.computeIfAbsent(store, any -> new TreeMap<>())
                                .put(task.id().partition(), lag(view, store, ends.getOrDefault(changelog, 0L))));
            }
        }
        return lags;
    }

    private Set<TopicPartition> changelogs(List<PlannedTask> all) {
        Set<TopicPartition> changelogs = new HashSet<>();
        for (PlannedTask task : all) {
            task.subTopology().stores().forEach(store -> changelog(task, store).ifPresent(changelogs::add));
        }
        return changelogs;
    }

    private Optional<TopicPartition> changelog(PlannedTask task, String store) {
        StoreNode node = stores.required(store);
        return node.changelog()
                .map(topic -> new TopicPartition(
                        topic.resolve(applicationId), task.id().partition()));
    }

    /** A store at work is at the end, one that is restored knows where it is, and one that is not open has nothing to show. */
    private static LagInfo lag(Optional<TaskView> view, String store, long end) {
        if (view.isEmpty()) {
            return new LagInfo(0, end);
        }
        Catchup missing = view.get().restoring().get(store);
        return missing == null ? new LagInfo(end, end) : new LagInfo(missing.position(), missing.endOffset());
    }

    /**
     * Answers {@code StreamsApp.metadataForLocalThreads}.
     *
     * @param workers the workers
     * @param topics says where inputs end
     */
    public Set<ThreadMetadata> workers(List<WorkerTasks> workers, LogTopics topics) {
        Set<TopicPartition> inputs = workers.stream()
                .flatMap(worker -> worker.tasks().stream())
                .flatMap(task -> task.inputs().keySet().stream())
                .collect(Collectors.toSet());
        Map<TopicPartition, Long> ends = topics.stableOffsets(inputs);
        return workers.stream().map(worker -> worker(worker, ends)).collect(Collectors.toUnmodifiableSet());
    }

    private ThreadMetadata worker(WorkerTasks worker, Map<TopicPartition, Long> ends) {
        Set<TaskMetadata> active = new HashSet<>();
        boolean ready = true;
        for (PlannedTask task : worker.tasks()) {
            Optional<TaskView> view = tasks.view(task.id());
            ready &= view.isPresent() && view.get().isCurrent();
            Map<TopicPartition, Long> reachable = new HashMap<>(ends);
            reachable.keySet().retainAll(task.inputs().keySet());
            active.add(new LocalTask(
                    task.id(),
                    task.inputs().keySet(),
                    view.map(TaskView::consumed).orElse(Map.of()),
                    reachable));
        }
        String running = ready ? "RUNNING" : "STARTING";
        return new LocalWorker(
                applicationId, worker.name(), standing.hasEnded() ? "PENDING_SHUTDOWN" : running, active);
    }

    private void requireRunning() {
        standing.requireStarted("metadata");
        if (standing.hasEnded()) {
            throw new IllegalStateException("the application does not run any more: " + standing.describe());
        }
    }

    /** A topic and how many partitions it has. Immutable. */
    private record Input(String topic, int partitions) {}
}
