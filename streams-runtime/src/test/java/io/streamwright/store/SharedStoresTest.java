package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One thread writes stores that others read at the same time. */
final class SharedStoresTest {
    private static final int READERS = 4;
    private static final int KEYS = 20;
    private static final int BATCHES = 3_000;
    private static final String STORE = "shared";

    @TempDir
    private Path directory;

    /** Where entries are kept. */
    enum Kind {
        PERSISTENT,
        IN_MEMORY,
        OF_THE_PROGRAM;

        KeyValueBytesStoreSupplier supplier() {
            return switch (this) {
                case PERSISTENT -> Stores.persistentKeyValueStore(STORE);
                case IN_MEMORY -> Stores.inMemoryKeyValueStore(STORE);
                case OF_THE_PROGRAM -> new CountingSupplier(STORE);
            };
        }
    }

    private TaskStores open(Kind kind) {
        TaskStore store = new TaskStore(
                Stores.keyValueStoreBuilder(kind.supplier(), Serdes.String(), Serdes.Integer())
                        .withLoggingDisabled(),
                Optional.empty(),
                false);
        return TaskStores.open(new TaskStoresOptions(
                TaskSetup.TASK, directory, List.of(store), () -> 0, TestContext.in(directory), 1 << 20));
    }

    private static void commit(TaskStores stores) {
        stores.writeChanges((changelog, timestamp, key, value, headers) -> {});
        stores.seal();
        stores.commit(Map.of());
    }

    private static void writeBatch(TaskStores stores, int number) {
        KeyValueStore<String, Integer> store = TaskSetup.store(stores, STORE);
        for (int key = 0; key < KEYS; key++) {
            store.put("k" + key, number);
        }
        // comes and goes, so that the shape of what is iterated changes
        store.put("x" + number % 7, number % 2 == 0 ? number : null);
        commit(stores);
    }

    @SuppressWarnings("unchecked") // made so
    private static KeyValueStore<String, Integer> view(TaskStores stores, Path directory) {
        return (KeyValueStore<String, Integer>) stores.readOnly(STORE, TestContext.in(directory));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void readers_seeEachWriteAsAWhole_andNoneGoBack(Kind kind) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(READERS);
        try (TaskStores stores = open(kind)) {
            // given
            writeBatch(stores, 0);
            AtomicBoolean done = new AtomicBoolean();
            List<Future<Integer>> readers = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                readers.add(threads.submit(reading(stores, kind, done)));
            }
            // when
            for (int batch = 1; batch <= BATCHES; batch++) {
                writeBatch(stores, batch);
            }
            done.set(true);
            // then
            for (Future<Integer> reader : readers) {
                assertThat(reader.get(1, TimeUnit.MINUTES)).isEqualTo(BATCHES);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Reads until the writer is done, and once more; returns what it saw last. */
    private Callable<Integer> reading(TaskStores stores, Kind kind, AtomicBoolean done) {
        return () -> {
            KeyValueStore<String, Integer> view = view(stores, directory);
            int newest = 0;
            boolean last = false;
            while (!last) {
                last = done.get();
                for (int key = 0; key < KEYS; key++) {
                    int seen = view.get("k" + key);
                    // a later look at any key finds what was found before, or newer
                    assertThat(seen).isGreaterThanOrEqualTo(newest);
                    newest = seen;
                }
                assertThat(view.approximateNumEntries()).isNotNegative();
                Set<Integer> together = new HashSet<>();
                int keys = 0;
                try (KeyValueIterator<String, Integer> all = kind == Kind.OF_THE_PROGRAM || newest % 2 == 0
                        ? view.range("k", "l")
                        : view.reverseRange("k", "l")) {
                    while (all.hasNext()) {
                        together.add(all.next().value);
                        keys++;
                    }
                }
                assertThat(keys).isEqualTo(KEYS);
                assertThat(together).hasSize(1);
            }
            return newest;
        };
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void view_seesWhatIsCommittedOnly_andRefusesWrites(Kind kind) {
        try (TaskStores stores = open(kind)) {
            writeBatch(stores, 1);
            KeyValueStore<String, Integer> view = view(stores, directory);
            TaskSetup.<KeyValueStore<String, Integer>>store(stores, STORE).put("k1", 2);
            assertThat(view.get("k1")).isEqualTo(1);
            commit(stores);
            assertThat(view.get("k1")).isEqualTo(2);
            assertThatThrownBy(() -> view.put("k1", 3)).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> view.putIfAbsent("k1", 3)).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> view.delete("k1")).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void resetStore_isEmptyForItsViews(Kind kind) {
        try (TaskStores stores = open(kind)) {
            writeBatch(stores, 1);
            KeyValueStore<String, Integer> view = view(stores, directory);
            assertThat(view.get("k1")).isEqualTo(1);
            stores.reset(STORE);
            assertThat(view.get("k1")).isNull();
        }
    }

    @Test
    void view_belongsToOneThread_andIsClosedWithTheStores() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        KeyValueStore<String, Integer> view;
        try (TaskStores stores = open(Kind.PERSISTENT)) {
            writeBatch(stores, 1);
            view = view(stores, directory);
            assertThat(view.get("k1")).isEqualTo(1);
            assertThatThrownBy(() -> other.submit(() -> view.get("k1")).get())
                    .hasRootCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("what is read of store shared belongs to thread");
        } finally {
            other.shutdownNow();
        }
        assertThatThrownBy(() -> view.get("k1")).isInstanceOf(InvalidStateStoreException.class);
    }
}
