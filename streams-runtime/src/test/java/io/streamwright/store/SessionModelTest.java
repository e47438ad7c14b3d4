package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.KeyValue;
import io.streamwright.kstream.SessionWindow;
import io.streamwright.kstream.Windowed;
import io.streamwright.state.BuiltInSessionStore;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.SessionStore;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
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
import java.util.TreeMap;
import java.util.function.Predicate;
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

/** Whatever is done in whatever order, a session store is what a sorted map of sessions and the highest end would be. */
final class SessionModelTest {
    private static final String STORE = "store";
    private static final long RETENTION_MS = 150_000;
    private static final long STEP_MS = 20_000;

    /** Keys that begin like others, also like others with the first bytes of a time behind. */
    private static final List<Bytes> KEYS = Stream.of(
                    "", "00", "0000", "61", "610000", "6100000000000000", "ff", "ffff")
            .map(hex -> Bytes.wrap(HexFormat.of().parseHex(hex)))
            .toList();

    enum Kind {
        PUT,
        PUT_AGAIN,
        REMOVE,
        FETCH_SESSION,
        FIND_OF_KEY,
        FIND_OF_KEYS,
        FETCH_OF_KEY,
        FETCH_OF_KEYS,
        FIND_BY_END,
        ALL,
        SEAL,
        COMMIT,
        COMMIT_AT_ONCE,
        ROLLBACK,
        RESTART
    }

    /** What to do; times count in steps. */
    record Step(Kind kind, int key, int otherKey, int time, int otherTime) {
        long startMs() {
            return Math.min(time, otherTime) * STEP_MS;
        }

        long endMs() {
            return Math.max(time, otherTime) * STEP_MS;
        }
    }

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

    @Property
    void persistentStore_keepsWhatTheModelKeeps(@ForAll("steps") List<Step> steps) throws IOException {
        check(new BuiltInSessionStore(STORE, StoreLocation.PERSISTENT, RETENTION_MS, false), steps);
    }

    @Property
    void persistentStoreInOrderOfTime_keepsWhatTheModelKeeps(@ForAll("steps") List<Step> steps) throws IOException {
        check(new BuiltInSessionStore(STORE, StoreLocation.PERSISTENT, RETENTION_MS, true), steps);
    }

    @Property
    void inMemoryStore_keepsWhatTheModelKeeps(@ForAll("steps") List<Step> steps, @ForAll boolean timeOrdered)
            throws IOException {
        check(new BuiltInSessionStore(STORE, StoreLocation.IN_MEMORY, RETENTION_MS, timeOrdered), steps);
    }

    private static void check(BuiltInSessionStore supplier, List<Step> steps) throws IOException {
        Path directory = Files.createTempDirectory("session-model");
        TaskSetup setup = new TaskSetup(directory)
                .flushLimits(TaskSetup.TINY_FLUSH_LIMITS)
                .logged(Stores.sessionStoreBuilder(supplier, Serdes.Bytes(), Serdes.ByteArray()));
        try (Run run = new Run(setup)) {
            steps.forEach(run::step);
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** A session of a key, in the order in which those of one key come. */
    private record Session(Bytes key, long start, long end) implements Comparable<Session> {
        @Override
        public int compareTo(Session other) {
            return Comparator.comparing(Session::key)
                    .thenComparing(Session::end)
                    .thenComparing(Session::start)
                    .compare(this, other);
        }

        Windowed<Bytes> windowed() {
            return new Windowed<>(key, new SessionWindow(start, end));
        }

        @Override
        public String toString() {
            return HexFormat.of().formatHex(key.get()) + "@" + start + "-" + end;
        }
    }

    /** What a store holds. Immutable. */
    private record Content(TreeMap<Session, String> sessions, long observed) {
        boolean isLive(Session session) {
            return session.end > observed - RETENTION_MS;
        }

        Content with(Session session, String value) {
            if (!isLive(session)) {
                return this;
            }
            TreeMap<Session, String> changed = new TreeMap<>(sessions);
            if (value == null) {
                changed.remove(session);
            } else {
                changed.put(session, value);
            }
            return new Content(changed, Math.max(observed, session.end));
        }

        TreeMap<Session, String> live(Predicate<Session> asked) {
            TreeMap<Session, String> live = new TreeMap<>(sessions);
            live.keySet().removeIf(session -> !isLive(session) || !asked.test(session));
            return live;
        }
    }

    /** The store and the model beside it. Owner: the test's thread. */
    private static final class Run implements AutoCloseable {
        private static final Content EMPTY = new Content(new TreeMap<>(), -1);
        private static final TopicPartition CHANGELOG = TaskSetup.changelogOf(STORE);

        private final TaskSetup setup;
        private final FakeLog log = new FakeLog().recordsPerPoll(4);
        private final List<Runnable> sealedRecords = new ArrayList<>();
        private TaskStores stores;
        private SessionStore<Bytes, byte[]> store;
        private Content committed = EMPTY;
        private Content sealed;
        private Content current = EMPTY;
        private int writes;
        private long logged;

        Run(TaskSetup setup) {
            this.setup = setup;
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
            Session session = new Session(key, step.startMs(), step.endMs());
            long time = step.time * STEP_MS;
            long otherTime = step.otherTime * STEP_MS;
            switch (step.kind) {
                case PUT, PUT_AGAIN -> put(session, "v" + writes++);
                case REMOVE -> remove(session);
                case FETCH_SESSION -> fetchSession(session);
                case FIND_OF_KEY -> findOfKey(key, time, otherTime);
                case FIND_OF_KEYS -> {
                    findOfKeys(key, otherKey, time, otherTime);
                    findOfKeys(key, null, time, otherTime);
                    findOfKeys(null, otherKey, time, otherTime);
                }
                case FETCH_OF_KEY ->
                    checkOfKey(store.fetch(key), store.backwardFetch(key), found -> found.key.equals(key));
                case FETCH_OF_KEYS ->
                    check(
                            store.fetch(key, otherKey),
                            store.backwardFetch(key, otherKey),
                            found -> isBetween(key, found.key, otherKey));
                case FIND_BY_END -> findByEnd(time, otherTime);
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

        private void put(Session session, String value) {
            store.put(session.windowed(), value.getBytes(StandardCharsets.UTF_8));
            current = current.with(session, value);
        }

        private void remove(Session session) {
            store.remove(session.windowed());
            current = current.with(session, null);
        }

        private void fetchSession(Session session) {
            byte[] value = store.fetchSession(session.key, session.start, session.end);
            assertThat(value == null ? null : new String(value, StandardCharsets.UTF_8))
                    .isEqualTo(current.live(session::equals).get(session));
        }

        private void findOfKey(Bytes key, long earliestEnd, long latestStart) {
            checkOfKey(
                    store.findSessions(key, earliestEnd, latestStart),
                    store.backwardFindSessions(key, earliestEnd, latestStart),
                    found -> found.key.equals(key) && found.end >= earliestEnd && found.start <= latestStart);
        }

        private void findOfKeys(Bytes first, Bytes last, long earliestEnd, long latestStart) {
            check(
                    store.findSessions(first, last, earliestEnd, latestStart),
                    store.backwardFindSessions(first, last, earliestEnd, latestStart),
                    found -> isBetween(first, found.key, last)
                            && found.end >= earliestEnd
                            && found.start <= latestStart);
        }

        private static boolean isBetween(Bytes first, Bytes key, Bytes last) {
            return (first == null || first.compareTo(key) <= 0) && (last == null || key.compareTo(last) <= 0);
        }

        private void findByEnd(long earliestEnd, long latestEnd) {
            List<Map.Entry<Session, String>> found = entries(store.findSessions(earliestEnd, latestEnd));
            found.sort(Map.Entry.comparingByKey());
            assertThat(found).isEqualTo(expected(session -> earliestEnd <= session.end && session.end <= latestEnd));
        }

        private void all() {
            check(store.fetch(null, null), store.backwardFetch(null, null), session -> true);
        }

        private List<Map.Entry<Session, String>> expected(Predicate<Session> asked) {
            return current.live(asked).entrySet().stream()
                    .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                    .toList();
        }

        private void checkOfKey(
                KeyValueIterator<Windowed<Bytes>, byte[]> forward,
                KeyValueIterator<Windowed<Bytes>, byte[]> backward,
                Predicate<Session> asked) {
            assertThat(entries(forward)).isEqualTo(expected(asked));
            assertThat(reversed(entries(backward))).isEqualTo(expected(asked));
        }

        private void check(
                KeyValueIterator<Windowed<Bytes>, byte[]> forward,
                KeyValueIterator<Windowed<Bytes>, byte[]> backward,
                Predicate<Session> asked) {
            List<Map.Entry<Session, String>> found = entries(forward);
            assertThat(reversed(entries(backward))).isEqualTo(found);
            List<Map.Entry<Session, String>> sorted = new ArrayList<>(found);
            // stable: sessions of one key come in the order of time
            sorted.sort(Comparator.comparing(entry -> entry.getKey().key));
            assertThat(sorted).isEqualTo(expected(asked));
        }

        private static List<Map.Entry<Session, String>> entries(KeyValueIterator<Windowed<Bytes>, byte[]> iterator) {
            List<Map.Entry<Session, String>> entries = new ArrayList<>();
            try (iterator) {
                while (iterator.hasNext()) {
                    Windowed<Bytes> peeked = iterator.peekNextKey();
                    KeyValue<Windowed<Bytes>, byte[]> next = iterator.next();
                    assertThat(next.key).isEqualTo(peeked);
                    Session session = new Session(
                            next.key.key(),
                            next.key.window().start(),
                            next.key.window().end());
                    entries.add(Map.entry(session, new String(next.value, StandardCharsets.UTF_8)));
                }
            }
            return entries;
        }

        private static <T> List<T> reversed(List<T> entries) {
            List<T> result = new ArrayList<>(entries);
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
