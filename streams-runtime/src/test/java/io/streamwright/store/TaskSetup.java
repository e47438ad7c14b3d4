package io.streamwright.store;

import io.streamwright.processor.TaskId;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.store.committed.FlushLimits;
import io.streamwright.store.view.RecordInWork;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/** Opens the stores of one task again and again, and plays the transaction around them. Owner: the test's thread. */
final class TaskSetup {
    static final TaskId TASK = new TaskId(0, 1);
    static final FlushLimits TINY_FLUSH_LIMITS = new FlushLimits(64 << 10, 16 << 10, 50);

    private final Path directory;
    private final List<TaskStore> stores = new ArrayList<>();
    private FlushLimits flushLimits = FlushLimits.DEFAULT;
    private long cacheMaxBytes = 1 << 20;
    private TestContext context;
    /** Date of the record in work. */
    long timestamp = 7;

    /** Headers of the record in work. */
    Headers headers = new RecordHeaders();

    private final RecordInWork recordInWork = new RecordInWork() {
        @Override
        public long timestamp() {
            return timestamp;
        }

        @Override
        public Headers headers() {
            return headers;
        }
    };

    TaskSetup(Path directory) {
        this.directory = directory;
        this.context = TestContext.in(directory);
    }

    TaskSetup flushLimits(FlushLimits limits) {
        flushLimits = limits;
        return this;
    }

    TaskSetup cacheMaxBytes(long bytes) {
        cacheMaxBytes = bytes;
        return this;
    }

    TaskSetup context(TestContext newContext) {
        context = newContext;
        return this;
    }

    static KeyValueBytesStoreSupplier supplier(StoreLocation location, String name) {
        return location == StoreLocation.PERSISTENT
                ? Stores.persistentKeyValueStore(name)
                : Stores.inMemoryKeyValueStore(name);
    }

    static StoreBuilder<KeyValueStore<String, String>> strings(StoreLocation location, String name) {
        return Stores.keyValueStoreBuilder(supplier(location, name), Serdes.String(), Serdes.String());
    }

    static StoreBuilder<KeyValueStore<Bytes, byte[]>> bytes(StoreLocation location, String name) {
        return Stores.keyValueStoreBuilder(supplier(location, name), Serdes.Bytes(), Serdes.ByteArray());
    }

    static StoreBuilder<TimestampedKeyValueStore<String, String>> timestamped(StoreLocation location, String name) {
        return Stores.timestampedKeyValueStoreBuilder(supplier(location, name), Serdes.String(), Serdes.String());
    }

    static TopicPartition changelogOf(String store) {
        return new TopicPartition("app-" + store + "-changelog", TASK.partition());
    }

    TaskSetup logged(StoreBuilder<?> builder) {
        stores.add(new TaskStore(builder, Optional.of(changelogOf(builder.name())), true));
        return this;
    }

    TaskSetup with(TaskStore store) {
        stores.add(store);
        return this;
    }

    TaskStores open() {
        return TaskStores.open(
                new TaskStoresOptions(TASK, directory, stores, recordInWork, context, cacheMaxBytes, flushLimits));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // The test asks for what it has built.
    static <S> S store(TaskStores stores, String name) {
        return (S) stores.store(name);
    }

    /** Commits as the engine does, each changelog record taking one offset and the marker another. */
    static void commit(TaskStores stores) {
        Map<TopicPartition, Long> written = write(stores);
        stores.seal();
        stores.commit(written);
    }

    /** Writes the changes; returns the offsets behind them. */
    static Map<TopicPartition, Long> write(TaskStores stores) {
        Map<TopicPartition, Long> next = new HashMap<>();
        Map<TopicPartition, String> names = new HashMap<>();
        stores.logged().forEach(store -> names.put(store.changelog().orElseThrow(), store.name()));
        stores.writeChanges((changelog, timestamp, key, value, headers) ->
                next.merge(changelog, stores.position(names.get(changelog)) + 2, (offset, unused) -> offset + 1));
        return next;
    }
}
