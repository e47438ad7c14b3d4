package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.KeyValue;
import io.streamwright.kstream.Windowed;
import io.streamwright.state.BuiltInWindowStore;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/** Whatever is done in whatever order, a window store is what a list of windows and the highest start would be. */
final class WindowModelTest {
    private static final String STORE = "store";
    private static final long RETENTION_MS = 150_000;
    private static final long WINDOW_MS = 30_000;
    private static final long STEP_MS = 20_000;

    /** Keys that begin like others, also like others with the first bytes of a time behind. */
    private static final List<Bytes> KEYS = Stream.of(
                    "", "00", "0000", "61", "610000", "6100000000000000", "ff", "ffff")
            .map(hex -> Bytes.wrap(HexFormat.of().parseHex(hex)))
            .toList();

    enum Kind {
        PUT,
        PUT_AGAIN,
        DELETE,
        FETCH,
        FETCH_KEY,
        FETCH_KEYS,
        FETCH_OPEN_KEYS,
        FETCH_ALL,
        ALL,
        SEAL,
        COMMIT,
        COMMIT_AT_ONCE,
        ROLLBACK,
        RESTART
    }

    /** What to do; times count in steps. */
    record Step(Kind kind, int key, int otherKey, int time, int otherTime) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> key = Arbitraries.integers().between(0, KEYS.size() - 1);
        Arbitrary<Integer> time = Arbitraries.integers().between(0, 30);
        return Combinators.combine(Arbitraries.of(Kind.class), key, key, time, time)
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(150);
    }

    @Property(tries = 60)
    void persistentStore_keepsWhatTheModelKeeps(@ForAll("steps") List<Step> steps) throws IOException {
        check(new BuiltInWindowStore(STORE, StoreLocation.PERSISTENT, RETENTION_MS, WINDOW_MS, false, false), steps);
    }

    @Property(tries = 60)
    void persistentStoreInOrderOfTime_keepsWhatTheModelKeeps(@ForAll("steps") List<Step> steps) throws IOException {
        check(new BuiltInWindowStore(STORE, StoreLocation.PERSISTENT, RETENTION_MS, WINDOW_MS, false, true), steps);
    }

    @Property(tries = 60)
    void persistentStoreInBothOrders_keepsWhatTheModelKeeps(
            @ForAll("steps") List<Step> steps, @ForAll boolean duplicates) throws IOException {
        check(
                new BuiltInWindowStore(
                        STORE, StoreLocation.PERSISTENT, RETENTION_MS, WINDOW_MS, duplicates, true, true),
                steps);
    }

    @Property(tries = 60)
    void persistentStoreOfDuplicates_keepsWhatTheModelKeeps(@ForAll("steps") List<Step> steps) throws IOException {
        check(new BuiltInWindowStore(STORE, StoreLocation.PERSISTENT, RETENTION_MS, WINDOW_MS, true, false), steps);
    }

    @Property(tries = 150)
    void inMemoryStore_keepsWhatTheModelKeeps(@ForAll("steps") List<Step> steps, @ForAll boolean duplicates)
            throws IOException {
        check(
                new BuiltInWindowStore(STORE, StoreLocation.IN_MEMORY, RETENTION_MS, WINDOW_MS, duplicates, false),
                steps);
    }

    private static void check(BuiltInWindowStore supplier, List<Step> steps) throws IOException {
        Path directory = Files.createTempDirectory("window-model");
        TaskSetup setup = new TaskSetup(directory)
                .flushLimits(TaskSetup.TINY_FLUSH_LIMITS)
                .logged(Stores.windowStoreBuilder(supplier, Serdes.Bytes(), Serdes.ByteArray()));
        try (Run run = new Run(setup, supplier.retainDuplicates())) {
            steps.forEach(run::step);
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** A window with its value. */
    private record Entry(Bytes key, long start, String value) {
        @Override
        public String toString() {
            return HexFormat.of().formatHex(key.get()) + "@" + start + "=" + value;
        }
    }

    /** What a store holds. Immutable. */
    private record Content(List<Entry> entries, long observed) {
        boolean isLive(long start) {
            return start > observed - RETENTION_MS;
        }

        Content with(Bytes key, long start, String value, boolean duplicates) {
            if (!isLive(start) || (duplicates && value == null)) {
                return this;
            }
            List<Entry> changed = new ArrayList<>(entries);
            if (!duplicates) {
                changed.removeIf(entry -> entry.key.equals(key) && entry.start == start);
            }
            if (value != null) {
                changed.add(new Entry(key, start, value));
            }
            return new Content(changed, Math.max(observed, start));
        }

        List<Entry> live(Predicate<Entry> asked) {
            // stable: values of the same window stay in the order in which they were put
            return entries.stream()
                    .filter(entry -> isLive(entry.start) && asked.test(entry))
                    .sorted(Comparator.comparing(Entry::key).thenComparing(Entry::start))
                    .toList();
        }
    }

    /** The store and the model beside it. Owner: the test's thread. */
    private static final class Run implements AutoCloseable {
        private static final Content EMPTY = new Content(List.of(), -1);
        private static final TopicPartition CHANGELOG = TaskSetup.changelogOf(STORE);

        private final TaskSetup setup;
        private final boolean duplicates;
        private final FakeLog log = new FakeLog().recordsPerPoll(4);
        private final List<Runnable> sealedRecords = new ArrayList<>();
        private TaskStores stores;
        private WindowStore<Bytes, byte[]> store;
        private Content committed = EMPTY;
        private Content sealed;
        private Content current = EMPTY;
        private int writes;
        private long logged;

        Run(TaskSetup setup, boolean duplicates) {
            this.setup = setup;
            this.duplicates = duplicates;
            log.partition(CHANGELOG);
            reopen();
        }

        private void reopen() {
            stores = setup.open();
            try (RestoreProcess process = RestoreProcess.start(log, stores, RestoreProgress.NONE)) {
                while (!process.step(Duration.ZERO)) {}
            }
            store = TaskSetup.store(stores, STORE);
        }

        void step(Step step) {
            Bytes key = KEYS.get(step.key);
            Bytes otherKey = KEYS.get(step.otherKey);
            long time = step.time * STEP_MS;
            long otherTime = step.otherTime * STEP_MS;
            switch (step.kind) {
                case PUT, PUT_AGAIN -> put(key, time, "v" + writes++);
                case DELETE -> put(key, time, null);
                case FETCH -> fetch(key, time);
                case FETCH_KEY -> fetchKey(key, time, otherTime);
                case FETCH_KEYS -> fetchKeys(key, otherKey, time, otherTime);
                case FETCH_OPEN_KEYS -> {
                    fetchKeys(key, null, time, otherTime);
                    fetchKeys(null, otherKey, time, otherTime);
                }
                case FETCH_ALL -> fetchKeys(null, null, time, otherTime);
                case ALL -> all();
                case SEAL -> seal();
                case COMMIT -> commit();
                case COMMIT_AT_ONCE -> {
                    commit();
                    seal();
                    commit();
                }
                case ROLLBACK -> rollback();
                case RESTART -> restart();
            }
        }

        private void put(Bytes key, long time, String value) {
            store.put(key, value == null ? null : value.getBytes(StandardCharsets.UTF_8), time);
            current = current.with(key, time, value, duplicates);
        }

        private void fetch(Bytes key, long time) {
            if (!duplicates) {
                byte[] value = store.fetch(key, time);
                List<Entry> expected = current.live(entry -> entry.key.equals(key) && entry.start == time);
                assertThat(value == null ? null : new String(value, StandardCharsets.UTF_8))
                        .isEqualTo(expected.isEmpty() ? null : expected.get(0).value);
            }
        }

        private void fetchKey(Bytes key, long from, long to) {
            List<Entry> expected =
                    current.live(entry -> entry.key.equals(key) && from <= entry.start && entry.start <= to);
            assertThat(entries(store.fetch(key, from, to), start -> key, start -> start))
                    .isEqualTo(expected);
            assertThat(reversed(entries(store.backwardFetch(key, from, to), start -> key, start -> start)))
                    .isEqualTo(expected);
        }

        private void fetchKeys(Bytes first, Bytes last, long from, long to) {
            List<Entry> expected = current.live(entry -> (first == null || first.compareTo(entry.key) <= 0)
                    && (last == null || entry.key.compareTo(last) <= 0)
                    && from <= entry.start
                    && entry.start <= to);
            boolean all = first == null && last == null;
            check(
                    all ? store.fetchAll(from, to) : store.fetch(first, last, from, to),
                    all ? store.backwardFetchAll(from, to) : store.backwardFetch(first, last, from, to),
                    expected);
        }

        private void all() {
            check(store.all(), store.backwardAll(), current.live(entry -> true));
        }

        private static void check(
                KeyValueIterator<Windowed<Bytes>, byte[]> forward,
                KeyValueIterator<Windowed<Bytes>, byte[]> backward,
                List<Entry> expected) {
            List<Entry> found = windows(forward);
            assertThat(reversed(windows(backward))).isEqualTo(found);
            List<Entry> sorted = new ArrayList<>(found);
            sorted.sort(Comparator.comparing(Entry::key)); // stable: windows of one key come in the order of time
            assertThat(sorted).isEqualTo(expected);
        }

        private static List<Entry> windows(KeyValueIterator<Windowed<Bytes>, byte[]> iterator) {
            return entries(iterator, Windowed::key, key -> {
                assertThat(key.window().end() - key.window().start()).isEqualTo(WINDOW_MS);
                return key.window().start();
            });
        }

        private static <T> List<Entry> entries(
                KeyValueIterator<T, byte[]> iterator, Function<T, Bytes> keys, ToLongFunction<T> starts) {
            List<Entry> entries = new ArrayList<>();
            try (iterator) {
                while (iterator.hasNext()) {
                    T peeked = iterator.peekNextKey();
                    KeyValue<T, byte[]> next = iterator.next();
                    assertThat(next.key).isEqualTo(peeked);
                    entries.add(new Entry(
                            keys.apply(next.key),
                            starts.applyAsLong(next.key),
                            new String(next.value, StandardCharsets.UTF_8)));
                }
            }
            return entries;
        }

        private static List<Entry> reversed(List<Entry> entries) {
            List<Entry> result = new ArrayList<>(entries);
            Collections.reverse(result);
            return result;
        }

        private void seal() {
            if (sealed == null) {
                stores.writeChanges((partition, timestamp, key, value, headers) ->
                        sealedRecords.add(() -> log.partition(partition).record(key, value, timestamp)));
                stores.seal();
                sealed = current;
            }
        }

        private void commit() {
            if (sealed != null) {
                sealedRecords.forEach(Runnable::run);
                logged += sealedRecords.size();
                Map<TopicPartition, Long> next = new HashMap<>();
                if (!sealedRecords.isEmpty()) {
                    next.put(CHANGELOG, logged);
                    log.partition(CHANGELOG).invisible();
                    logged++;
                }
                sealedRecords.clear();
                stores.commit(next);
                committed = sealed;
                sealed = null;
            }
        }

        private void rollback() {
            stores.rollback();
            sealedRecords.clear();
            sealed = null;
            current = committed;
        }

        private void restart() {
            stores.close();
            sealedRecords.clear();
            sealed = null;
            current = committed;
            reopen();
        }

        @Override
        public void close() {
            all();
            stores.close();
        }
    }
}
