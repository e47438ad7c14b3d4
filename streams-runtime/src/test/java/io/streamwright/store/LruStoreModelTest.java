package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.LogRecord;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.common.serialization.Serdes;

/** Whatever is written, read, committed, dropped and restored: the entries that were used last are there. */
final class LruStoreModelTest {
    private static final String STORE = "lru";

    /** What happens next. */
    enum Work {
        PUT,
        GET,
        DELETE,
        PUT_IF_ABSENT,
        SEAL,
        COMMIT,
        ROLLBACK,
        /** The process is gone: what is not committed is lost, and the store is restored from its changelog. */
        RESTART
    }

    /** A step, with its key. */
    record Step(Work work, String key) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Work> work = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(8, Arbitraries.just(Work.PUT)),
                net.jqwik.api.Tuple.of(4, Arbitraries.just(Work.GET)),
                net.jqwik.api.Tuple.of(8, Arbitraries.of(Work.class)));
        return Combinators.combine(work, Arbitraries.of("a", "b", "c", "d", "e"))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(60);
    }

    @Property
    void entriesThatWereUsedLast_stay(
            @ForAll @IntRange(max = 4) int maxEntries, @ForAll boolean timestamped, @ForAll("steps") List<Step> steps) {
        Run run = new Run(maxEntries, timestamped);
        int number = 0;
        for (Step step : steps) {
            run.take(step, "v" + number++);
            assertThat(run.entries()).as("after %s of %s", step, steps).isEqualTo(new TreeMap<>(run.now));
        }
        run.stores.close();
    }

    /** The least recently used entry first, as the store should have them. */
    private static final class Uses extends LinkedHashMap<String, String> {
        private static final long serialVersionUID = 1;
        private final int most;

        Uses(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        Uses copy() {
            Uses copy = new Uses(most);
            forEach(copy::put);
            return copy;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > most;
        }
    }

    /** The store, its changelog, and what it should hold. Owner: the property. */
    private static final class Run {
        private final int maxEntries;
        private final boolean timestamped;
        private final List<LogRecord> changelog = new ArrayList<>();
        private TaskStores stores;
        private Uses committed;
        private Uses now;
        /** What the sealed transaction wrote; null if there is none. */
        private List<LogRecord> sealed;

        private Uses sealedUses;

        Run(int maxEntries, boolean timestamped) {
            this.maxEntries = maxEntries;
            this.timestamped = timestamped;
            this.committed = new Uses(maxEntries);
            this.now = committed.copy();
            this.stores = open();
        }

        private TaskStores open() {
            TaskSetup setup = new TaskSetup(Path.of("nowhere"));
            return (timestamped
                            ? setup.logged(Stores.timestampedKeyValueStoreBuilder(
                                    Stores.lruMap(STORE, maxEntries), Serdes.String(), Serdes.String()))
                            : setup.logged(Stores.keyValueStoreBuilder(
                                    Stores.lruMap(STORE, maxEntries), Serdes.String(), Serdes.String())))
                    .open();
        }

        private KeyValueStore<String, String> plain() {
            return TaskSetup.store(stores, STORE);
        }

        private TimestampedKeyValueStore<String, String> dated() {
            return TaskSetup.store(stores, STORE);
        }

        Map<String, String> entries() {
            Map<String, String> found = new TreeMap<>();
            if (timestamped) {
                try (KeyValueIterator<String, ValueAndTimestamp<String>> all = dated().all()) {
                    all.forEachRemaining(entry -> found.put(entry.key, entry.value.value()));
                }
            } else {
                try (KeyValueIterator<String, String> all = plain().all()) {
                    all.forEachRemaining(entry -> found.put(entry.key, entry.value));
                }
            }
            assertThat(plainOrDatedCount()).isEqualTo(found.size());
            return found;
        }

        private long plainOrDatedCount() {
            return timestamped ? dated().approximateNumEntries() : plain().approximateNumEntries();
        }

        void take(Step step, String value) {
            switch (step.work) {
                case PUT -> {
                    put(step.key, value);
                    now.put(step.key, value);
                }
                case GET -> assertThat(get(step.key)).isEqualTo(now.get(step.key));
                case DELETE -> {
                    put(step.key, null);
                    now.remove(step.key);
                }
                case PUT_IF_ABSENT -> {
                    putIfAbsent(step.key, value);
                    if (now.get(step.key) == null) {
                        now.put(step.key, value);
                    }
                }
                case SEAL -> seal();
                case COMMIT -> {
                    seal();
                    changelog.addAll(sealed);
                    stores.commit(Map.of(TaskSetup.changelogOf(STORE), (long) changelog.size()));
                    committed = sealedUses;
                    sealed = null;
                }
                case ROLLBACK -> {
                    stores.rollback();
                    forget();
                }
                case RESTART -> restart();
            }
        }

        private void put(String key, String value) {
            if (timestamped) {
                dated().put(key, ValueAndTimestamp.make(value, 1));
            } else {
                plain().put(key, value);
            }
        }

        private void putIfAbsent(String key, String value) {
            if (timestamped) {
                dated().putIfAbsent(key, ValueAndTimestamp.make(value, 1));
            } else {
                plain().putIfAbsent(key, value);
            }
        }

        private String get(String key) {
            return timestamped ? ValueAndTimestamp.getValueOrNull(dated().get(key)) : plain().get(key);
        }

        private void forget() {
            sealed = null;
            now = committed.copy();
        }

        private void seal() {
            if (sealed != null) {
                return;
            }
            List<LogRecord> written = new ArrayList<>();
            stores.writeChanges((partition, timestamp, key, value, headers) ->
                    written.add(new LogRecord(changelog.size() + written.size(), timestamp, key, value, headers)));
            stores.seal();
            sealed = written;
            sealedUses = now.copy();
        }

        /** What was only read does not count any more: the changelog knows the order of writes. */
        private void restart() {
            stores.close();
            stores = open();
            stores.restore(STORE, List.copyOf(changelog), changelog.size());
            committed = new Uses(maxEntries);
            for (LogRecord record : changelog) {
                String key = new String(record.key(), StandardCharsets.UTF_8);
                if (record.value() == null) {
                    committed.remove(key);
                } else {
                    committed.put(key, new String(record.value(), StandardCharsets.UTF_8));
                }
            }
            forget();
        }
    }
}
