package io.streamwright.task;

import io.streamwright.StreamsMetrics;
import io.streamwright.processor.Cancellable;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.Punctuator;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.TransactionId;
import io.streamwright.processor.api.FixedKeyProcessorContext;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.topology.DropCounter;
import io.streamwright.topology.OriginContext;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What one processor sees of its task.
 *
 * <p>Owner: the task.
 */
final class NodeContext
        implements ProcessorContext<Object, Object>,
                FixedKeyProcessorContext<@Nullable Object, Object>,
                OriginContext,
                DropCounter {
    private final TaskContext task;
    private final GraphNode node;
    private final Set<String> stores;

    NodeContext(TaskContext task, GraphNode node, Set<String> stores) {
        this.task = task;
        this.node = node;
        this.stores = stores;
    }

    TaskContext task() {
        return task;
    }

    void cancelSchedules() {
        task.punctuations().cancelAll(node);
    }

    @Override
    public <K, V> void forward(Record<K, V> record) {
        checkAtWork();
        forwardTo(node.children(), record);
    }

    @Override
    public <K, V> void forward(Record<K, V> record, @Nullable String childName) {
        checkAtWork();
        if (childName == null) {
            forwardTo(node.children(), record);
            return;
        }
        for (GraphNode child : node.children()) {
            if (child.name().equals(childName)) {
                forwardTo(new GraphNode[] {child}, record);
                return;
            }
        }
        throw new IllegalArgumentException(
                "processor " + node.name() + " has no child " + childName + "; connect it in the topology first");
    }

    @Override
    public <K, V> void forward(Record<K, V> record, Optional<RecordMetadata> origin) {
        checkAtWork();
        Cursor cursor = task.cursor();
        Cursor.Elsewhere before = cursor.elsewhere();
        cursor.elsewhere(new Cursor.Elsewhere(origin));
        try {
            forwardTo(node.children(), record);
        } finally {
            cursor.elsewhere(before);
        }
    }

    @Override
    public <K, V> void forward(FixedKeyRecord<K, V> record) {
        forward(plain(record));
    }

    @Override
    public <K, V> void forward(FixedKeyRecord<K, V> record, @Nullable String childName) {
        forward(plain(record), childName);
    }

    private static <K, V> Record<K, V> plain(FixedKeyRecord<K, V> record) {
        return new Record<>(record.key(), record.value(), record.timestamp(), record.headers());
    }

    @SuppressWarnings("unchecked") // the graph is untyped; the program's types are checked where it builds the topology
    private void forwardTo(GraphNode[] children, Record<?, ?> record) {
        Cursor cursor = task.cursor();
        long timestamp = cursor.timestamp();
        Headers headers = cursor.headers();
        cursor.timestamp(record.timestamp());
        cursor.headers(record.headers());
        for (GraphNode child : children) {
            cursor.moveTo(child);
            child.process((Record<@Nullable Object, @Nullable Object>) record);
        }
        cursor.moveTo(node);
        cursor.timestamp(timestamp);
        cursor.headers(headers);
    }

    private void checkAtWork() {
        if (task.cursor().node() != node) {
            throw new IllegalStateException("processor " + node.name()
                    + " may forward only while it processes a record, runs a punctuation or emits for a commit");
        }
    }

    @Override
    public String applicationId() {
        return task.environment().applicationId();
    }

    @Override
    public TaskId taskId() {
        return task.environment().taskId();
    }

    @Override
    public TransactionId transactionId() {
        return task.transactionId();
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return task.cursor().recordMetadata();
    }

    @Override
    public Serde<?> keySerde() {
        return task.environment().requiredKeySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return task.environment().requiredValueSerde();
    }

    @Override
    public StreamsMetrics metrics() {
        return task.environment().metrics();
    }

    @Override
    public void countDropped() {
        task.countDropped();
    }

    @Override
    public File stateDir() {
        return task.environment().stateDirectory();
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the signature is Kafka Streams'
    public <S extends StateStore> S getStateStore(String name) {
        if (stores.contains(name)) {
            return (S) task.store(name);
        }
        return (S) task.globalStore(name)
                .orElseThrow(() -> new IllegalArgumentException("processor " + node.name() + " asked for store " + name
                        + ", which is not connected to it; name the store when adding the processor, return it from the"
                        + " supplier's stores(), or call connectProcessorAndStateStores(\"" + node.name() + "\", \""
                        + name
                        + "\"); connected: " + stores));
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator punctuator) {
        requireTask("punctuations");
        long intervalMs = positiveMs(interval);
        long first = switch (type) {
            // due at the first record, whatever its time; the grid begins at 0
            case STREAM_TIME -> 0;
            case WALL_CLOCK_TIME -> task.environment().clock().nowMs() + intervalMs;
        };
        return task.punctuations().schedule(node, type, first, intervalMs, punctuator);
    }

    @Override
    public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator punctuator) {
        requireTask("punctuations");
        long intervalMs = positiveMs(interval);
        long first = startTime.toEpochMilli();
        if (first < 0) {
            throw new IllegalArgumentException("the start of a punctuation cannot lie before the epoch: " + startTime);
        }
        long now = switch (type) {
            case STREAM_TIME -> task.time().streamTime();
            case WALL_CLOCK_TIME -> task.environment().clock().nowMs();
        };
        if (first <= now) {
            first += ((now - first) / intervalMs + 1) * intervalMs;
        }
        return task.punctuations().schedule(node, type, first, intervalMs, punctuator);
    }

    /** A processor that keeps a global store belongs to no task. */
    private void requireTask(String what) {
        if (taskId().equals(TaskEnvironment.GLOBAL)) {
            throw new UnsupportedOperationException(
                    "processor " + node.name() + " keeps a global store, for which there is no " + what);
        }
    }

    private long positiveMs(Duration interval) {
        long intervalMs = interval.toMillis();
        if (intervalMs < 1) {
            throw new IllegalArgumentException("processor " + node.name() + " asked for a punctuation interval of "
                    + interval + "; the shortest is one millisecond");
        }
        return intervalMs;
    }

    @Override
    public void commit() {
        task.requestCommit();
    }

    @Override
    public Map<String, Object> appConfigs() {
        return task.environment().configs();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return task.environment().configsWithPrefix(prefix);
    }

    @Override
    public long currentSystemTimeMs() {
        return task.environment().clock().nowMs();
    }

    @Override
    public long currentStreamTimeMs() {
        requireTask("stream time");
        return task.time().streamTime();
    }
}
