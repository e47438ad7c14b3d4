package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ReadOnlyRecord;
import io.streamwright.query.PositionBound;
import io.streamwright.query.Query;
import io.streamwright.query.QueryConfig;
import io.streamwright.query.QueryResult;
import io.streamwright.query.TimestampedKeyWithHeadersQuery;
import io.streamwright.query.TimestampedRangeWithHeadersQuery;
import io.streamwright.query.TimestampedWindowKeyWithHeadersQuery;
import io.streamwright.query.TimestampedWindowRangeWithHeadersQuery;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores with headers answer every question as those of Kafka Streams do: with headers, and without. */
final class HeadersQueryDifferentialTest {
    private static final Instant FROM = Instant.ofEpochMilli(0);
    private static final Instant TO = Instant.ofEpochMilli(30);

    @TempDir
    private Path directory;

    private static Map<String, Query<?>> ours() {
        Map<String, Query<?>> queries = new LinkedHashMap<>();
        queries.put("record", TimestampedKeyWithHeadersQuery.withKey("k1"));
        queries.put("no record", TimestampedKeyWithHeadersQuery.withKey("k9").skipCache());
        queries.put("records", TimestampedRangeWithHeadersQuery.withRange("k1", "k2"));
        queries.put(
                "records up",
                TimestampedRangeWithHeadersQuery.withLowerBound("k1").withAscendingKeys());
        queries.put(
                "records down",
                TimestampedRangeWithHeadersQuery.withUpperBound("k2").withDescendingKeys());
        queries.put("all records", TimestampedRangeWithHeadersQuery.withNoBounds());
        queries.put("windows", TimestampedWindowKeyWithHeadersQuery.withKeyAndWindowStartRange("k1", FROM, TO));
        queries.put("all windows", TimestampedWindowRangeWithHeadersQuery.withWindowStartRange(FROM, TO));
        queries.put("sessions", TimestampedWindowRangeWithHeadersQuery.withKey("k1"));
        queries.put("key", io.streamwright.query.KeyQuery.withKey("k1"));
        queries.put("pair", io.streamwright.query.TimestampedKeyQuery.withKey("k1"));
        queries.put("range", io.streamwright.query.RangeQuery.withRange("k1", "k2"));
        queries.put("pairs", io.streamwright.query.TimestampedRangeQuery.withRange("k1", "k2"));
        queries.put("windows without", io.streamwright.query.WindowKeyQuery.withKeyAndWindowStartRange("k1", FROM, TO));
        queries.put("all windows without", io.streamwright.query.WindowRangeQuery.withWindowStartRange(FROM, TO));
        queries.put("sessions without", io.streamwright.query.WindowRangeQuery.withKey("k1"));
        return queries;
    }

    private static Map<String, org.apache.kafka.streams.query.Query<?>> theirs() {
        Map<String, org.apache.kafka.streams.query.Query<?>> queries = new LinkedHashMap<>();
        queries.put("record", org.apache.kafka.streams.query.TimestampedKeyWithHeadersQuery.withKey("k1"));
        queries.put(
                "no record",
                org.apache.kafka.streams.query.TimestampedKeyWithHeadersQuery.withKey("k9")
                        .skipCache());
        queries.put("records", org.apache.kafka.streams.query.TimestampedRangeWithHeadersQuery.withRange("k1", "k2"));
        queries.put(
                "records up",
                org.apache.kafka.streams.query.TimestampedRangeWithHeadersQuery.withLowerBound("k1")
                        .withAscendingKeys());
        queries.put(
                "records down",
                org.apache.kafka.streams.query.TimestampedRangeWithHeadersQuery.withUpperBound("k2")
                        .withDescendingKeys());
        queries.put("all records", org.apache.kafka.streams.query.TimestampedRangeWithHeadersQuery.withNoBounds());
        queries.put(
                "windows",
                org.apache.kafka.streams.query.TimestampedWindowKeyWithHeadersQuery.withKeyAndWindowStartRange(
                        "k1", FROM, TO));
        queries.put(
                "all windows",
                org.apache.kafka.streams.query.TimestampedWindowRangeWithHeadersQuery.withWindowStartRange(FROM, TO));
        queries.put("sessions", org.apache.kafka.streams.query.TimestampedWindowRangeWithHeadersQuery.withKey("k1"));
        queries.put("key", org.apache.kafka.streams.query.KeyQuery.withKey("k1"));
        queries.put("pair", org.apache.kafka.streams.query.TimestampedKeyQuery.withKey("k1"));
        queries.put("range", org.apache.kafka.streams.query.RangeQuery.withRange("k1", "k2"));
        queries.put("pairs", org.apache.kafka.streams.query.TimestampedRangeQuery.withRange("k1", "k2"));
        queries.put(
                "windows without",
                org.apache.kafka.streams.query.WindowKeyQuery.withKeyAndWindowStartRange("k1", FROM, TO));
        queries.put(
                "all windows without", org.apache.kafka.streams.query.WindowRangeQuery.withWindowStartRange(FROM, TO));
        queries.put("sessions without", org.apache.kafka.streams.query.WindowRangeQuery.withKey("k1"));
        return queries;
    }

    @ParameterizedTest
    @ValueSource(strings = {"rows", "windows", "sessions"})
    void storeAnswersEveryQuestionAsInKafkaStreams(String kind) {
        StreamsBuilder builder = new StreamsBuilder();
        org.apache.kafka.streams.StreamsBuilder theirBuilder = new org.apache.kafka.streams.StreamsBuilder();
        programs(kind).accept(builder);
        kafkaPrograms(kind).accept(theirBuilder);
        try (TopologyTestDriver ours = new TopologyTestDriver(builder.build(), settings("ours"));
                org.apache.kafka.streams.TopologyTestDriver theirs =
                        new org.apache.kafka.streams.TopologyTestDriver(theirBuilder.build(), settings("theirs"))) {
            for (int index = 0; index < 8; index++) {
                Headers headers =
                        new RecordHeaders().add("h", String.valueOf(index).getBytes(StandardCharsets.UTF_8));
                TestRecord<String, String> record = new TestRecord<>(
                        "k" + index % 4, "put v" + index, headers, Instant.ofEpochMilli(3 + index * 4L));
                ours.createInputTopic("in1", new StringSerializer(), new StringSerializer())
                        .pipeInput(record);
                theirs.createInputTopic("in1", new StringSerializer(), new StringSerializer())
                        .pipeInput(new org.apache.kafka.streams.test.TestRecord<>(
                                record.key(), record.value(), headers, 3 + index * 4L));
            }
            Map<String, org.apache.kafka.streams.query.Query<?>> questions = theirs();
            ours().forEach((name, query) -> assertThat(
                            answer(ours.getAllStateStores().get("kept"), query))
                    .as("%s of %s", name, kind)
                    .isEqualTo(answer(theirs.getAllStateStores().get("kept"), questions.get(name))));
        }
    }

    private static Consumer<StreamsBuilder> programs(String kind) {
        return switch (kind) {
            case "rows" -> HeadersStorePrograms.keyValue(false, Serdes.String());
            case "windows" -> HeadersStorePrograms.windows(false, Serdes.String());
            default -> HeadersStorePrograms.sessions(false, Serdes.String());
        };
    }

    private static Consumer<org.apache.kafka.streams.StreamsBuilder> kafkaPrograms(String kind) {
        return switch (kind) {
            case "rows" -> KafkaHeadersStorePrograms.keyValue(false, Serdes.String());
            case "windows" -> KafkaHeadersStorePrograms.windows(false, Serdes.String());
            default -> KafkaHeadersStorePrograms.sessions(false, Serdes.String());
        };
    }

    private Properties settings(String side) {
        Properties settings = new Properties();
        settings.put("application.id", "queries");
        settings.put("bootstrap.servers", "localhost:9092");
        settings.put("default.key.serde", Serdes.StringSerde.class);
        settings.put("default.value.serde", Serdes.StringSerde.class);
        settings.put("commit.interval.ms", "0");
        settings.put("state.dir", directory.resolve(side).toString());
        return settings;
    }

    private static Object answer(StateStore store, Query<?> query) {
        QueryResult<?> result = store.query(query, PositionBound.unbounded(), new QueryConfig(false));
        return result.isSuccess()
                ? listed(result.getResult())
                : result.getFailureReason().name();
    }

    private static Object answer(
            org.apache.kafka.streams.processor.StateStore store, org.apache.kafka.streams.query.Query<?> query) {
        org.apache.kafka.streams.query.QueryResult<?> result = store.query(
                query,
                org.apache.kafka.streams.query.PositionBound.unbounded(),
                new org.apache.kafka.streams.query.QueryConfig(false));
        return result.isSuccess()
                ? listed(result.getResult())
                : result.getFailureReason().name();
    }

    private static Object listed(Object result) {
        if (!(result instanceof Iterator<?> entries)) {
            return text(result);
        }
        List<String> listed = new ArrayList<>();
        entries.forEachRemaining(entry -> listed.add(text(entry)));
        try {
            ((AutoCloseable) result).close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return listed;
    }

    private static String text(Object result) {
        if (result instanceof ReadOnlyRecord<?, ?> record) {
            return text(record.key(), record.value(), record.timestamp(), record.headers());
        }
        return result instanceof org.apache.kafka.streams.processor.api.ReadOnlyRecord<?, ?> record
                ? text(record.key(), record.value(), record.timestamp(), record.headers())
                : String.valueOf(result);
    }

    private static String text(Object key, Object value, long timestamp, Headers headers) {
        StringBuilder text = new StringBuilder(key + "=" + value + "@" + timestamp);
        for (Header header : headers) {
            text.append(' ')
                    .append(header.key())
                    .append(':')
                    .append(new String(header.value(), StandardCharsets.UTF_8));
        }
        return text.toString();
    }
}
