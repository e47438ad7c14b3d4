package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.state.BuiltInVersionedStore;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.VersionedBytesStore;
import io.streamwright.state.VersionedBytesStoreSupplier;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.VersionedRecord;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreInvariantException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a versioned store keeps, for how long, and what it refuses. */
final class VersionedStoreTest {
    private static final String STORE = "store";

    @TempDir
    private Path directory;

    private static StoreBuilder<VersionedKeyValueStore<String, String>> strings(
            StoreLocation location, long retentionMs) {
        return Stores.versionedKeyValueStoreBuilder(
                new BuiltInVersionedStore(STORE, location, retentionMs, 1), Serdes.String(), Serdes.String());
    }

    private TaskStores open(StoreBuilder<?> builder) {
        return new TaskSetup(directory).logged(builder).open();
    }

    private static List<String> logged(TaskStores stores) {
        List<String> logged = new ArrayList<>();
        stores.writeChanges((changelog, timestamp, key, value, headers) ->
                logged.add(text(key) + "=" + (value == null ? null : text(value)) + "@" + timestamp));
        return logged;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void version_isFoundByTheTimesInWhichItHolds(StoreLocation location) {
        try (TaskStores stores = open(strings(location, 100))) {
            VersionedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            // when
            assertThat(store.put("a", "at 10", 10))
                    .isEqualTo(VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED);
            TaskSetup.commit(stores);
            store.put("a", "at 20", 20);
            assertThat(store.put("a", "at 15", 15)).isEqualTo(20);
            // then
            assertThat(store.get("a")).isEqualTo(new VersionedRecord<>("at 20", 20));
            assertThat(store.get("a", 9)).isNull();
            assertThat(store.get("a", 10)).isEqualTo(new VersionedRecord<>("at 10", 10));
            assertThat(store.get("a", 19)).isEqualTo(new VersionedRecord<>("at 15", 15));
            assertThat(store.get("a", Long.MAX_VALUE)).isEqualTo(new VersionedRecord<>("at 20", 20));
            assertThat(store.get("b")).isNull();
            assertThat(store.persistent()).isEqualTo(location == StoreLocation.PERSISTENT);
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void nothingOlderThanADeletion_comesBack(StoreLocation location) {
        try (TaskStores stores = open(strings(location, 100))) {
            VersionedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", null, 30);
            // when
            assertThat(store.put("a", "late", 25)).isEqualTo(30);
            // then
            assertThat(store.get("a")).isNull();
            assertThat(store.get("a", 29)).isEqualTo(new VersionedRecord<>("late", 25));
            assertThat(store.delete("a", 26)).isEqualTo(new VersionedRecord<>("late", 25));
            assertThat(store.get("a", 29)).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void historyBehindTheRetention_isRefusedAndTheNewestVersionStays(StoreLocation location) {
        try (TaskStores stores = open(strings(location, 100))) {
            VersionedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "1", 10);
            store.put("a", "2", 20);
            // when
            store.put("b", "later", 150);
            // then
            assertThat(store.put("a", "too late", 49)).isEqualTo(VersionedKeyValueStore.PUT_RETURN_CODE_NOT_PUT);
            assertThat(store.delete("a", 49)).isNull();
            assertThat(store.get("a", 15)).isNull();
            assertThat(store.get("a", 20)).isEqualTo(new VersionedRecord<>("2", 20));
            assertThat(store.put("a", "just in time", 50)).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void rollback_bringsBackTheTimeThatTheTransactionHadReached(StoreLocation location) {
        try (TaskStores stores = open(strings(location, 100))) {
            VersionedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "1", 10);
            store.put("a", "2", 20);
            TaskSetup.commit(stores);
            store.put("b", "later", 1_000);
            store.put("b", "and more", 1_001);
            store.put("b", "and more", 1_002);
            assertThat(store.get("a", 15)).isNull();
            // when
            stores.rollback();
            // then
            assertThat(store.get("a", 15)).isEqualTo(new VersionedRecord<>("1", 10));
            assertThat(store.put("a", "in time", 12)).isEqualTo(20);
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void whatIsLeftBehind_takesNoRoom(StoreLocation location) {
        try (TaskStores stores = open(strings(location, 10))) {
            VersionedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            // when keys come, change and go for ever
            for (int time = 0; time < 3_000; time++) {
                store.put("k" + time / 3, time % 3 == 2 ? null : "v" + time, time);
                if (time % 5 == 4) {
                    TaskSetup.commit(stores);
                }
            }
            // then: the header, and at most a version and a moment for each tick of retention, interval and a
            // transaction
            int entries = 0;
            try (MergedIterator all = stores.bytes(STORE).iterate(KeyRange.ALL, true)) {
                for (; all.isValid(); all.advance()) {
                    entries++;
                }
            }
            assertThat(entries).isBetween(20, 60);
        }
    }

    @Test
    void changelog_endsWithTheNewestVersionOfAKey() {
        try (TaskStores stores = open(strings(StoreLocation.IN_MEMORY, 100))) {
            VersionedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "10", 10);
            store.put("b", null, 12);
            TaskSetup.commit(stores);
            // when
            store.put("a", "5", 5);
            store.put("b", "6", 6);
            store.put("a", "too late", -0);
            // then
            assertThat(logged(stores)).containsExactly("a=5@5", "b=6@6", "b=null@12", "a=too late@0", "a=10@10");
        }
    }

    @Test
    void refusedVersion_isNotInTheChangelog() {
        try (TaskStores stores = open(strings(StoreLocation.IN_MEMORY, 5))) {
            VersionedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "10", 10);
            store.put("a", "4", 4);
            assertThat(logged(stores)).containsExactly("a=10@10");
        }
    }

    @Test
    void storeOfAnotherKind_isNotTakenForAVersionedOne() {
        try (TaskStores stores = open(TaskSetup.strings(StoreLocation.PERSISTENT, STORE))) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "1");
            TaskSetup.commit(stores);
        }
        assertThatThrownBy(() -> open(strings(StoreLocation.PERSISTENT, 100)))
                .isInstanceOf(StoreInvariantException.class)
                .hasMessageContaining("store was written by a program in which it was not versioned");
    }

    @Test
    void supplierOfTheProgramsOwn_isRefused() {
        VersionedBytesStoreSupplier theirs = new VersionedBytesStoreSupplier() {
            @Override
            public String name() {
                return STORE;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                throw new AssertionError("not called");
            }

            @Override
            public String metricsScope() {
                return "theirs";
            }

            @Override
            public long historyRetentionMs() {
                return 1;
            }
        };
        assertThatThrownBy(() -> open(Stores.versionedKeyValueStoreBuilder(theirs, Serdes.String(), Serdes.String())))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Take a supplier of versioned stores from Stores");
    }

    @Test
    void argumentsThatCannotBe_areRefused() {
        try (TaskStores stores = open(strings(StoreLocation.IN_MEMORY, 100))) {
            VersionedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThatThrownBy(() -> store.put("a", "1", -1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("before the epoch: timestamp=-1");
            assertThatThrownBy(() -> store.delete("a", -1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.put(null, "1", 1)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> store.get(null)).isInstanceOf(NullPointerException.class);
            assertThat(store.get("a", -1)).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void bytesOfASupplier_workByThemselves(StoreLocation location) {
        BuiltInVersionedStore supplier = new BuiltInVersionedStore("alone", location, 100, 10);
        VersionedBytesStore store = (VersionedBytesStore) supplier.get();
        store.init(TestContext.in(directory), store);
        Bytes key = Bytes.wrap(new byte[] {7});
        store.put(key, new byte[] {1}, 10);
        store.commit(Map.of());
        store.put(key, new byte[] {2}, 20);
        assertThat(store.get(key)).containsExactly(0, 0, 0, 0, 0, 0, 0, 20, 2);
        assertThat(store.get(key, 19)).containsExactly(0, 0, 0, 0, 0, 0, 0, 10, 1);
        assertThat(store.delete(key, 15)).containsExactly(0, 0, 0, 0, 0, 0, 0, 10, 1);
        assertThat(store.get(key, 19)).isNull();
        assertThatThrownBy(() -> store.put(key, new byte[] {3}))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("call put(key, value, timestamp)");
        assertThatThrownBy(store::all).isInstanceOf(UnsupportedOperationException.class);
        store.close();
    }

    @Test
    void intervalThatIsNotGiven_fitsTheRetention() {
        for (long retentionMs : List.of(0L, 1_000L, 60_000L, 300_000L, 3_600_000L, 360_000_000L)) {
            BuiltInVersionedStore supplier = (BuiltInVersionedStore)
                    Stores.persistentVersionedKeyValueStore(STORE, Duration.ofMillis(retentionMs));
            assertThat(supplier.segmentIntervalMs()).isBetween(2_000L, Math.max(2_000L, retentionMs / 3));
        }
    }
}
