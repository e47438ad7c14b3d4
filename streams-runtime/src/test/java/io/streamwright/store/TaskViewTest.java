package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.errors.StateStoreMigratedException;
import io.streamwright.errors.StateStoreRestoringException;
import io.streamwright.processor.StateStore;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.store.view.Answer;
import io.streamwright.store.view.Catchup;
import io.streamwright.store.view.TaskView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Other threads see what is committed, one commit at a time, and nothing of a closed store. */
final class TaskViewTest {
    private static final String STORE = "store";
    private static final TopicPartition INPUT = new TopicPartition("input", 1);
    private static final int KEYS = 40;
    private static final int READERS = 3;

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private long committed;

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    enum Backend {
        PERSISTENT,
        IN_MEMORY,
        SUPPLIED,
        /** By a supplier that hands out a store of the house. */
        DECORATED;

        StoreBuilder<KeyValueStore<String, String>> builder() {
            return switch (this) {
                case PERSISTENT -> TaskSetup.strings(StoreLocation.PERSISTENT, STORE);
                case IN_MEMORY -> TaskSetup.strings(StoreLocation.IN_MEMORY, STORE);
                case SUPPLIED ->
                    Stores.keyValueStoreBuilder(new CountingSupplier(STORE), Serdes.String(), Serdes.String());
                case DECORATED ->
                    Stores.keyValueStoreBuilder(
                            new Decorated(Stores.inMemoryKeyValueStore(STORE)), Serdes.String(), Serdes.String());
            };
        }
    }

    /** A supplier of the program's. Immutable. */
    private record Decorated(KeyValueBytesStoreSupplier inside) implements KeyValueBytesStoreSupplier {
        @Override
        public String name() {
            return inside.name();
        }

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            return inside.get();
        }

        @Override
        public String metricsScope() {
            return inside.metricsScope();
        }
    }

    private TaskStores open(Backend backend) {
        TaskStores stores = new TaskSetup(directory).logged(backend.builder()).open();
        stores.view().caughtUp();
        return stores;
    }

    private void commit(TaskStores stores) {
        Map<TopicPartition, Long> written = TaskSetup.write(stores);
        stores.seal();
        stores.commit(Map.of(INPUT, ++committed), written);
    }

    @SuppressWarnings("unchecked")
    private static KeyValueStore<String, String> typed(StateStore store) {
        return (KeyValueStore<String, String>) store;
    }

    private static String get(TaskView view, String key) {
        return view.<String>ask(STORE, false, store -> typed(store).get(key)).value();
    }

    @ParameterizedTest
    @EnumSource(Backend.class)
    void query_seesACommit_andNothingOfTheTransactionsBehindIt(Backend backend) {
        try (TaskStores stores = open(backend)) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "1");
            assertThat(get(stores.view(), "a")).isNull();
            commit(stores);
            assertThat(get(stores.view(), "a")).isEqualTo("1");
            // when one transaction waits for its commit and another one writes
            store.put("a", "2");
            Map<TopicPartition, Long> written = TaskSetup.write(stores);
            stores.seal();
            store.put("a", "3");
            // then
            assertThat(get(stores.view(), "a")).isEqualTo("1");
            stores.commit(Map.of(INPUT, 9L), written);
            Answer<String> answer =
                    stores.view().ask(STORE, false, asked -> typed(asked).get("a"));
            assertThat(answer).isEqualTo(new Answer<>("2", Map.of(INPUT, 9L)));
            stores.rollback();
            assertThat(get(stores.view(), "a")).isEqualTo("2");
        }
    }

    @ParameterizedTest
    @EnumSource(Backend.class)
    void iterator_goesOnToSeeItsCommit(Backend backend) {
        try (TaskStores stores = open(backend)) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            Stream.of("a", "b", "c").forEach(key -> store.put(key, "old"));
            commit(stores);
            try (KeyValueIterator<String, String> all = all(stores.view())) {
                assertThat(all.next()).isEqualTo(KeyValue.pair("a", "old"));
                store.delete("b");
                store.put("c", "new");
                store.put("d", "new");
                commit(stores);
                assertThat(rest(all)).containsExactly(KeyValue.pair("b", "old"), KeyValue.pair("c", "old"));
                assertThat(stores.view().openIterators()).isEqualTo(1);
            }
            assertThat(stores.view().openIterators()).isZero();
            try (KeyValueIterator<String, String> all = all(stores.view())) {
                assertThat(rest(all))
                        .containsExactly(
                                KeyValue.pair("a", "old"), KeyValue.pair("c", "new"), KeyValue.pair("d", "new"));
            }
        }
    }

    private static KeyValueIterator<String, String> all(TaskView view) {
        return view.ask(STORE, false, store -> typed(store).all()).value();
    }

    private static List<KeyValue<String, String>> rest(KeyValueIterator<String, String> entries) {
        List<KeyValue<String, String>> rest = new ArrayList<>();
        entries.forEachRemaining(rest::add);
        return rest;
    }

    @ParameterizedTest
    @EnumSource(Backend.class)
    void query_cannotWrite(Backend backend) {
        try (TaskStores stores = open(backend)) {
            assertThatThrownBy(() -> stores.view()
                            .ask(STORE, false, store -> typed(store).delete("a")))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("store " + STORE);
        }
    }

    @ParameterizedTest
    @EnumSource(Backend.class)
    void storeThatIsBehind_saysByHowMuch_andAnswersWhoDoesNotMind(Backend backend) {
        try (TaskStores stores = open(backend)) {
            TaskSetup.<KeyValueStore<String, String>>store(stores, STORE).put("a", "1");
            commit(stores);
            stores.view().restoring(STORE, new Catchup(5, 12));
            // then
            assertThatThrownBy(() -> get(stores.view(), "a"))
                    .isInstanceOfSatisfying(
                            StateStoreRestoringException.class,
                            e -> assertThat(e.missingOffsets()).isEqualTo(7))
                    .hasMessageContaining("offset 5 of 12");
            assertThat(stores.view()
                            .<String>ask(STORE, true, store -> typed(store).get("a"))
                            .value())
                    .isEqualTo("1");
            // when
            stores.view().catchUpTo(Map.of(INPUT, 77L));
            stores.view().caughtUp();
            // then
            assertThat(stores.view().ask(STORE, false, store -> typed(store).get("a")))
                    .isEqualTo(new Answer<>("1", Map.of(INPUT, 77L)));
        }
    }

    @ParameterizedTest
    @EnumSource(Backend.class)
    void forgottenIterator_isReleasedWithTheTask_andAPlaceIsNamed(Backend backend) {
        TaskStores stores = open(backend);
        TaskSetup.<KeyValueStore<String, String>>store(stores, STORE).put("a", "1");
        commit(stores);
        KeyValueIterator<String, String> forgotten = all(stores.view());
        Map<String, List<String>> places = stores.view().close();
        stores.close();
        // then
        assertThat(places).containsOnlyKeys(STORE);
        assertThat(places.get(STORE)).hasSize(1).allMatch(place -> place.contains(".java:"));
        assertThatThrownBy(forgotten::hasNext).isInstanceOf(StateStoreMigratedException.class);
        assertThatThrownBy(() -> get(stores.view(), "a")).isInstanceOf(StateStoreMigratedException.class);
        forgotten.close();
        assertThatThrownBy(forgotten::hasNext).isInstanceOf(InvalidStateStoreException.class);
    }

    @ParameterizedTest
    @EnumSource(Backend.class)
    void questionThatFails_leavesNoIteratorOpen(Backend backend) {
        try (TaskStores stores = open(backend)) {
            assertThatThrownBy(() -> stores.view().ask(STORE, false, store -> {
                        typed(store).all();
                        throw new IllegalArgumentException("no");
                    }))
                    .hasMessage("no");
            assertThat(stores.view().openIterators()).isZero();
        }
    }

    /** Each commit sets all keys to its number; a transaction that is taken back sets some of them to a negative one. */
    @ParameterizedTest
    @EnumSource(Backend.class)
    void readersBesideTheWorker_seeWholeCommitsOnly_inTheirOrder(Backend backend) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (TaskStores stores = open(backend)) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            writeAll(store, 1);
            commit(stores);
            List<Future<Long>> readers = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                readers.add(threads.submit(() -> readUntil(done, stores.view(), backend)));
            }
            Random random = new Random(7);
            while (committed < 300) {
                if (random.nextInt(3) == 0) {
                    writeSome(store, random);
                    if (random.nextBoolean()) {
                        TaskSetup.write(stores);
                        stores.seal();
                        writeSome(store, random);
                    }
                    stores.rollback();
                } else {
                    writeAll(store, committed + 1);
                    commit(stores);
                }
            }
            done.set(true);
            for (Future<Long> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
        }
    }

    private static void writeAll(KeyValueStore<String, String> store, long number) {
        for (int key = 0; key < KEYS; key++) {
            store.put("key-" + key, Long.toString(number));
        }
    }

    private static void writeSome(KeyValueStore<String, String> store, Random random) {
        for (int key = random.nextInt(KEYS); key < KEYS; key++) {
            store.put("key-" + key, "-1");
        }
    }

    /** Returns how many answers there were. */
    private static long readUntil(AtomicBoolean done, TaskView view, Backend backend) {
        long answers = 0;
        long last = 0;
        do {
            Answer<KeyValueIterator<String, String>> answer =
                    view.ask(STORE, false, store -> typed(store).all());
            Set<String> values = new HashSet<>();
            int count = 0;
            try (KeyValueIterator<String, String> all = answer.value()) {
                for (; all.hasNext(); count++) {
                    values.add(all.next().value);
                }
            }
            long consumed = answer.consumed().getOrDefault(INPUT, 0L);
            assertThat(count).isEqualTo(KEYS);
            assertThat(values).hasSize(1);
            long seen = Long.parseLong(values.iterator().next());
            if (backend == Backend.SUPPLIED || backend == Backend.DECORATED) {
                assertThat(seen).isGreaterThanOrEqualTo(consumed); // a commit may come between the offsets and the look
            } else {
                assertThat(seen).isEqualTo(consumed);
            }
            assertThat(seen).isGreaterThanOrEqualTo(last);
            last = seen;
            assertThat(Long.parseLong(get(view, "key-" + answers % KEYS))).isGreaterThanOrEqualTo(last);
            answers++;
        } while (!done.get());
        return answers;
    }

    /** Reading native memory that was given back would end the process, and with it this test. */
    @ParameterizedTest
    @EnumSource(Backend.class)
    void closingWhileOthersRead_endsTheirIterators_andNothingElse(Backend backend) throws Exception {
        for (int round = 0; round < 20; round++) {
            TaskStores stores = open(backend);
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            writeAll(store, 1);
            commit(stores);
            CountDownLatch reading = new CountDownLatch(READERS);
            List<Future<?>> readers = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                readers.add(threads.submit(() -> readUntilClosed(stores.view(), reading)));
            }
            reading.await();
            stores.close();
            for (Future<?> reader : readers) {
                reader.get();
            }
        }
    }

    private static void readUntilClosed(TaskView view, CountDownLatch reading) {
        assertThatThrownBy(() -> {
                    while (true) {
                        try (KeyValueIterator<String, String> all = all(view)) {
                            all.next();
                            reading.countDown();
                            all.forEachRemaining(entry -> {});
                        }
                        get(view, "key-1");
                    }
                })
                .isInstanceOf(StateStoreMigratedException.class);
    }
}
