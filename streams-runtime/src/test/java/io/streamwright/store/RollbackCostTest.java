package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.KeyValue;
import io.streamwright.log.LogRecord;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Aborting costs what the transaction did, not what the store holds. */
final class RollbackCostTest {
    private static final String STORE = "store";
    private static final int COMMITTED_KEYS = 1_000_000;
    private static final int CHANGED_KEYS = 100;

    @TempDir
    private Path directory;

    private final CountingSupplier supplier = new CountingSupplier(STORE);

    private TaskStores open() {
        return new TaskSetup(directory)
                .logged(Stores.keyValueStoreBuilder(supplier, Serdes.Integer(), Serdes.Integer()))
                .open();
    }

    @Test
    void rollbackWithAMillionCommittedKeys_asksNothingOfTheCommittedStore() {
        try (TaskStores stores = open()) {
            // given
            stores.restore(STORE, millionRecords(), COMMITTED_KEYS);
            KeyValueStore<Integer, Integer> store = TaskSetup.store(stores, STORE);
            for (int key = 0; key < CHANGED_KEYS; key++) {
                store.put(key, -1);
                store.delete(COMMITTED_KEYS - 1 - key);
            }
            supplier.operations = 0;
            // when
            stores.rollback();
            // then
            assertThat(supplier.operations).isZero();
            assertThat(supplier.entries()).hasSize(COMMITTED_KEYS);
            assertThat(store.get(0)).isZero();
            assertThat(store.get(COMMITTED_KEYS - 1)).isEqualTo(COMMITTED_KEYS - 1);
        }
    }

    private static List<LogRecord> millionRecords() {
        List<LogRecord> records = new ArrayList<>(COMMITTED_KEYS);
        try (var serializer = Serdes.Integer().serializer()) {
            for (int key = 0; key < COMMITTED_KEYS; key++) {
                byte[] bytes = serializer.serialize(STORE, key);
                records.add(new LogRecord(key, 0, bytes, bytes, LogRecord.NO_HEADERS));
            }
        }
        return records;
    }

    @Test
    void commit_writesTheChangedKeysOnly() {
        try (TaskStores stores = open()) {
            KeyValueStore<Integer, Integer> store = TaskSetup.store(stores, STORE);
            for (int write = 0; write < CHANGED_KEYS; write++) {
                store.put(5, write);
            }
            supplier.operations = 0;
            TaskSetup.commit(stores);
            assertThat(supplier.operations).isEqualTo(1);
        }
    }

    @Test
    void hotKey_isReadFromMemory() {
        try (TaskStores stores = open()) {
            KeyValueStore<Integer, Integer> store = TaskSetup.store(stores, STORE);
            store.put(5, 1);
            TaskSetup.commit(stores);
            supplier.operations = 0;
            for (int read = 0; read < CHANGED_KEYS; read++) {
                assertThat(store.get(5)).isEqualTo(1);
                assertThat(store.get(6)).isNull();
            }
            // the key known to be absent was looked up once
            assertThat(supplier.operations).isEqualTo(1);
        }
    }

    @Test
    void suppliedStore_isEmptiedBeforeItIsRestored() {
        try (TaskStores stores = open()) {
            KeyValueStore<Integer, Integer> store = TaskSetup.store(stores, STORE);
            store.put(5, 1);
            TaskSetup.commit(stores);
        }
        try (TaskStores stores = open()) {
            assertThat(supplier.entries()).isEmpty();
            assertThat(stores.position(STORE)).isZero();
        }
    }

    @Test
    void suppliedStore_iteratesAsOfTheOpening() {
        try (TaskStores stores = new TaskSetup(directory)
                .logged(Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.String()))
                .open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            List.of("a", "b", "c").forEach(key -> store.put(key, "old"));
            TaskSetup.commit(stores);
            TreeMap<String, String> seen = new TreeMap<>();
            try (KeyValueIterator<String, String> range = store.range("a", "b")) {
                store.put("b", "new");
                TaskSetup.commit(stores);
                range.forEachRemaining((KeyValue<String, String> entry) -> seen.put(entry.key, entry.value));
            }
            assertThat(seen).containsEntry("a", "old").containsEntry("b", "old").hasSize(2);
            assertThat(supplier.entries().lastEntry().getValue()).isEqualTo("old".getBytes(StandardCharsets.UTF_8));
        }
    }
}
