package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.KeyValue;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreLocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;

/** Whatever is done in whatever order, a store is what a sorted map would be. */
final class TransactionModelTest {
    private static final String STORE = "store";

    /** Short keys with many common prefixes, the lowest and the highest byte among them. */
    private static final List<Bytes> KEYS = Stream.of(
                    "00", "0000", "0001", "00ff", "01", "017f", "0180", "01ffff", "61", "6161", "6162", "61ff", "7f",
                    "80", "8000", "ff", "ffff", "ffffff")
            .map(hex -> Bytes.wrap(HexFormat.of().parseHex(hex)))
            .toList();

    enum Kind {
        PUT,
        PUT_AGAIN,
        DELETE,
        PUT_IF_ABSENT,
        GET,
        RANGE,
        REVERSE_RANGE,
        ALL,
        REVERSE_ALL,
        PREFIX,
        READ_ITERATOR,
        COUNT,
        SEAL,
        COMMIT,
        COMMIT_AT_ONCE,
        ROLLBACK,
        RESTART
    }

    record Step(Kind kind, int first, int second) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> key = Arbitraries.integers().between(0, KEYS.size() - 1);
        return Combinators.combine(Arbitraries.of(Kind.class), key, key)
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(150);
    }

    @Property(tries = 80)
    void persistentStore_isASortedMap(@ForAll("steps") List<Step> steps) throws IOException {
        check(StoreLocation.PERSISTENT, 1 << 20, steps);
    }

    @Property(tries = 40)
    void persistentStoreWithHardlyAnyCache_isASortedMap(@ForAll("steps") List<Step> steps) throws IOException {
        check(StoreLocation.PERSISTENT, 500, steps);
    }

    @Property(tries = 300)
    void inMemoryStore_isASortedMap(@ForAll("steps") List<Step> steps) throws IOException {
        check(StoreLocation.IN_MEMORY, 1 << 20, steps);
    }

    private static void check(StoreLocation location, long cacheMaxBytes, List<Step> steps) throws IOException {
        Path directory = Files.createTempDirectory("store-model");
        TaskSetup setup = new TaskSetup(directory)
                .cacheMaxBytes(cacheMaxBytes)
                .flushLimits(TaskSetup.TINY_FLUSH_LIMITS)
                .logged(TaskSetup.bytes(location, STORE));
        try (Run run = new Run(setup, location == StoreLocation.PERSISTENT)) {
            steps.forEach(run::step);
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** An iterator and what it must return. */
    private record Opened(KeyValueIterator<Bytes, byte[]> iterator, List<String> expected) {}

    /** The store and the model beside it. Owner: the test's thread. */
    private static final class Run implements AutoCloseable {
        private final TaskSetup setup;
        private final boolean survivesRestart;
        private final List<Opened> iterators = new ArrayList<>();
        private TaskStores stores;
        private KeyValueStore<Bytes, byte[]> store;
        private NavigableMap<Bytes, byte[]> committed = new TreeMap<>();
        private NavigableMap<Bytes, byte[]> sealed;
        private Map<TopicPartition, Long> sealedOffsets = Map.of();
        private NavigableMap<Bytes, byte[]> current = new TreeMap<>();
        private int writes;

        Run(TaskSetup setup, boolean survivesRestart) {
            this.setup = setup;
            this.survivesRestart = survivesRestart;
            reopen();
        }

        private void reopen() {
            stores = setup.open();
            store = TaskSetup.store(stores, STORE);
        }

        void step(Step step) {
            Bytes first = KEYS.get(step.first);
            Bytes second = KEYS.get(step.second);
            switch (step.kind) {
                case PUT, PUT_AGAIN -> put(first);
                case DELETE -> assertThat(store.delete(first)).isEqualTo(current.remove(first));
                case PUT_IF_ABSENT -> putIfAbsent(first);
                case GET -> assertThat(store.get(first)).isEqualTo(current.get(first));
                case RANGE -> opened(store.range(first, second), between(first, second));
                case REVERSE_RANGE ->
                    opened(
                            store.reverseRange(first, second),
                            between(first, second).descendingMap());
                case ALL -> opened(store.all(), current);
                case REVERSE_ALL -> opened(store.reverseAll(), current.descendingMap());
                case PREFIX -> prefix(first);
                case READ_ITERATOR -> readOldest();
                case COUNT -> count();
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

        private void put(Bytes key) {
            byte[] value = ("value " + writes++).getBytes(StandardCharsets.UTF_8);
            store.put(key, value);
            current.put(key, value);
        }

        private void putIfAbsent(Bytes key) {
            byte[] value = ("absent " + writes++).getBytes(StandardCharsets.UTF_8);
            assertThat(store.putIfAbsent(key, value)).isEqualTo(current.putIfAbsent(key, value));
        }

        private NavigableMap<Bytes, byte[]> between(Bytes from, Bytes to) {
            return from.compareTo(to) > 0 ? new TreeMap<>() : current.subMap(from, true, to, true);
        }

        private void prefix(Bytes prefix) {
            NavigableMap<Bytes, byte[]> expected = new TreeMap<>();
            String start = HexFormat.of().formatHex(prefix.get());
            current.forEach((key, value) -> {
                if (HexFormat.of().formatHex(key.get()).startsWith(start)) {
                    expected.put(key, value);
                }
            });
            opened(store.prefixScan(prefix.get(), new ByteArraySerializer()), expected);
        }

        private void opened(KeyValueIterator<Bytes, byte[]> iterator, NavigableMap<Bytes, byte[]> expected) {
            List<String> entries = new ArrayList<>();
            expected.forEach((key, value) -> entries.add(text(key, value)));
            iterators.add(new Opened(iterator, entries));
        }

        private static String text(Bytes key, byte[] value) {
            return HexFormat.of().formatHex(key.get()) + "=" + new String(value, StandardCharsets.UTF_8);
        }

        private void readOldest() {
            if (!iterators.isEmpty()) {
                Opened oldest = iterators.remove(0);
                List<String> entries = new ArrayList<>();
                try (KeyValueIterator<Bytes, byte[]> iterator = oldest.iterator) {
                    while (iterator.hasNext()) {
                        Bytes peeked = iterator.peekNextKey();
                        KeyValue<Bytes, byte[]> entry = iterator.next();
                        assertThat(entry.key).isEqualTo(peeked);
                        entries.add(text(entry.key, entry.value));
                    }
                }
                assertThat(entries).isEqualTo(oldest.expected);
            }
        }

        private void count() {
            if (!survivesRestart) {
                assertThat(store.approximateNumEntries()).isEqualTo(current.size());
            }
        }

        private void seal() {
            if (sealed == null) {
                sealedOffsets = TaskSetup.write(stores);
                stores.seal();
                sealed = new TreeMap<>(current);
            }
        }

        private void commit() {
            if (sealed != null) {
                stores.commit(sealedOffsets);
                committed = sealed;
                sealed = null;
            }
        }

        private void rollback() {
            stores.rollback();
            sealed = null;
            current = new TreeMap<>(committed);
        }

        private void restart() {
            iterators.clear();
            stores.close();
            long position = stores.position(STORE);
            reopen();
            committed = survivesRestart ? committed : new TreeMap<>();
            assertThat(stores.position(STORE)).isEqualTo(survivesRestart ? position : 0);
            sealed = null;
            current = new TreeMap<>(committed);
        }

        @Override
        public void close() {
            while (!iterators.isEmpty()) {
                readOldest();
            }
            opened(store.all(), current);
            readOldest();
            for (Bytes key : KEYS) {
                assertThat(store.get(key)).isEqualTo(current.get(key));
            }
            stores.close();
        }
    }
}
