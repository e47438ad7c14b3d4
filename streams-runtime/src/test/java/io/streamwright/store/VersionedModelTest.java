package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.state.BuiltInVersionedStore;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.VersionedRecord;
import io.streamwright.store.versioned.VersionedStore;
import java.io.IOException;
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
import org.apache.kafka.common.utils.Bytes;

/** Whatever is done in whatever order, a versioned store is what a sorted map of all versions and the highest timestamp would be. */
final class VersionedModelTest {
    private static final String STORE = "store";
    private static final long RETENTION_MS = 20;

    /** Keys that begin like others, also like others with the first bytes of a time behind. */
    private static final List<Bytes> KEYS = Stream.of("", "00", "61", "610000", "6100000000000000", "ff")
            .map(hex -> Bytes.wrap(HexFormat.of().parseHex(hex)))
            .toList();

    enum Kind {
        PUT,
        PUT_AGAIN,
        PUT_NULL,
        DELETE,
        GET,
        GET_AS_OF,
        VERSIONS,
        SEAL,
        COMMIT,
        COMMIT_AT_ONCE,
        ROLLBACK,
        RESTART,
        RESTORE
    }

    /** What to do; a time is counted from the begin, so that later steps tend to later times. */
    record Step(Kind kind, int key, int time, int length) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(0, KEYS.size() - 1),
                        Arbitraries.integers().between(0, 40),
                        Arbitraries.integers().between(0, 30))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(150);
    }

    @Property
    void persistentStore_keepsWhatTheModelKeeps(@ForAll("steps") List<Step> steps) throws IOException {
        check(new BuiltInVersionedStore(STORE, StoreLocation.PERSISTENT, RETENTION_MS, 7), steps);
    }

    @Property
    void inMemoryStore_keepsWhatTheModelKeeps(@ForAll("steps") List<Step> steps) throws IOException {
        check(new BuiltInVersionedStore(STORE, StoreLocation.IN_MEMORY, RETENTION_MS, 1), steps);
    }

    @Property
    void storeWithoutHistory_keepsWhatTheModelKeeps(@ForAll("steps") List<Step> steps) throws IOException {
        check(new BuiltInVersionedStore(STORE, StoreLocation.IN_MEMORY, 0, 3), steps);
    }

    private static void check(BuiltInVersionedStore supplier, List<Step> steps) throws IOException {
        Path directory = Files.createTempDirectory("versioned-model");
        TaskSetup setup = new TaskSetup(directory)
                .flushLimits(TaskSetup.TINY_FLUSH_LIMITS)
                .logged(Stores.versionedKeyValueStoreBuilder(supplier, Serdes.Bytes(), Serdes.String()));
        try (Run run = new Run(setup, supplier.historyRetentionMs())) {
            for (int index = 0; index < steps.size(); index++) {
                run.step(steps.get(index), index / 2);
            }
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

    /** All versions ever put, and the highest timestamp. Immutable. */
    private record Content(Map<Bytes, TreeMap<Long, Optional<String>>> versions, long observed, long retention) {
        boolean takes(long timestamp) {
            return timestamp >= observed - retention;
        }

        Content with(Bytes key, String value, long timestamp) {
            Map<Bytes, TreeMap<Long, Optional<String>>> changed = new HashMap<>(versions);
            TreeMap<Long, Optional<String>> ofKey = new TreeMap<>(of(key));
            ofKey.put(timestamp, Optional.ofNullable(value));
            changed.put(key, ofKey);
            return new Content(changed, Math.max(observed, timestamp), retention);
        }

        TreeMap<Long, Optional<String>> of(Bytes key) {
            return versions.getOrDefault(key, new TreeMap<>());
        }

        long validTo(Bytes key, long timestamp) {
            Long next = of(key).higherKey(timestamp);
            return next == null ? VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED : next;
        }

        VersionedRecord<String> record(Bytes key, Long timestamp) {
            Optional<String> value = timestamp == null ? Optional.empty() : of(key).get(timestamp);
            if (value.isEmpty()) {
                return null;
            }
            Long next = of(key).higherKey(timestamp);
            return next == null
                    ? new VersionedRecord<>(value.get(), timestamp)
                    : new VersionedRecord<>(value.get(), timestamp, next);
        }

        VersionedRecord<String> newest(Bytes key) {
            return of(key).isEmpty() ? null : withoutEnd(record(key, of(key).lastKey()));
        }

        VersionedRecord<String> asOf(Bytes key, long time) {
            if (time < observed - retention) {
                VersionedRecord<String> newest = newest(key);
                return newest != null && newest.timestamp() <= time ? newest : null;
            }
            return withoutEnd(record(key, of(key).floorKey(time)));
        }

        private static VersionedRecord<String> withoutEnd(VersionedRecord<String> record) {
            return record == null ? null : new VersionedRecord<>(record.value(), record.timestamp());
        }

        List<VersionedRecord<String>> between(Bytes key, long from, long to) {
            List<VersionedRecord<String>> found = new ArrayList<>();
            long first = Math.max(from, observed - retention);
            if (first > to) {
                VersionedRecord<String> newest = from <= to ? asOf(key, to) : null;
                return newest == null ? List.of() : List.of(newest);
            }
            for (Long timestamp : of(key).headMap(to, true).keySet()) {
                VersionedRecord<String> record = record(key, timestamp);
                if (record != null && record.validTo().orElse(Long.MAX_VALUE) > first) {
                    found.add(record);
                }
            }
            return found;
        }
    }

    /** The store and the model beside it. Owner: the test's thread. */
    private static final class Run implements AutoCloseable {
        private static final TopicPartition CHANGELOG = TaskSetup.changelogOf(STORE);

        private final TaskSetup setup;
        private final FakeLog log = new FakeLog().recordsPerPoll(4);
        private final List<Runnable> sealedRecords = new ArrayList<>();
        private TaskStores stores;
        private VersionedStore<Bytes, String> store;
        private Content committed;
        private Content sealed;
        private Content current;
        private int writes;
        private long logged;

        Run(TaskSetup setup, long retention) {
            this.setup = setup;
            committed = new Content(Map.of(), -1, retention);
            current = committed;
            log.partition(CHANGELOG);
            reopen();
        }

        private void reopen() {
            stores = setup.open();
            restore();
            store = TaskSetup.store(stores, STORE);
        }

        private void restore() {
            try (RestoreProcess process = RestoreProcess.start(log, stores, RestoreProgress.NONE)) {
                while (!process.step(Duration.ZERO)) {}
            }
        }

        void step(Step step, long start) {
            Bytes key = KEYS.get(step.key);
            long time = start + step.time;
            switch (step.kind) {
                case PUT, PUT_AGAIN -> put(key, "v" + writes++, time);
                case PUT_NULL -> put(key, null, time);
                case DELETE -> delete(key, time);
                case GET -> assertThat(store.get(key)).isEqualTo(current.newest(key));
                case GET_AS_OF -> assertThat(store.get(key, time)).isEqualTo(current.asOf(key, time));
                case VERSIONS -> versions(key, time, time + step.length - 5);
                case SEAL -> seal();
                case COMMIT -> commit();
                case COMMIT_AT_ONCE -> {
                    commit();
                    seal();
                    commit();
                }
                case ROLLBACK -> rollback();
                case RESTART -> restart();
                case RESTORE -> restoreFromTheBegin();
            }
        }

        private void put(Bytes key, String value, long time) {
            long validTo = store.put(key, value, time);
            if (current.takes(time)) {
                current = current.with(key, value, time);
                assertThat(validTo).isEqualTo(current.validTo(key, time));
            } else {
                assertThat(validTo).isEqualTo(VersionedKeyValueStore.PUT_RETURN_CODE_NOT_PUT);
            }
        }

        private void delete(Bytes key, long time) {
            VersionedRecord<String> deleted = store.delete(key, time);
            if (current.takes(time)) {
                assertThat(deleted).isEqualTo(current.asOf(key, time));
                current = current.with(key, null, time);
            } else {
                assertThat(deleted).isNull();
            }
        }

        private void versions(Bytes key, long from, long to) {
            List<VersionedRecord<String>> expected = new ArrayList<>(current.between(key, from, to));
            assertThat(found(key, from, to, true)).isEqualTo(expected);
            Collections.reverse(expected);
            assertThat(found(key, from, to, false)).isEqualTo(expected);
        }

        private List<VersionedRecord<String>> found(Bytes key, long from, long to, boolean ascending) {
            List<VersionedRecord<String>> found = new ArrayList<>();
            try (var versions = store.versions(key, from, to, ascending)) {
                versions.forEachRemaining(found::add);
            }
            return found;
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

        private void restoreFromTheBegin() {
            rollback();
            stores.reset(STORE);
            restore();
        }

        @Override
        public void close() {
            KEYS.forEach(key -> {
                assertThat(store.get(key)).isEqualTo(current.newest(key));
                versions(key, 0, Long.MAX_VALUE);
            });
            stores.close();
        }
    }
}
