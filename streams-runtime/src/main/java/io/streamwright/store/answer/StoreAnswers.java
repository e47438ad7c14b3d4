package io.streamwright.store.answer;

import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStore;
import io.streamwright.query.FailureReason;
import io.streamwright.query.KeyQuery;
import io.streamwright.query.MultiVersionedKeyQuery;
import io.streamwright.query.Position;
import io.streamwright.query.PositionBound;
import io.streamwright.query.Query;
import io.streamwright.query.QueryConfig;
import io.streamwright.query.QueryResult;
import io.streamwright.query.RangeQuery;
import io.streamwright.query.ResultOrder;
import io.streamwright.query.TimestampedKeyQuery;
import io.streamwright.query.TimestampedKeyWithHeadersQuery;
import io.streamwright.query.TimestampedRangeQuery;
import io.streamwright.query.TimestampedRangeWithHeadersQuery;
import io.streamwright.query.TimestampedWindowKeyWithHeadersQuery;
import io.streamwright.query.TimestampedWindowRangeWithHeadersQuery;
import io.streamwright.query.VersionedKeyQuery;
import io.streamwright.query.WindowKeyQuery;
import io.streamwright.query.WindowRangeQuery;
import io.streamwright.state.AggregationWithHeaders;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.ReadOnlyKeyValueStore;
import io.streamwright.state.ReadOnlySessionStore;
import io.streamwright.state.ReadOnlyWindowStore;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.TimestampedKeyValueStoreWithHeaders;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.ValueTimestampHeaders;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.VersionedRecordIterator;
import io.streamwright.state.WindowStoreIterator;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions by looking into a store.
 *
 * <p>Thread-safe: holds nothing.
 */
public final class StoreAnswers {
    /** What answers each kind of question; one that is missing is known by no store. */
    private static final Map<Class<?>, Answerer> ANSWERERS = Map.ofEntries(
            Map.entry(KeyQuery.class, (store, query) -> value(store, (KeyQuery<?, ?>) query)),
            Map.entry(TimestampedKeyQuery.class, (store, query) -> pair(store, (TimestampedKeyQuery<?, ?>) query)),
            Map.entry(RangeQuery.class, (store, query) -> values(store, (RangeQuery<?, ?>) query)),
            Map.entry(TimestampedRangeQuery.class, (store, query) -> pairs(store, (TimestampedRangeQuery<?, ?>) query)),
            Map.entry(WindowKeyQuery.class, (store, query) -> windows(store, (WindowKeyQuery<?, ?>) query)),
            Map.entry(WindowRangeQuery.class, (store, query) -> windows(store, (WindowRangeQuery<?, ?>) query)),
            Map.entry(VersionedKeyQuery.class, (store, query) -> version(store, (VersionedKeyQuery<?, ?>) query)),
            Map.entry(
                    MultiVersionedKeyQuery.class,
                    (store, query) -> versions(store, (MultiVersionedKeyQuery<?, ?>) query)),
            Map.entry(
                    TimestampedKeyWithHeadersQuery.class,
                    (store, query) -> HeaderAnswers.record(store, (TimestampedKeyWithHeadersQuery<?, ?>) query)),
            Map.entry(
                    TimestampedRangeWithHeadersQuery.class,
                    (store, query) -> HeaderAnswers.records(store, (TimestampedRangeWithHeadersQuery<?, ?>) query)),
            Map.entry(
                    TimestampedWindowKeyWithHeadersQuery.class,
                    (store, query) -> HeaderAnswers.windows(store, (TimestampedWindowKeyWithHeadersQuery<?, ?>) query)),
            Map.entry(
                    TimestampedWindowRangeWithHeadersQuery.class,
                    (store, query) ->
                            HeaderAnswers.windows(store, (TimestampedWindowRangeWithHeadersQuery<?, ?>) query)));

    private StoreAnswers() {}

    /**
     * Answers a question.
     *
     * @param store looks into itself
     * @param query the question
     * @param bound how far the store must be
     * @param config how to answer
     * @param standing whose store it is and how far it is
     * @throws InvalidStateStoreException if the store is closed meanwhile
     */
    @SuppressWarnings("unchecked") // Each question is answered with what it asks for.
    public static <R> QueryResult<R> answer(
            StateStore store, Query<R> query, PositionBound bound, QueryConfig config, StoreStanding standing) {
        Position position = standing.position();
        QueryResult<R> result;
        if (standing.isUpTo(bound)) {
            Answerer answerer = ANSWERERS.get(query.getClass());
            result = answerer == null
                    ? QueryResult.forUnknownQueryType(query, store)
                    : (QueryResult<R>) tried(answerer, store, query);
        } else {
            result = QueryResult.notUpToBound(position, bound, standing.task().partition());
        }
        if (config.isCollectExecutionInfo()) {
            result.addExecutionInfo("store " + store.name() + " of task " + standing.task() + ", a "
                    + store.getClass().getSimpleName() + ", was asked "
                    + query.getClass().getSimpleName() + " at " + position);
        }
        result.setPosition(position);
        return result;
    }

    private static QueryResult<?> tried(Answerer answerer, StateStore store, Query<?> query) {
        try {
            return answerer.answer(store, query);
        } catch (InvalidStateStoreException e) {
            throw e;
        } catch (RuntimeException e) {
            return QueryResult.forFailure(FailureReason.STORE_EXCEPTION, "store " + store.name() + ": " + e);
        }
    }

    @SuppressWarnings(
            "unchecked") // A program that asks for a key of another type gets a STORE_EXCEPTION from the serializer.
    private static QueryResult<?> value(StateStore store, KeyQuery<?, ?> query) {
        if (!(store instanceof ReadOnlyKeyValueStore<?, ?> entries)) {
            return QueryResult.forUnknownQueryType(query, store);
        }
        Object value = ((ReadOnlyKeyValueStore<Object, Object>) entries).get(query.getKey());
        return QueryResult.forResult(withoutTime(value));
    }

    @SuppressWarnings("unchecked") // as above
    private static QueryResult<?> pair(StateStore store, TimestampedKeyQuery<?, ?> query) {
        if (!(store instanceof TimestampedKeyValueStore<?, ?>)
                && !(store instanceof TimestampedKeyValueStoreWithHeaders<?, ?>)) {
            return QueryResult.forUnknownQueryType(query, store);
        }
        Object value = ((ReadOnlyKeyValueStore<Object, Object>) store).get(query.key());
        return QueryResult.forResult(withoutHeaders(value));
    }

    @SuppressWarnings("unchecked") // as above
    private static QueryResult<?> values(StateStore store, RangeQuery<?, ?> query) {
        if (!(store instanceof ReadOnlyKeyValueStore<?, ?> entries)) {
            return QueryResult.forUnknownQueryType(query, store);
        }
        KeyValueIterator<Object, Object> range = range(
                (ReadOnlyKeyValueStore<Object, Object>) entries,
                query.getLowerBound().orElse(null),
                query.getUpperBound().orElse(null),
                query.resultOrder());
        return QueryResult.forResult(new ShownEntries<>(range, StoreAnswers::withoutTime));
    }

    @SuppressWarnings("unchecked") // as above
    private static QueryResult<?> pairs(StateStore store, TimestampedRangeQuery<?, ?> query) {
        if (!(store instanceof TimestampedKeyValueStore<?, ?>)
                && !(store instanceof TimestampedKeyValueStoreWithHeaders<?, ?>)) {
            return QueryResult.forUnknownQueryType(query, store);
        }
        KeyValueIterator<Object, Object> range = range(
                (ReadOnlyKeyValueStore<Object, Object>) store,
                query.lowerBound().orElse(null),
                query.upperBound().orElse(null),
                query.resultOrder());
        return QueryResult.forResult(new ShownEntries<>(range, StoreAnswers::withoutHeaders));
    }

    static <V> KeyValueIterator<Object, V> range(
            ReadOnlyKeyValueStore<Object, V> entries,
            @Nullable Object lower,
            @Nullable Object upper,
            ResultOrder order) {
        return order == ResultOrder.DESCENDING ? entries.reverseRange(lower, upper) : entries.range(lower, upper);
    }

    @SuppressWarnings("unchecked") // as above
    private static QueryResult<?> windows(StateStore store, WindowKeyQuery<?, ?> query) {
        if (!(store instanceof ReadOnlyWindowStore<?, ?> windows)) {
            return QueryResult.forUnknownQueryType(query, store);
        }
        WindowStoreIterator<Object> found = ((ReadOnlyWindowStore<Object, Object>) windows)
                .fetch(
                        query.getKey(),
                        query.getTimeFrom().orElseThrow(),
                        query.getTimeTo().orElseThrow());
        return QueryResult.forResult(new ShownEntries.OfWindows<>(found, StoreAnswers::withoutHeaders));
    }

    @SuppressWarnings("unchecked") // as above
    private static QueryResult<?> windows(StateStore store, WindowRangeQuery<?, ?> query) {
        if (store instanceof ReadOnlySessionStore<?, ?> sessions
                && query.getKey().isPresent()) {
            KeyValueIterator<Windowed<Object>, Object> found = ((ReadOnlySessionStore<Object, Object>) sessions)
                    .fetch((Object) query.getKey().get());
            return QueryResult.forResult(new ShownEntries<>(found, StoreAnswers::withoutHeaders));
        }
        if (store instanceof ReadOnlyWindowStore<?, ?> windows && query.getKey().isEmpty()) {
            KeyValueIterator<Windowed<Object>, Object> found = ((ReadOnlyWindowStore<Object, Object>) windows)
                    .fetchAll(
                            query.getTimeFrom().orElseThrow(), query.getTimeTo().orElseThrow());
            return QueryResult.forResult(new ShownEntries<>(found, StoreAnswers::withoutHeaders));
        }
        return QueryResult.forUnknownQueryType(query, store);
    }

    @SuppressWarnings("unchecked") // as above
    private static QueryResult<?> version(StateStore store, VersionedKeyQuery<?, ?> query) {
        if (!(store instanceof VersionedKeyValueStore<?, ?> newest)
                || !(store instanceof VersionHistory<?, ?> history)) {
            return QueryResult.forUnknownQueryType(query, store);
        }
        if (query.asOfTimestamp().isEmpty()) {
            return QueryResult.forResult(((VersionedKeyValueStore<Object, ?>) newest).get(query.key()));
        }
        long timeMs = query.asOfTimestamp().get().toEpochMilli();
        try (VersionedRecordIterator<?> holding =
                ((VersionHistory<Object, ?>) history).versions(query.key(), timeMs, timeMs, true)) {
            return QueryResult.forResult(holding.hasNext() ? holding.next() : null);
        }
    }

    @SuppressWarnings("unchecked") // as above
    private static QueryResult<?> versions(StateStore store, MultiVersionedKeyQuery<?, ?> query) {
        if (!(store instanceof VersionHistory<?, ?> history)) {
            return QueryResult.forUnknownQueryType(query, store);
        }
        return QueryResult.forResult(((VersionHistory<Object, ?>) history)
                .versions(
                        query.key(),
                        query.fromTime().map(Instant::toEpochMilli).orElse(0L),
                        query.toTime().map(Instant::toEpochMilli).orElse(Long.MAX_VALUE),
                        query.resultOrder() == ResultOrder.ASCENDING));
    }

    private static @Nullable Object withoutTime(@Nullable Object value) {
        if (value instanceof ValueTimestampHeaders<?> withHeaders) {
            return withHeaders.value();
        }
        return value instanceof ValueAndTimestamp<?> pair ? pair.value() : value;
    }

    /** Returns what a question asks for that knows of no headers. */
    private static @Nullable Object withoutHeaders(@Nullable Object value) {
        if (value instanceof ValueTimestampHeaders<?> withHeaders) {
            return ValueAndTimestamp.make(withHeaders.value(), withHeaders.timestamp());
        }
        return value instanceof AggregationWithHeaders<?> withHeaders ? withHeaders.aggregation() : value;
    }

    /** Answers one kind of question. Thread-safe. */
    @FunctionalInterface
    private interface Answerer {
        QueryResult<?> answer(StateStore store, Query<?> query);
    }
}
