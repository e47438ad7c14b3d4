package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.store.committed.StoreInvariantException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Restoring brings a store to the committed end of its changelog, and never further than that or less. */
final class RestoreProcessTest {
    private static final String STORE = "store";
    private static final TopicPartition CHANGELOG = TaskSetup.changelogOf(STORE);
    private static final int MAX_STEPS = 1_000;

    @TempDir
    private Path directory;

    private final FakeLog log = new FakeLog();
    private final Progress progress = new Progress();
    private TaskSetup setup;

    @BeforeEach
    void oneStore() {
        setup = new TaskSetup(directory).logged(TaskSetup.strings(StoreLocation.PERSISTENT, STORE));
    }

    /** Writes down what it is told. Owner: the test's thread. */
    private static final class Progress implements RestoreProgress {
        private final List<String> events = new ArrayList<>();

        @Override
        public void started(String store, TopicPartition changelog, long startOffset, long endOffset) {
            events.add("started " + store + " " + startOffset + ".." + endOffset);
        }

        @Override
        public void restored(String store, TopicPartition changelog, long nextOffset, long records) {
            events.add("restored " + store + " " + records + " up to " + nextOffset);
        }

        @Override
        public void finished(String store, TopicPartition changelog, long records) {
            events.add("finished " + store + " " + records);
        }

        @Override
        public void suspended(String store, TopicPartition changelog, long records) {
            events.add("suspended " + store + " " + records);
        }
    }

    private void restore(TaskStores stores) {
        try (RestoreProcess process = RestoreProcess.start(log, stores, progress)) {
            int steps = 0;
            while (!process.step(Duration.ZERO)) {
                assertThat(++steps).isLessThan(MAX_STEPS);
            }
        }
    }

    private static Map<String, String> content(TaskStores stores) {
        Map<String, String> content = new TreeMap<>();
        KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
        try (KeyValueIterator<String, String> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<String, String> entry = all.next();
                content.put(entry.key, entry.value);
            }
        }
        return content;
    }

    @Test
    void freshStore_isRestoredToTheEnd() {
        // given
        log.partition(CHANGELOG)
                .record("a", "1")
                .record("b", "2")
                .record("a", "3")
                .record("b", null)
                .invisible();
        try (TaskStores stores = setup.open()) {
            // when
            restore(stores);
            // then
            assertThat(content(stores)).containsOnly(Map.entry("a", "3"));
            assertThat(stores.position(STORE)).isEqualTo(5);
            assertThat(progress.events)
                    .containsExactly(
                            "started store 0..5",
                            "restored store 3 up to 3",
                            "restored store 1 up to 5",
                            "finished store 4");
        }
    }

    @Test
    void completeStore_readsNothing() {
        log.partition(CHANGELOG).record("a", "1").invisible();
        try (TaskStores stores = setup.open()) {
            restore(stores);
        }
        progress.events.clear();
        // when it is opened again after a clean close
        try (TaskStores stores = setup.open()) {
            restore(stores);
            // then
            assertThat(progress.events).isEmpty();
            assertThat(content(stores)).containsEntry("a", "1");
        }
    }

    /** C070 a: a commit marker; b: an abort marker after aborted data; d: nothing left where the marker was. */
    @Test
    void c070_changelogEndingWithoutAVisibleRecord_isComplete() {
        log.recordsPerPoll(1)
                .partition(CHANGELOG)
                .record("a", "1")
                .invisible()
                .invisible()
                .invisible();
        try (TaskStores stores = setup.open()) {
            restore(stores);
            assertThat(stores.position(STORE)).isEqualTo(4);
            assertThat(progress.events).last().isEqualTo("finished store 1");
        }
    }

    @Test
    void c070_changelogOfNothingButMarkers_isComplete() {
        log.partition(CHANGELOG).invisible().invisible();
        try (TaskStores stores = setup.open()) {
            restore(stores);
            assertThat(stores.position(STORE)).isEqualTo(2);
            assertThat(progress.events).last().isEqualTo("finished store 0");
        }
    }

    @Test
    void emptyChangelog_isCompleteAtOnce() {
        log.partition(CHANGELOG);
        try (TaskStores stores = setup.open();
                RestoreProcess process = RestoreProcess.start(log, stores, progress)) {
            assertThat(process.step(Duration.ZERO)).isTrue();
        }
    }

    @Test
    void openTransactionOfAnother_doesNotHoldUpRestoring() {
        // given that nothing behind offset 1 is decided
        log.partition(CHANGELOG).record("a", "1").record("a", "undecided").stableAt(1);
        try (TaskStores stores = setup.open()) {
            restore(stores);
            assertThat(content(stores)).containsEntry("a", "1");
            assertThat(stores.position(STORE)).isEqualTo(1);
        }
    }

    @Test
    void c068_restoreThatWasClosedInTheMiddle_goesOnWhereItWas() {
        // given
        FakeLog.Partition changelog = log.recordsPerPoll(10).partition(CHANGELOG);
        for (int i = 0; i < 100; i++) {
            changelog.record("key " + i, "value " + i);
        }
        // when closed at 30 %
        try (TaskStores stores = setup.open();
                RestoreProcess process = RestoreProcess.start(log, stores, progress)) {
            for (int step = 0; step < 3; step++) {
                assertThat(process.step(Duration.ZERO)).isFalse();
            }
            assertThat(stores.position(STORE)).isEqualTo(30);
        }
        assertThat(progress.events).last().isEqualTo("suspended store 30");
        progress.events.clear();
        // then the next start reads the other 70 %
        try (TaskStores stores = setup.open()) {
            restore(stores);
            assertThat(progress.events).startsWith("started store 30..100").endsWith("finished store 70");
            assertThat(content(stores)).hasSize(100).containsEntry("key 17", "value 17");
        }
    }

    @Test
    void storeAheadOfItsChangelog_isRefusedWithBothOffsetsAndTheRemedy() {
        log.partition(CHANGELOG).record("a", "1").record("b", "2").invisible();
        try (TaskStores stores = setup.open()) {
            restore(stores);
        }
        // when the log comes back shorter
        FakeLog shorter = new FakeLog();
        shorter.partition(CHANGELOG).record("a", "1");
        // then
        try (TaskStores stores = setup.open()) {
            assertThatThrownBy(() -> RestoreProcess.start(shorter, stores, progress))
                    .isInstanceOf(StoreInvariantException.class)
                    .hasMessageContainingAll(
                            "store store", "0_1", directory.toString(), "offset 3", "up to 1", "delete")
                    .hasMessageContaining(CHANGELOG.toString());
        }
    }

    @Test
    void changelogThatBeginsLater_isRestoredFromItsStart() {
        log.partition(CHANGELOG)
                .record("a", "1")
                .record("b", "2")
                .record("c", "3")
                .startAt(1);
        try (TaskStores stores = setup.open()) {
            restore(stores);
            assertThat(content(stores).keySet()).containsExactly("b", "c");
        }
    }

    @Test
    void storeWhoseTailTheLogNoLongerHolds_isEmptiedAndRestoredFromTheStart() {
        // given a store at offset 2
        log.partition(CHANGELOG).record("gone", "1").record("kept", "2");
        try (TaskStores stores = setup.open()) {
            restore(stores);
        }
        // when the deletion of its key was cut off meanwhile
        log.partition(CHANGELOG)
                .record("gone", null)
                .record("kept", "4")
                .record("new", "5")
                .startAt(3);
        // then
        try (TaskStores stores = setup.open()) {
            restore(stores);
            assertThat(content(stores)).containsOnlyKeys("kept", "new");
            assertThat(stores.position(STORE)).isEqualTo(5);
        }
    }

    @Test
    void recordsCutOffWhileRestoring_areFollowedFromTheNewStart() {
        log.recordsPerPoll(1)
                .partition(CHANGELOG)
                .record("a", "1")
                .record("b", "2")
                .record("c", "3");
        try (TaskStores stores = setup.open();
                RestoreProcess process = RestoreProcess.start(log, stores, progress)) {
            process.step(Duration.ZERO);
            // when
            log.partition(CHANGELOG).startAt(2);
            while (!process.step(Duration.ZERO)) {}
            // then
            assertThat(content(stores)).containsOnlyKeys("c");
        }
    }

    @Test
    void sourceTopicAsChangelog_isRestoredUpToWhatTheApplicationHasConsumed() {
        // given
        TopicPartition source = new TopicPartition("input", 1);
        setup = new TaskSetup(directory)
                .with(new TaskStore(TaskSetup.strings(StoreLocation.PERSISTENT, STORE), Optional.of(source), false));
        log.partition(source).record("a", "1").record("b", "2").record("a", "to be processed");
        log.committed(source, 2);
        try (TaskStores stores = setup.open()) {
            // when
            restore(stores);
            // then
            assertThat(content(stores)).containsEntry("a", "1").containsEntry("b", "2");
            assertThat(stores.position(STORE)).isEqualTo(2);
        }
    }

    @Test
    void timestampedStore_takesTheTimestampOfTheRecord() {
        setup = new TaskSetup(directory).logged(TaskSetup.timestamped(StoreLocation.IN_MEMORY, STORE));
        log.partition(CHANGELOG).record("a".getBytes(StandardCharsets.UTF_8), new byte[] {'1'}, 42);
        try (TaskStores stores = setup.open()) {
            restore(stores);
            TimestampedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(store.get("a")).isEqualTo(ValueAndTimestamp.make("1", 42));
        }
    }

    @Test
    void severalStores_areRestoredTogether() {
        setup.logged(TaskSetup.strings(StoreLocation.IN_MEMORY, "other"));
        log.recordsPerPoll(2);
        log.partition(CHANGELOG).record("a", "1").record("b", "2").record("c", "3");
        log.partition(TaskSetup.changelogOf("other")).record("x", "1");
        try (TaskStores stores = setup.open()) {
            restore(stores);
            assertThat(progress.events).contains("finished store 3", "finished other 1");
            KeyValueStore<String, String> other = TaskSetup.store(stores, "other");
            assertThat(other.get("x")).isEqualTo("1");
        }
    }
}
