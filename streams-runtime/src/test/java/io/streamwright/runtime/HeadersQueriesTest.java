package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StoreQueryParameters;
import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.kstream.SessionWindow;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ReadOnlyRecord;
import io.streamwright.processor.api.Record;
import io.streamwright.query.StateQueryRequest;
import io.streamwright.query.TimestampedKeyWithHeadersQuery;
import io.streamwright.state.AggregationWithHeaders;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.QueryableStoreType;
import io.streamwright.state.QueryableStoreTypes;
import io.streamwright.state.SessionStoreWithHeaders;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStoreWithHeaders;
import io.streamwright.state.TimestampedWindowStoreWithHeaders;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.ValueTimestampHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores with headers answer from outside with their headers, or as stores without them. */
final class HeadersQueriesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path directory;

    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 1);
        harness.write("in", List.of(new ProducerRecord<>("in", null, 12L, "a", "value")));
    }

    private static Headers headers() {
        return new RecordHeaders().add("h", "x".getBytes(StandardCharsets.UTF_8));
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(Stores.timestampedKeyValueStoreWithHeadersBuilder(
                Stores.persistentTimestampedKeyValueStoreWithHeaders("rows"), Serdes.String(), Serdes.String()));
        builder.addStateStore(Stores.timestampedWindowStoreWithHeadersBuilder(
                Stores.inMemoryWindowStore("windows", HOUR, Duration.ofMillis(10), false),
                Serdes.String(),
                Serdes.String()));
        builder.addStateStore(Stores.sessionStoreWithHeadersBuilder(
                Stores.persistentSessionStoreWithHeaders("sessions", HOUR), Serdes.String(), Serdes.String()));
        builder.<String, String>stream("in").process(Keep::new, "rows", "windows", "sessions");
        return builder.build();
    }

    private static final class Keep extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            TimestampedKeyValueStoreWithHeaders<String, String> rows = context().getStateStore("rows");
            TimestampedWindowStoreWithHeaders<String, String> windows =
                    context().getStateStore("windows");
            SessionStoreWithHeaders<String, String> sessions = context().getStateStore("sessions");
            ValueTimestampHeaders<String> row =
                    ValueTimestampHeaders.make(record.value(), record.timestamp(), headers());
            rows.put(record.key(), row);
            windows.put(record.key(), row, 10);
            sessions.put(
                    new Windowed<>(record.key(), new SessionWindow(10, 12)),
                    AggregationWithHeaders.make(record.value(), headers()));
        }
    }

    @Test
    void storesWithHeaders_areSeenWithAndWithoutThem() throws Exception {
        Properties settings = harness.settings();
        settings.put("default.key.serde", Serdes.StringSerde.class);
        settings.put("default.value.serde", Serdes.StringSerde.class);
        try (StreamsApp app = new StreamsApp(topology(), new StreamsConfig(settings))) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            ValueTimestampHeaders<String> row = ValueTimestampHeaders.make("value", 12, headers());
            ValueAndTimestamp<String> pair = ValueAndTimestamp.make("value", 12);
            // key-value
            assertThat(seen(app, "rows", QueryableStoreTypes.<String, String>timestampedKeyValueStoreWithHeaders())
                            .get("a"))
                    .isEqualTo(row);
            assertThat(seen(app, "rows", QueryableStoreTypes.<String, String>timestampedKeyValueStore())
                            .get("a"))
                    .isEqualTo(pair);
            assertThat(seen(app, "rows", QueryableStoreTypes.<String, String>keyValueStore())
                            .get("a"))
                    .isEqualTo("value");
            // windows
            assertThat(seen(app, "windows", QueryableStoreTypes.<String, String>timestampedWindowStoreWithHeaders())
                            .fetch("a", 10))
                    .isEqualTo(row);
            assertThat(seen(app, "windows", QueryableStoreTypes.<String, String>timestampedWindowStore())
                            .fetch("a", 10))
                    .isEqualTo(pair);
            assertThat(seen(app, "windows", QueryableStoreTypes.<String, String>windowStore())
                            .fetch("a", 10))
                    .isEqualTo("value");
            // sessions
            assertThat(seen(app, "sessions", QueryableStoreTypes.<String, String>sessionStoreWithHeaders())
                            .fetchSession("a", 10, 12))
                    .isEqualTo(AggregationWithHeaders.make("value", headers()));
            try (KeyValueIterator<Windowed<String>, String> found = seen(
                            app, "sessions", QueryableStoreTypes.<String, String>sessionStore())
                    .fetch("a")) {
                assertThat(found.next().value).isEqualTo("value");
            }
            // and by a question
            ReadOnlyRecord<String, String> record = app.query(StateQueryRequest.inStore("rows")
                            .withQuery(TimestampedKeyWithHeadersQuery.<String, String>withKey("a")))
                    .getOnlyPartitionResult()
                    .getResult();
            assertThat(record.value()).isEqualTo("value");
            assertThat(record.timestamp()).isEqualTo(12);
            assertThat(record.headers().toArray()).containsExactly(headers().toArray());
        }
    }

    private static <T> T seen(StreamsApp app, String store, QueryableStoreType<T> type) {
        return app.store(StoreQueryParameters.fromNameAndType(store, type));
    }
}
