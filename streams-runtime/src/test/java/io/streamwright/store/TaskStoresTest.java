package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.errors.LockException;
import io.streamwright.processor.StateStore;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.store.committed.StoreInvariantException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of a transaction's calls, what goes to the changelog, and what is refused. */
final class TaskStoresTest {
    private static final String STORE = "store";
    private static final TopicPartition CHANGELOG = TaskSetup.changelogOf(STORE);

    @TempDir
    private Path directory;

    private TaskSetup plain() {
        return new TaskSetup(directory).logged(TaskSetup.strings(StoreLocation.PERSISTENT, STORE));
    }

    private static List<String> changes(TaskStores stores) {
        List<String> records = new ArrayList<>();
        stores.writeChanges((changelog, timestamp, key, value, headers) -> records.add(
                changelog.topic() + ": " + text(key) + "=" + (value == null ? null : text(value)) + "@" + timestamp));
        return records;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void changedKeys_goToTheChangelogOnce_inTheOrderOfTheirLastWrite() {
        TaskSetup setup = plain();
        try (TaskStores stores = setup.open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            // when
            store.put("hot", "1");
            store.put("cold", "1");
            setup.timestamp = 8;
            store.put("hot", "2");
            store.delete("absent");
            // then
            assertThat(changes(stores))
                    .containsExactly(
                            "app-store-changelog: cold=1@7",
                            "app-store-changelog: hot=2@8",
                            "app-store-changelog: absent=null@8");
        }
    }

    @Test
    void timestampedStore_datesItsChangelogWithTheTimestampsOfTheValues() {
        TaskSetup setup = new TaskSetup(directory).logged(TaskSetup.timestamped(StoreLocation.PERSISTENT, STORE));
        try (TaskStores stores = setup.open()) {
            TimestampedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            // when
            store.put("a", ValueAndTimestamp.make("1", 42));
            store.put("b", ValueAndTimestamp.make("2", 43));
            store.put("b", ValueAndTimestamp.makeAllowNullable(null, 44));
            // then a deletion has the date of the record in work
            assertThat(changes(stores)).containsExactly("app-store-changelog: a=1@42", "app-store-changelog: b=null@7");
        }
    }

    @Test
    void sealedTransaction_isSeenByTheNextOne_andSurvivesItsOwnCommitOnly() {
        TaskSetup setup = plain();
        try (TaskStores stores = setup.open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            // given
            store.put("a", "first");
            Map<TopicPartition, Long> written = TaskSetup.write(stores);
            stores.seal();
            // when the next transaction writes meanwhile
            store.put("b", "second");
            assertThat(store.get("a")).isEqualTo("first");
            stores.commit(written);
            stores.rollback();
            // then
            assertThat(store.get("a")).isEqualTo("first");
            assertThat(store.get("b")).isNull();
            assertThat(stores.position(STORE)).isEqualTo(2);
        }
    }

    @Test
    void rollback_dropsTheSealedTransactionToo() {
        try (TaskStores stores = plain().open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "committed");
            TaskSetup.commit(stores);
            store.put("a", "sealed");
            TaskSetup.write(stores);
            stores.seal();
            store.put("a", "open");
            // when
            stores.rollback();
            // then
            assertThat(store.get("a")).isEqualTo("committed");
            assertThat(stores.hasChanges()).isFalse();
            assertThat(stores.uncommittedBytes()).isZero();
        }
    }

    @Test
    void uncommittedBytes_countBothTransactions() {
        try (TaskStores stores = plain().open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "x".repeat(1000));
            TaskSetup.write(stores);
            stores.seal();
            assertThat(stores.hasChanges()).isFalse();
            store.put("b", "x".repeat(500));
            store.put("b", "x".repeat(600));
            assertThat(stores.uncommittedBytes()).isBetween(1600L, 2000L);
        }
    }

    @Test
    void callsOutOfOrder_areRefused() {
        try (TaskStores stores = plain().open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThatThrownBy(() -> stores.commit(Map.of()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no sealed transaction");
            store.put("a", "1");
            assertThatThrownBy(stores::seal)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("writeChanges comes before seal");
            TaskSetup.write(stores);
            assertThatThrownBy(() -> store.put("b", "2"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("lost on restore");
            stores.seal();
            assertThatThrownBy(stores::seal)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("decided");
            assertThatThrownBy(() -> stores.restore(STORE, List.of(), 9))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cannot be restored");
        }
    }

    @Test
    void commitWithoutThePositionOfAWrittenChangelog_isRefused() {
        try (TaskStores stores = plain().open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "1");
            TaskSetup.write(stores);
            stores.seal();
            assertThatThrownBy(() -> stores.commit(Map.of()))
                    .isInstanceOf(StoreInvariantException.class)
                    .hasMessageContainingAll("store store", "0_1", CHANGELOG.toString());
        }
    }

    @Test
    void positionThatWouldGoBack_isRefused() {
        try (TaskStores stores = plain().open()) {
            stores.restore(STORE, List.of(), 5);
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "1");
            TaskSetup.write(stores);
            stores.seal();
            assertThatThrownBy(() -> stores.commit(Map.of(CHANGELOG, 3L)))
                    .isInstanceOf(StoreInvariantException.class)
                    .hasMessageContainingAll("offset 5", "back to 3", "delete the directory");
        }
    }

    @Test
    void sourceTopicAsChangelog_isNotWrittenAndItsPositionIsKept() {
        TopicPartition source = new TopicPartition("input", 1);
        TaskSetup setup = new TaskSetup(directory)
                .with(new TaskStore(TaskSetup.strings(StoreLocation.PERSISTENT, STORE), Optional.of(source), false));
        try (TaskStores stores = setup.open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "1");
            assertThat(changes(stores)).isEmpty();
            stores.seal();
            stores.commit(Map.of(source, 11L));
        }
        try (TaskStores stores = setup.open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(stores.position(STORE)).isEqualTo(11);
            assertThat(store.get("a")).isEqualTo("1");
        }
    }

    @Test
    void close_keepsWhatIsCommittedAndNothingElse() {
        TaskSetup setup = plain().logged(TaskSetup.strings(StoreLocation.PERSISTENT, "other"));
        try (TaskStores stores = setup.open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "committed");
            TaskSetup.commit(stores);
            store.put("a", "sealed");
            TaskSetup.write(stores);
            stores.seal();
            store.put("a", "open");
        }
        try (TaskStores stores = setup.open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(store.get("a")).isEqualTo("committed");
            assertThat(stores.position(STORE)).isEqualTo(2);
            assertThat(stores.position("other")).isZero();
        }
    }

    @Test
    void unloggedStore_survivesACleanClose() {
        TaskSetup setup = new TaskSetup(directory)
                .with(new TaskStore(
                        TaskSetup.strings(StoreLocation.PERSISTENT, STORE).withLoggingDisabled(),
                        Optional.empty(),
                        false));
        try (TaskStores stores = setup.open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "1");
            TaskSetup.commit(stores);
        }
        try (TaskStores stores = setup.open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(store.get("a")).isEqualTo("1");
        }
    }

    @Test
    void forgottenIterator_isReleasedWithTheTask() {
        TaskStores stores = plain().open();
        KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
        store.put("a", "1");
        KeyValueIterator<String, String> forgotten = store.all();
        // when
        stores.close();
        // then
        assertThatThrownBy(forgotten::hasNext)
                .isInstanceOf(InvalidStateStoreException.class)
                .hasMessageContaining("iterator of store store");
        assertThatThrownBy(() -> store.get("a"))
                .isInstanceOf(InvalidStateStoreException.class)
                .hasMessageContaining("store store is not open");
        assertThat(store.isOpen()).isFalse();
    }

    @Test
    void threadThatDoesNotOwnTheTask_isRefused() throws InterruptedException {
        try (TaskStores stores = plain().open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "1");
            AtomicReference<Throwable> failure = new AtomicReference<>();
            // when
            Thread thief = new Thread(() -> store.get("a"), "thief");
            thief.setUncaughtExceptionHandler((thread, e) -> failure.set(e));
            thief.start();
            thief.join();
            // then
            assertThat(failure.get())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("state of task 0_1", "thief");
        }
    }

    @Test
    void directoryInUse_isRefusedWithTheProcessThatHoldsIt() {
        try (TaskStores first = plain().open()) {
            assertThatThrownBy(() -> plain().open())
                    .isInstanceOf(LockException.class)
                    .hasMessageContainingAll(
                            directory.toString(), "0_1", ProcessHandle.current().pid() + " (this one)", "state.dir");
            // then the first one still works
            KeyValueStore<String, String> store = TaskSetup.store(first, STORE);
            store.put("a", "1");
            TaskSetup.commit(first);
        }
    }

    @Test
    void otherChangelogThanBefore_isRefused() {
        try (TaskStores stores = plain().open()) {
            stores.restore(STORE, List.of(), 5);
        }
        TaskSetup renamed = new TaskSetup(directory)
                .with(new TaskStore(
                        TaskSetup.strings(StoreLocation.PERSISTENT, STORE),
                        Optional.of(new TopicPartition("renamed-store-changelog", 1)),
                        true));
        assertThatThrownBy(renamed::open)
                .isInstanceOf(StoreInvariantException.class)
                .hasMessageContainingAll("app-store-changelog-1", "renamed-store-changelog-1", directory.toString());
    }

    @Test
    void otherValueLayoutThanBefore_isRefused() {
        try (TaskStores stores = plain().open()) {
            stores.restore(STORE, List.of(), 5);
        }
        TaskSetup timestamped = new TaskSetup(directory).logged(TaskSetup.timestamped(StoreLocation.PERSISTENT, STORE));
        assertThatThrownBy(timestamped::open)
                .isInstanceOf(StoreInvariantException.class)
                .hasMessageContainingAll("PLAIN", "TIMESTAMPED");
    }

    @Test
    void storeThatWasTakenOut_isKeptForWhenItComesBack() {
        TaskSetup both = plain().logged(TaskSetup.strings(StoreLocation.PERSISTENT, "other"));
        try (TaskStores stores = both.open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, "other");
            store.put("a", "1");
            TaskSetup.commit(stores);
        }
        plain().open().close();
        try (TaskStores stores = both.open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, "other");
            assertThat(store.get("a")).isEqualTo("1");
        }
    }

    @Test
    void unknownStore_isNamedBesideThoseThatThereAre() {
        try (TaskStores stores = plain().open()) {
            assertThatThrownBy(() -> stores.store("typo"))
                    .isInstanceOf(InvalidStateStoreException.class)
                    .hasMessageContainingAll("typo", "[store]");
        }
    }

    @Test
    void builderThatMakesAStoreOfItsOwn_isRefused() {
        StoreBuilder<?> foreign = new ForeignBuilder();
        TaskSetup setup = new TaskSetup(directory).logged(foreign);
        assertThatThrownBy(setup::open)
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("store foreign", "ForeignBuilder", "Stores.keyValueStoreBuilder");
    }

    @Test
    void storeWithoutSerde_isRefusedWithWhatToWrite() {
        TaskSetup setup = new TaskSetup(directory)
                .logged(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), Serdes.String(), null));
        assertThatThrownBy(setup::open)
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("store store", "value serde", "Materialized", "default.value.serde");
    }

    @Test
    void storeWithoutSerde_takesTheDefault() {
        TaskSetup setup = new TaskSetup(directory)
                .context(new TestContext(directory, Serdes.String(), Serdes.Long()))
                .logged(Stores.<String, Long>keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), null, null));
        try (TaskStores stores = setup.open()) {
            KeyValueStore<String, Long> store = TaskSetup.store(stores, STORE);
            store.put("a", 5L);
            assertThat(store.get("a")).isEqualTo(5L);
        }
    }

    /** Builds nothing the engine knows. Owner: the test's thread. */
    private static final class ForeignBuilder implements StoreBuilder<StateStore> {
        @Override
        public StoreBuilder<StateStore> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<StateStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<StateStore> withLoggingEnabled(Map<String, String> config) {
            return this;
        }

        @Override
        public StoreBuilder<StateStore> withLoggingDisabled() {
            return this;
        }

        @Override
        public StateStore build() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return true;
        }

        @Override
        public String name() {
            return "foreign";
        }
    }
}
