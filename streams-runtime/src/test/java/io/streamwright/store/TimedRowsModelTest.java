package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.LogRecord;
import io.streamwright.state.BuiltInKeyValueStore;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.topology.RowsByTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;

/** Whatever is written, committed, dropped, restored and opened again: rows are found in the order of time. */
final class TimedRowsModelTest {
    private static final String STORE = "rows";
    private static final List<String> KEYS = List.of("a", "b", "bb", "c", "");

    /** What happens next. */
    enum Work {
        PUT,
        DELETE,
        SEAL,
        COMMIT,
        ROLLBACK,
        REOPEN,
        /** A program without the index writes meanwhile. */
        CHANGE_WITHOUT_INDEX,
        RESTORE
    }

    /** A step, with what it needs of key and times. */
    record Step(Work work, String key, long timeMs, long askedMs) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Work> work = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(8, Arbitraries.just(Work.PUT)),
                net.jqwik.api.Tuple.of(3, Arbitraries.just(Work.DELETE)),
                net.jqwik.api.Tuple.of(5, Arbitraries.of(Work.class)));
        Arbitrary<Long> times = Arbitraries.longs().between(0, 20);
        return Combinators.combine(
                        work, Arbitraries.of(KEYS), times, Arbitraries.longs().between(-1, 21))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Property
    void rows_areFoundInTheOrderOfTime(
            @ForAll StoreLocation location, @ForAll boolean logged, @ForAll("steps") List<Step> steps)
            throws IOException {
        Path directory = Files.createTempDirectory("timed-rows");
        Run run = new Run(directory, location, logged);
        try {
            for (Step step : steps) {
                run.take(step);
                assertThat(run.keysNotAfter(step.askedMs))
                        .as("not after %s, after %s of %s", step.askedMs, step, steps)
                        .isEqualTo(run.expected(step.askedMs));
                assertThat(run.keysNotAfter(Long.MAX_VALUE)).isEqualTo(run.expected(Long.MAX_VALUE));
            }
        } finally {
            run.stores.close();
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

    /** The store and what it should hold. Owner: the property. */
    private static final class Run {
        private final Path directory;
        private final StoreLocation location;
        private final boolean logged;
        private TaskStores stores;
        private Map<String, Long> committed = new TreeMap<>();
        private Map<String, Long> now = new TreeMap<>();
        /** Null if no transaction is sealed. */
        private Map<TopicPartition, Long> sealed;

        private Map<String, Long> sealedRows = new TreeMap<>();

        Run(Path directory, StoreLocation location, boolean logged) {
            this.directory = directory;
            this.location = location;
            this.logged = logged;
            this.stores = open(true);
        }

        private TaskStores open(boolean byTime) {
            KeyValueBytesStoreSupplier supplier = TaskSetup.supplier(location, STORE);
            StoreBuilder<?> builder = Stores.timestampedKeyValueStoreBuilder(
                    byTime ? ((BuiltInKeyValueStore) supplier).withRowsByTime() : supplier,
                    Serdes.String(),
                    Serdes.String());
            TaskSetup setup = new TaskSetup(directory);
            return (logged ? setup.logged(builder) : setup.with(new TaskStore(builder, Optional.empty(), false)))
                    .open();
        }

        private TimestampedKeyValueStore<String, String> store() {
            return TaskSetup.store(stores, STORE);
        }

        List<String> keysNotAfter(long timeMs) {
            RowsByTime<String> rows = TaskSetup.store(stores, STORE);
            return rows.keysNotAfter(timeMs);
        }

        List<String> expected(long timeMs) {
            List<String> keys = new ArrayList<>(now.keySet());
            keys.removeIf(key -> now.get(key) > timeMs);
            keys.sort(Comparator.comparing(now::get));
            return keys;
        }

        void take(Step step) {
            switch (step.work) {
                case PUT -> {
                    store().put(step.key, ValueAndTimestamp.make("v", step.timeMs));
                    now.put(step.key, step.timeMs);
                }
                case DELETE -> {
                    store().delete(step.key);
                    now.remove(step.key);
                }
                case SEAL -> seal();
                case COMMIT -> commit();
                case ROLLBACK -> rollback();
                case REOPEN -> reopen(true);
                case CHANGE_WITHOUT_INDEX -> {
                    reopen(false);
                    store().put(step.key, ValueAndTimestamp.make("w", step.timeMs));
                    now.put(step.key, step.timeMs);
                    seal();
                    commit();
                    reopen(true);
                }
                case RESTORE -> restore(step);
            }
        }

        private void seal() {
            if (sealed == null) {
                sealed = TaskSetup.write(stores);
                stores.seal();
                sealedRows = new TreeMap<>(now);
            }
        }

        private void commit() {
            if (sealed != null) {
                stores.commit(sealed);
                committed = sealedRows;
                sealed = null;
            }
        }

        private void rollback() {
            stores.rollback();
            sealed = null;
            now = new TreeMap<>(committed);
        }

        private void reopen(boolean byTime) {
            stores.close();
            stores = open(byTime);
            sealed = null;
            if (location == StoreLocation.IN_MEMORY) {
                committed.clear();
            }
            now = new TreeMap<>(committed);
        }

        /** Two records of one key, of which the later counts, and a tombstone. */
        private void restore(Step step) {
            if (logged) {
                rollback();
                long position = stores.position(STORE);
                List<LogRecord> records = List.of(
                        record(position, step.key, "1", step.askedMs + 1),
                        record(position + 1, step.key, "2", step.timeMs),
                        record(position + 2, "c".equals(step.key) ? "a" : "c", null, 1));
                stores.restore(STORE, records, position + 3);
                committed.put(step.key, step.timeMs);
                committed.remove("c".equals(step.key) ? "a" : "c");
                now = new TreeMap<>(committed);
            }
        }

        private static LogRecord record(long offset, String key, String value, long timestamp) {
            return new LogRecord(
                    offset,
                    timestamp,
                    key.getBytes(StandardCharsets.UTF_8),
                    value == null ? null : value.getBytes(StandardCharsets.UTF_8),
                    LogRecord.NO_HEADERS);
        }
    }
}
