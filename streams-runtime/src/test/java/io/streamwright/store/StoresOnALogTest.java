package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.CommitResult;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogRecord;
import io.streamwright.log.Logs;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreLocation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Stores and a real log, in memory: transactions as the engine makes them. */
final class StoresOnALogTest {
    private static final String STORE = "store";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private LogClient log;
    private TransactionalWriter writer;

    @BeforeEach
    void openLog(TestInfo test) {
        log = Logs.open("memory:" + test.getDisplayName(), Map.of());
        log.topics()
                .create(new TopicSpec(TaskSetup.changelogOf(STORE).topic(), 2, Map.of("cleanup.policy", "compact")));
        writer = log.openWriter(new WriterOptions("app-0_1", Duration.ofMinutes(1), LIMIT));
    }

    @AfterEach
    void closeLog() {
        writer.close();
        log.close();
    }

    private TaskStores open(StoreLocation location) {
        TaskStores stores = new TaskSetup(directory)
                .logged(TaskSetup.strings(location, STORE))
                .open();
        try (RestoreProcess process = RestoreProcess.start(log, stores, RestoreProgress.NONE)) {
            int steps = 0;
            while (!process.step(Duration.ofMillis(10))) {
                assertThat(++steps).isLessThan(1_000);
            }
        }
        return stores;
    }

    private void put(TaskStores stores, String key, String value) {
        KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
        store.put(key, value);
    }

    private CommitResult commit(TaskStores stores) {
        writer.begin();
        stores.writeChanges(writer::append);
        stores.seal();
        CommitResult result = writer.commit().orTimeout(30, TimeUnit.SECONDS).join();
        stores.commit(result.nextOffsets());
        return result;
    }

    private void abort(TaskStores stores) {
        writer.begin();
        stores.writeChanges(writer::append);
        writer.abort().join();
        stores.rollback();
    }

    @Test
    void freshStore_getsWhatWasCommittedAndNothingThatWasAborted() {
        // given a changelog that ends with the marker of an aborted transaction
        try (TaskStores stores = open(StoreLocation.IN_MEMORY)) {
            put(stores, "a", "1");
            put(stores, "b", "1");
            commit(stores);
            put(stores, "a", "aborted");
            put(stores, "c", "aborted");
            abort(stores);
            put(stores, "b", null);
            commit(stores);
            put(stores, "d", "aborted");
            abort(stores);
        }
        // when
        try (TaskStores stores = open(StoreLocation.IN_MEMORY)) {
            // then
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(store.get("a")).isEqualTo("1");
            assertThat(store.approximateNumEntries()).isEqualTo(1);
        }
    }

    @Test
    void committedStore_isAtTheOffsetThatTheCommitReached() {
        try (TaskStores stores = open(StoreLocation.PERSISTENT)) {
            put(stores, "a", "1");
            CommitResult result = commit(stores);
            assertThat(stores.position(STORE)).isEqualTo(result.nextOffsets().get(TaskSetup.changelogOf(STORE)));
        }
        // when another process has committed to the changelog
        writer.begin();
        writer.append(TaskSetup.changelogOf(STORE), 5, new byte[] {'b'}, new byte[] {'2'}, LogRecord.NO_HEADERS);
        writer.commit().join();
        // then the tail is restored
        try (TaskStores stores = open(StoreLocation.PERSISTENT)) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(store.get("a")).isEqualTo("1");
            assertThat(store.get("b")).isEqualTo("2");
        }
    }
}
