package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.kstream.SessionWindow;
import io.streamwright.kstream.Windowed;
import io.streamwright.log.LogRecord;
import io.streamwright.state.AggregationWithHeaders;
import io.streamwright.state.KeepsHeaders;
import io.streamwright.state.SessionStore;
import io.streamwright.state.SessionStoreWithHeaders;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.TimestampedKeyValueStoreWithHeaders;
import io.streamwright.state.TimestampedWindowStoreWithHeaders;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.ValueTimestampHeaders;
import io.streamwright.store.committed.StoreInvariantException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stores with headers go with their transaction, come back from their changelog, and may be taken for stores without headers. */
final class HeadersStoresTest {
    private static final String STORE = "store";
    private static final Windowed<String> SESSION = new Windowed<>("a", new SessionWindow(5, 9));

    @TempDir
    private Path directory;

    private static StoreBuilder<TimestampedKeyValueStoreWithHeaders<String, String>> withHeaders(
            StoreLocation location) {
        return Stores.timestampedKeyValueStoreWithHeadersBuilder(
                TaskSetup.supplier(location, STORE), Serdes.String(), Serdes.String());
    }

    private static Headers headers(String value) {
        return new RecordHeaders().add("h", value.getBytes(StandardCharsets.UTF_8));
    }

    private static ValueTimestampHeaders<String> row(String value, long timestamp, String header) {
        return ValueTimestampHeaders.make(value, timestamp, headers(header));
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void abortedTransaction_leavesValuesAndHeadersAsTheyWere(StoreLocation location) {
        try (TaskStores stores =
                new TaskSetup(directory).logged(withHeaders(location)).open()) {
            // given
            TimestampedKeyValueStoreWithHeaders<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", row("1", 10, "first"));
            TaskSetup.commit(stores);
            // when
            store.put("a", row("2", 20, "second"));
            store.put("b", row("3", 30, "third"));
            assertThat(store.get("a")).isEqualTo(row("2", 20, "second"));
            stores.rollback();
            // then
            assertThat(store.get("a")).isEqualTo(row("1", 10, "first"));
            assertThat(store.get("b")).isNull();
        }
    }

    @Test
    void storeThatIsOpenedAgain_hasItsHeaders() {
        TaskSetup setup = new TaskSetup(directory).logged(withHeaders(StoreLocation.PERSISTENT));
        try (TaskStores stores = setup.open()) {
            TimestampedKeyValueStoreWithHeaders<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", row("1", 10, "first"));
            TaskSetup.commit(stores);
            store.put("a", row("not committed", 11, "x"));
        }
        try (TaskStores stores = setup.open()) {
            TimestampedKeyValueStoreWithHeaders<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(store.get("a")).isEqualTo(row("1", 10, "first"));
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void changelog_bringsBackValuesTimestampsAndHeaders(StoreLocation location) {
        // given
        List<LogRecord> changelog = new ArrayList<>();
        try (TaskStores stores = new TaskSetup(directory.resolve("one"))
                .logged(withHeaders(location))
                .open()) {
            TimestampedKeyValueStoreWithHeaders<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", row("1", 10, "first"));
            store.put("b", ValueTimestampHeaders.make("2", 20, null));
            store.put("c", row("3", 30, "third"));
            commit(stores, changelog);
            store.delete("c");
            commit(stores, changelog);
        }
        // when
        try (TaskStores stores = new TaskSetup(directory.resolve("two"))
                .logged(withHeaders(location))
                .open()) {
            stores.restore(STORE, changelog, changelog.size());
            // then
            TimestampedKeyValueStoreWithHeaders<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(store.get("a")).isEqualTo(row("1", 10, "first"));
            assertThat(store.get("b")).isEqualTo(ValueTimestampHeaders.make("2", 20, new RecordHeaders()));
            assertThat(store.get("c")).isNull();
        }
    }

    private static void commit(TaskStores stores, List<LogRecord> changelog) {
        long position = stores.position(STORE);
        stores.writeChanges((partition, timestamp, key, value, headers) ->
                changelog.add(new LogRecord(changelog.size(), timestamp, key, value, headers)));
        stores.seal();
        stores.commit(Map.of(TaskSetup.changelogOf(STORE), position + 4));
    }

    @Test
    void deletion_hasTheHeadersOfTheRecordInWork() {
        TaskSetup setup = new TaskSetup(directory).logged(withHeaders(StoreLocation.IN_MEMORY));
        try (TaskStores stores = setup.open()) {
            TimestampedKeyValueStoreWithHeaders<String, String> store = TaskSetup.store(stores, STORE);
            setup.headers = headers("cause");
            setup.timestamp = 77;
            store.put("a", row("1", 10, "own"));
            store.put("a", ValueTimestampHeaders.makeAllowNullable(null, 11, headers("of nothing")));
            List<LogRecord> changelog = new ArrayList<>();
            commit(stores, changelog);
            assertThat(changelog).singleElement().satisfies(record -> {
                assertThat(record.value()).isNull();
                assertThat(record.timestamp()).isEqualTo(77);
                assertThat(record.headers()).containsExactly(headers("cause").toArray());
            });
            assertThat(setup.headers).isEqualTo(headers("cause"));
        }
    }

    @Test
    void storeWithoutHeaders_thatIsToHaveThem_isRestoredFromItsChangelog() {
        // given
        List<LogRecord> changelog = new ArrayList<>();
        TaskSetup before = new TaskSetup(directory).logged(TaskSetup.timestamped(StoreLocation.PERSISTENT, STORE));
        try (TaskStores stores = before.open()) {
            TimestampedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", ValueAndTimestamp.make("1", 10));
            commit(stores, changelog);
        }
        // when
        TaskSetup after = new TaskSetup(directory).logged(withHeaders(StoreLocation.PERSISTENT));
        try (TaskStores stores = after.open()) {
            TimestampedKeyValueStoreWithHeaders<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(stores.position(STORE)).isZero();
            assertThat(store.get("a")).isNull();
            stores.restore(STORE, changelog, 1);
            // then
            assertThat(store.get("a")).isEqualTo(ValueTimestampHeaders.make("1", 10, new RecordHeaders()));
            store.put("a", row("2", 20, "new"));
            commit(stores, changelog);
        }
        // and the way back
        try (TaskStores stores = before.open()) {
            TimestampedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(stores.position(STORE)).isZero();
            stores.restore(STORE, changelog, 2);
            assertThat(store.get("a")).isEqualTo(ValueAndTimestamp.make("2", 20));
        }
    }

    @Test
    void storeWithoutChangelog_thatIsToHaveHeaders_isRefused() {
        TaskSetup before = new TaskSetup(directory)
                .with(new TaskStore(
                        TaskSetup.timestamped(StoreLocation.PERSISTENT, STORE).withLoggingDisabled(),
                        Optional.empty(),
                        false));
        try (TaskStores stores = before.open()) {
            TimestampedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", ValueAndTimestamp.make("1", 10));
            stores.writeChanges((partition, timestamp, key, value, headers) -> {});
            stores.seal();
            stores.commit(Map.of());
        }
        TaskSetup after = new TaskSetup(directory)
                .with(new TaskStore(
                        withHeaders(StoreLocation.PERSISTENT).withLoggingDisabled(), Optional.empty(), false));
        assertThatThrownBy(after::open)
                .isInstanceOf(StoreInvariantException.class)
                .hasMessageContainingAll("TIMESTAMPED", "HEADERS_AND_TIMESTAMP", "no changelog", STORE);
        try (TaskStores stores = before.open()) {
            TimestampedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(store.get("a")).isEqualTo(ValueAndTimestamp.make("1", 10));
        }
    }

    @Test
    void storeTakenForOneWithoutHeaders_showsTheSameRowsAndWritesNoHeaders() {
        try (TaskStores stores = new TaskSetup(directory)
                .logged(withHeaders(StoreLocation.PERSISTENT))
                .open()) {
            TimestampedKeyValueStoreWithHeaders<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", row("1", 10, "first"));
            @SuppressWarnings("unchecked") // it is made of this store
            TimestampedKeyValueStore<String, String> face =
                    (TimestampedKeyValueStore<String, String>) ((KeepsHeaders) store).withoutHeaders();
            assertThat(((KeepsHeaders) store).withoutHeaders()).isSameAs(face);
            assertThat(face.get("a")).isEqualTo(ValueAndTimestamp.make("1", 10));
            face.put("b", ValueAndTimestamp.make("2", 20));
            assertThat(store.get("b")).isEqualTo(ValueTimestampHeaders.make("2", 20, new RecordHeaders()));
            face.delete("a");
            assertThat(store.get("a")).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void windowsAndSessions_keepTheirHeadersWithTheirTransaction(StoreLocation location) {
        Duration retention = Duration.ofMinutes(1);
        boolean onDisk = location == StoreLocation.PERSISTENT;
        StoreBuilder<TimestampedWindowStoreWithHeaders<String, String>> windows =
                Stores.timestampedWindowStoreWithHeadersBuilder(
                        onDisk
                                ? Stores.persistentTimestampedWindowStoreWithHeaders(
                                        "windows", retention, Duration.ofMillis(10), false)
                                : Stores.inMemoryWindowStore("windows", retention, Duration.ofMillis(10), false),
                        Serdes.String(),
                        new TaggingSerde());
        StoreBuilder<SessionStoreWithHeaders<String, String>> sessions = Stores.sessionStoreWithHeadersBuilder(
                onDisk
                        ? Stores.persistentSessionStoreWithHeaders("sessions", retention)
                        : Stores.inMemorySessionStore("sessions", retention),
                Serdes.String(),
                Serdes.String());
        try (TaskStores stores =
                new TaskSetup(directory).logged(windows).logged(sessions).open()) {
            TimestampedWindowStoreWithHeaders<String, String> window = TaskSetup.store(stores, "windows");
            SessionStoreWithHeaders<String, String> session = TaskSetup.store(stores, "sessions");
            window.put("a", row("1", 12, "first"), 10);
            session.put(SESSION, AggregationWithHeaders.make("1", headers("first")));
            TaskSetup.commit(stores);
            window.put("a", row("22", 13, "second"), 10);
            session.put(SESSION, AggregationWithHeaders.make("2", headers("second")));
            assertThat(window.fetch("a", 10).headers()).extracting(Header::key).containsExactly("h", "length");
            assertThat(window.fetch("a", 10).value()).isEqualTo("22#2");
            stores.rollback();
            assertThat(window.fetch("a", 10).value()).isEqualTo("1#1");
            assertThat(window.fetch("a", 10).headers().lastHeader("h").value())
                    .asString()
                    .isEqualTo("first");
            assertThat(session.fetchSession("a", 5, 9)).isEqualTo(AggregationWithHeaders.make("1", headers("first")));
            @SuppressWarnings("unchecked") // it is made of this store
            SessionStore<String, String> face =
                    (SessionStore<String, String>) ((KeepsHeaders) session).withoutHeaders();
            assertThat(face.fetchSession("a", 5, 9)).isEqualTo("1");
            face.remove(SESSION);
            assertThat(session.fetchSession("a", 5, 9)).isNull();
        }
    }
}
