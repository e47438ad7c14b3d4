package io.streamwright.store.answer;

import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ReadOnlyRecord;
import io.streamwright.processor.api.Record;
import io.streamwright.query.QueryResult;
import io.streamwright.query.TimestampedKeyWithHeadersQuery;
import io.streamwright.query.TimestampedRangeWithHeadersQuery;
import io.streamwright.query.TimestampedWindowKeyWithHeadersQuery;
import io.streamwright.query.TimestampedWindowRangeWithHeadersQuery;
import io.streamwright.state.AggregationWithHeaders;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.SessionStoreWithHeaders;
import io.streamwright.state.TimestampedKeyValueStoreWithHeaders;
import io.streamwright.state.TimestampedWindowStoreWithHeaders;
import io.streamwright.state.ValueTimestampHeaders;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Answers questions for values with their headers.
 *
 * <p>Thread-safe: holds nothing.
 */
final class HeaderAnswers {
    private HeaderAnswers() {}

    @SuppressWarnings(
            "unchecked") // A program that asks for a key of another type gets a STORE_EXCEPTION from the serializer.
    static QueryResult<?> record(StateStore store, TimestampedKeyWithHeadersQuery<?, ?> query) {
        if (!(store instanceof TimestampedKeyValueStoreWithHeaders<?, ?> entries)) {
            return QueryResult.forUnknownQueryType(query, store);
        }
        ValueTimestampHeaders<Object> value =
                ((TimestampedKeyValueStoreWithHeaders<Object, Object>) entries).get(query.key());
        return QueryResult.forResult(value == null ? null : record(query.key(), value));
    }

    @SuppressWarnings("unchecked") // as above
    static QueryResult<?> records(StateStore store, TimestampedRangeWithHeadersQuery<?, ?> query) {
        if (!(store instanceof TimestampedKeyValueStoreWithHeaders<?, ?> entries)) {
            return QueryResult.forUnknownQueryType(query, store);
        }
        KeyValueIterator<Object, ValueTimestampHeaders<Object>> range = StoreAnswers.range(
                (TimestampedKeyValueStoreWithHeaders<Object, Object>) entries,
                query.lowerBound().orElse(null),
                query.upperBound().orElse(null),
                query.resultOrder());
        return QueryResult.forResult(new ShownRecords<>(range, HeaderAnswers::record));
    }

    @SuppressWarnings("unchecked") // as above
    static QueryResult<?> windows(StateStore store, TimestampedWindowKeyWithHeadersQuery<?, ?> query) {
        if (!(store instanceof TimestampedWindowStoreWithHeaders<?, ?> windows)) {
            return QueryResult.forUnknownQueryType(query, store);
        }
        long fromMs = query.timeFrom().orElseThrow().toEpochMilli();
        long toMs = query.timeTo().orElseThrow().toEpochMilli();
        Object key = query.key();
        KeyValueIterator<Windowed<Object>, ValueTimestampHeaders<Object>> found =
                ((TimestampedWindowStoreWithHeaders<Object, Object>) windows).fetch(key, key, fromMs, toMs);
        return QueryResult.forResult(new ShownRecords<>(found, HeaderAnswers::record));
    }

    @SuppressWarnings("unchecked") // as above
    static QueryResult<?> windows(StateStore store, TimestampedWindowRangeWithHeadersQuery<?, ?> query) {
        if (store instanceof SessionStoreWithHeaders<?, ?> sessions
                && query.key().isPresent()) {
            KeyValueIterator<Windowed<Object>, AggregationWithHeaders<Object>> found = ((SessionStoreWithHeaders<
                                    Object, Object>)
                            sessions)
                    .fetch((Object) query.key().get());
            return QueryResult.forResult(new ShownRecords<>(found, HeaderAnswers::session));
        }
        if (store instanceof TimestampedWindowStoreWithHeaders<?, ?> windows
                && query.key().isEmpty()) {
            KeyValueIterator<Windowed<Object>, ValueTimestampHeaders<Object>> found =
                    ((TimestampedWindowStoreWithHeaders<Object, Object>) windows)
                            .fetchAll(
                                    query.timeFrom().orElseThrow(),
                                    query.timeTo().orElseThrow());
            return QueryResult.forResult(new ShownRecords<>(found, HeaderAnswers::record));
        }
        return QueryResult.forUnknownQueryType(query, store);
    }

    private static <K, V> ReadOnlyRecord<K, V> record(K key, ValueTimestampHeaders<V> value) {
        return new Record<>(key, value.value(), value.timestamp(), readOnly(value.headers()));
    }

    private static <K, V> ReadOnlyRecord<Windowed<K>, V> session(
            Windowed<K> session, AggregationWithHeaders<V> aggregation) {
        return new Record<>(
                session, aggregation.aggregation(), session.window().end(), readOnly(aggregation.headers()));
    }

    private static Headers readOnly(Headers headers) {
        RecordHeaders copy = new RecordHeaders(headers);
        copy.setReadOnly();
        return copy;
    }
}
