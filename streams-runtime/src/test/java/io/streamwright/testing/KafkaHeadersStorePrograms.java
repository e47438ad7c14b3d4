package io.streamwright.testing;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.AggregationWithHeaders;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStoreWithHeaders;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.apache.kafka.streams.state.TimestampedWindowStoreWithHeaders;
import org.apache.kafka.streams.state.ValueTimestampHeaders;
import org.apache.kafka.streams.state.WindowStoreIterator;

/**
 * Programs whose records say what is to be done with a store with headers, as {@link HeadersStorePrograms} has them. Thread-safe: holds
 * nothing.
 */
final class KafkaHeadersStorePrograms {
    private static final String STORE = "kept";
    private static final Duration RETENTION = Duration.ofSeconds(1);
    private static final Duration SIZE = Duration.ofMillis(10);

    private KafkaHeadersStorePrograms() {}

    static Consumer<StreamsBuilder> keyValue(boolean inMemory, Serde<String> values) {
        return builder -> {
            builder.addStateStore(Stores.timestampedKeyValueStoreWithHeadersBuilder(
                    inMemory
                            ? Stores.inMemoryKeyValueStore(STORE)
                            : Stores.persistentTimestampedKeyValueStoreWithHeaders(STORE),
                    Serdes.String(),
                    values));
            builder.<String, String>stream("in1")
                    .process(KeyValueWork::new, STORE)
                    .to("out");
        };
    }

    static Consumer<StreamsBuilder> windows(boolean inMemory, Serde<String> values) {
        return builder -> {
            builder.addStateStore(Stores.timestampedWindowStoreWithHeadersBuilder(
                    inMemory
                            ? Stores.inMemoryWindowStore(STORE, RETENTION, SIZE, false)
                            : Stores.persistentTimestampedWindowStoreWithHeaders(STORE, RETENTION, SIZE, false),
                    Serdes.String(),
                    values));
            builder.<String, String>stream("in1")
                    .process(WindowWork::new, STORE)
                    .to("out");
        };
    }

    static Consumer<StreamsBuilder> sessions(boolean inMemory, Serde<String> values) {
        return builder -> {
            builder.addStateStore(Stores.sessionStoreWithHeadersBuilder(
                    inMemory
                            ? Stores.inMemorySessionStore(STORE, RETENTION)
                            : Stores.persistentSessionStoreWithHeaders(STORE, RETENTION),
                    Serdes.String(),
                    values));
            builder.<String, String>stream("in1")
                    .process(SessionWork::new, STORE)
                    .to("out");
        };
    }

    private abstract static class Work extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            String[] words = record.value().split(" ", -1);
            Headers headers = new RecordHeaders(record.headers());
            context().forward(record.withValue(work(words[0], record.key(), words[1], record.timestamp(), headers)));
        }

        abstract String work(String verb, String key, String value, long timestamp, Headers headers);

        static String text(ValueTimestampHeaders<String> found) {
            return found == null ? "none" : found.value() + "@" + found.timestamp() + text(found.headers());
        }

        static String text(AggregationWithHeaders<String> found) {
            return found == null ? "none" : found.aggregation() + text(found.headers());
        }

        private static String text(Headers headers) {
            StringBuilder text = new StringBuilder();
            for (Header header : headers) {
                text.append(' ')
                        .append(header.key())
                        .append(':')
                        .append(new String(header.value(), StandardCharsets.UTF_8));
            }
            return text.toString();
        }
    }

    private static final class KeyValueWork extends Work {
        @Override
        String work(String verb, String key, String value, long timestamp, Headers headers) {
            TimestampedKeyValueStoreWithHeaders<String, String> store =
                    context().getStateStore(STORE);
            ValueTimestampHeaders<String> row = ValueTimestampHeaders.make(value, timestamp - 1, headers);
            switch (verb) {
                case "put" -> store.put(key, row);
                case "delete" -> {
                    return text(store.delete(key));
                }
                case "clear" -> store.put(key, null);
                case "absent" -> {
                    return text(store.putIfAbsent(key, row));
                }
                case "several" -> store.putAll(List.of(KeyValue.pair(key, row), KeyValue.pair(key + "x", row)));
                case "range" -> {
                    StringBuilder all = new StringBuilder();
                    try (KeyValueIterator<String, ValueTimestampHeaders<String>> range = store.range("k0", key)) {
                        range.forEachRemaining(
                                entry -> all.append(entry.key).append('=').append(text(entry.value)));
                    }
                    return all.toString();
                }
                default -> {
                    StringBuilder all = new StringBuilder();
                    try (KeyValueIterator<String, ValueTimestampHeaders<String>> range = store.reverseAll()) {
                        range.forEachRemaining(
                                entry -> all.append(entry.key).append('=').append(text(entry.value)));
                    }
                    return all.toString();
                }
            }
            return text(store.get(key));
        }
    }

    private static final class WindowWork extends Work {
        @Override
        String work(String verb, String key, String value, long timestamp, Headers headers) {
            TimestampedWindowStoreWithHeaders<String, String> store = context().getStateStore(STORE);
            long start = timestamp / 10 * 10;
            StringBuilder all = new StringBuilder();
            switch (verb) {
                case "put", "absent", "several" ->
                    store.put(key, ValueTimestampHeaders.make(value, timestamp, headers), start);
                case "delete", "clear" -> store.put(key, null, start);
                case "range" -> {
                    try (WindowStoreIterator<ValueTimestampHeaders<String>> range =
                            store.fetch(key, Math.max(0, start - 40), start)) {
                        range.forEachRemaining(
                                entry -> all.append(entry.key).append('=').append(text(entry.value)));
                    }
                    return all.toString();
                }
                default -> {
                    List<String> found = new ArrayList<>();
                    try (KeyValueIterator<Windowed<String>, ValueTimestampHeaders<String>> range =
                            store.fetch("k0", key, Math.max(0, start - 40), start)) {
                        range.forEachRemaining(entry ->
                                found.add(entry.key.key() + entry.key.window().start() + text(entry.value)));
                    }
                    Collections.sort(found); // in memory, those of several keys come in the order of time there
                    return found.toString();
                }
            }
            return text(store.fetch(key, start));
        }
    }

    private static final class SessionWork extends Work {
        @Override
        String work(String verb, String key, String value, long timestamp, Headers headers) {
            SessionStoreWithHeaders<String, String> store = context().getStateStore(STORE);
            long start = timestamp / 10 * 10;
            Windowed<String> session = new Windowed<>(key, new SessionWindow(start, timestamp));
            StringBuilder all = new StringBuilder();
            switch (verb) {
                case "put", "absent", "several" -> store.put(session, AggregationWithHeaders.make(value, headers));
                case "delete" -> store.remove(session);
                case "clear" -> store.put(session, null);
                case "range" -> {
                    try (KeyValueIterator<Windowed<String>, AggregationWithHeaders<String>> range =
                            store.findSessions(key, Math.max(0, start - 40), timestamp)) {
                        range.forEachRemaining(
                                entry -> all.append(entry.key).append('=').append(text(entry.value)));
                    }
                    return all.toString();
                }
                default -> {
                    try (KeyValueIterator<Windowed<String>, AggregationWithHeaders<String>> range = store.fetch(key)) {
                        range.forEachRemaining(
                                entry -> all.append(entry.key).append('=').append(text(entry.value)));
                    }
                    return all.toString();
                }
            }
            return text(store.fetchSession(key, start, timestamp));
        }
    }
}
