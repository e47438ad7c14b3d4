package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.errors.StreamsException;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What processors see of a store: nulls, iterators and failures of serdes. */
final class TypedStoreTest {
    private static final String STORE = "store";

    @TempDir
    private Path directory;

    private TaskStores open(StoreBuilder<?> builder) {
        return new TaskSetup(directory).logged(builder).open();
    }

    private TaskStores openStrings(StoreLocation location) {
        return open(TaskSetup.strings(location, STORE));
    }

    private static <K, V> List<String> entries(KeyValueIterator<K, V> iterator) {
        List<String> entries = new ArrayList<>();
        try (iterator) {
            while (iterator.hasNext()) {
                KeyValue<K, V> entry = iterator.next();
                entries.add(entry.key + "=" + entry.value);
            }
        }
        return entries;
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void c075_deletedKeys_doNotComeBackInAll(StoreLocation location) {
        try (TaskStores stores = openStrings(location)) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            for (int key = 0; key < 5; key++) {
                store.put("" + key, "v");
                if (key == 2) {
                    // some of them committed, some only in the open transaction
                    TaskSetup.commit(stores);
                }
            }
            // when
            store.delete("0");
            store.delete("1");
            // then
            assertThat(entries(store.all())).containsExactly("2=v", "3=v", "4=v");
            assertThat(entries(store.reverseAll())).containsExactly("4=v", "3=v", "2=v");
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void c075_deletingInTheLoop_showsEachKeyOnceAndGetSeesTheDelete(StoreLocation location) {
        try (TaskStores stores = openStrings(location)) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            for (int key = 0; key < 5; key++) {
                store.put("" + key, "v" + key);
                if (key == 2) {
                    TaskSetup.commit(stores);
                }
            }
            List<String> seen = new ArrayList<>();
            // when
            try (KeyValueIterator<String, String> all = store.all()) {
                while (all.hasNext()) {
                    KeyValue<String, String> entry = all.next();
                    seen.add(entry.key + "=" + entry.value);
                    assertThat(store.delete(entry.key)).isEqualTo(entry.value);
                    assertThat(store.get(entry.key)).isNull();
                }
            }
            // then
            assertThat(seen).containsExactly("0=v0", "1=v1", "2=v2", "3=v3", "4=v4");
            assertThat(entries(store.all())).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void openRanges_andPrefixes_areThoseOfTheBytes(StoreLocation location) {
        try (TaskStores stores = openStrings(location)) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            for (String key : List.of("a", "ab", "abc", "b", "ä")) {
                store.put(key, "v");
            }
            assertThat(entries(store.range(null, "ab"))).containsExactly("a=v", "ab=v");
            assertThat(entries(store.range("b", null))).containsExactly("b=v", "ä=v");
            assertThat(entries(store.reverseRange(null, "ab"))).containsExactly("ab=v", "a=v");
            assertThat(entries(store.prefixScan("ab", new StringSerializer()))).containsExactly("ab=v", "abc=v");
            assertThat(entries(store.range("b", "a"))).isEmpty();
        }
    }

    @Test
    void iteratorBehindItsEnd_throws() {
        try (TaskStores stores = openStrings(StoreLocation.IN_MEMORY)) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            try (KeyValueIterator<String, String> all = store.all()) {
                assertThat(all.hasNext()).isFalse();
                assertThatThrownBy(all::next).isInstanceOf(NoSuchElementException.class);
                assertThatThrownBy(all::peekNextKey).isInstanceOf(NoSuchElementException.class);
            }
        }
    }

    @Test
    void nullKey_isRefused() {
        try (TaskStores stores = openStrings(StoreLocation.IN_MEMORY)) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThatThrownBy(() -> store.put(null, "v")).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> store.get(null)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> store.delete(null)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> store.putIfAbsent(null, "v")).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> store.prefixScan(null, new StringSerializer()))
                    .isInstanceOf(NullPointerException.class);
        }
    }

    @Test
    void putAll_setsAndDeletes() {
        try (TaskStores stores = openStrings(StoreLocation.IN_MEMORY)) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("b", "2");
            store.putAll(List.of(KeyValue.pair("a", "1"), KeyValue.pair("b", null), KeyValue.pair("c", "3")));
            assertThat(entries(store.all())).containsExactly("a=1", "c=3");
        }
    }

    /** Fails on null, as serdes may (C088). */
    private static Serde<String> strict() {
        Serializer<String> serializer = (topic, data) -> {
            assertThat(data).isNotNull();
            return data.getBytes(StandardCharsets.UTF_8);
        };
        Deserializer<String> deserializer = (topic, data) -> {
            assertThat(data).isNotNull();
            return new String(data, StandardCharsets.UTF_8);
        };
        return Serdes.serdeFrom(serializer, deserializer);
    }

    @Test
    void c088_null_neverReachesASerde() {
        StoreBuilder<?> builder =
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(STORE), strict(), strict());
        try (TaskStores stores = open(builder)) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", null);
            assertThat(store.get("a")).isNull();
            assertThat(store.delete("a")).isNull();
            assertThat(store.putIfAbsent("a", null)).isNull();
            TaskSetup.commit(stores);
            assertThat(store.get("a")).isNull();
            assertThat(entries(store.all())).isEmpty();
        }
    }

    @Test
    void c088_timestampedNull_neverReachesASerde() {
        StoreBuilder<?> builder =
                Stores.timestampedKeyValueStoreBuilder(Stores.persistentKeyValueStore(STORE), strict(), strict());
        try (TaskStores stores = open(builder)) {
            TimestampedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", ValueAndTimestamp.make("1", 5));
            store.put("a", ValueAndTimestamp.makeAllowNullable(null, 6));
            TaskSetup.commit(stores);
            assertThat(store.get("a")).isNull();
            assertThat(entries(store.all())).isEmpty();
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void valueOfAnotherType_isNamedWithStoreTypeAndSerde() {
        try (TaskStores stores = openStrings(StoreLocation.IN_MEMORY)) {
            KeyValueStore<String, Object> store = TaskSetup.store(stores, STORE);
            assertThatThrownBy(() -> store.put("a", 5L))
                    .isInstanceOf(StreamsException.class)
                    .hasMessageContainingAll(
                            "store store",
                            "value",
                            "java.lang.Long",
                            "StringSerializer",
                            "serde that the store was given");
        }
    }

    @Test
    void bytesThatCannotBeRead_areNamedWithStoreSizeAndSerde() {
        TaskSetup setup = new TaskSetup(directory)
                .context(new TestContext(directory, Serdes.String(), Serdes.Long()))
                .logged(Stores.<String, Long>keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore(STORE), Serdes.String(), null));
        FakeLog log = new FakeLog();
        log.partition(TaskSetup.changelogOf(STORE)).record("a", "xyz");
        try (TaskStores stores = setup.open();
                RestoreProcess process = RestoreProcess.start(log, stores, RestoreProgress.NONE)) {
            process.step(Duration.ZERO);
            KeyValueStore<String, Long> store = TaskSetup.store(stores, STORE);
            assertThatThrownBy(() -> store.get("a"))
                    .isInstanceOf(StreamsException.class)
                    .hasMessageContainingAll(
                            "store store",
                            "value of 3 bytes",
                            "LongDeserializer",
                            "default.value.serde",
                            "Materialized");
        }
    }
}
