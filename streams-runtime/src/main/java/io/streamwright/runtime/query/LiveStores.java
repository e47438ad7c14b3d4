package io.streamwright.runtime.query;

import io.streamwright.StoreQueryParameters;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.processor.StateStore;
import io.streamwright.state.AggregationWithHeaders;
import io.streamwright.state.QueryableStoreType;
import io.streamwright.state.QueryableStoreTypes;
import io.streamwright.state.ReadOnlyKeyValueStore;
import io.streamwright.state.ReadOnlySessionStore;
import io.streamwright.state.ReadOnlyWindowStore;
import io.streamwright.state.StateStoreProvider;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.ValueTimestampHeaders;
import io.streamwright.store.answer.ShownEntries;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stores of a name on this instance, one for each partition, as they are at each look.
 *
 * <p>Thread-safe: holds nothing that changes.
 */
final class LiveStores implements StateStoreProvider {
    private final StoreQueries queries;
    private final StoreQueryParameters<?> wanted;

    LiveStores(StoreQueries queries, StoreQueryParameters<?> wanted) {
        this.queries = queries;
        this.wanted = wanted;
    }

    @Override
    @SuppressWarnings("unchecked") // The type accepted stores of this kind, so it is an interface of theirs.
    public <T> List<T> stores(String storeName, QueryableStoreType<T> type) {
        StateStore example = queries.example(storeName);
        return queries.views(storeName, wanted.partition()).stream()
                .map(view -> new StoreHandle(view, storeName, wanted.staleStoresEnabled()))
                .map(handle -> (T) live(handle, example, type))
                .toList();
    }

    private static Object live(StoreHandle handle, StateStore example, QueryableStoreType<?> type) {
        if (example instanceof ReadOnlyKeyValueStore<?, ?>) {
            return new LiveKeyValueStore<Object, Object, Object>(handle, showing(type));
        }
        if (example instanceof ReadOnlyWindowStore<?, ?>) {
            return new LiveWindowStore<Object, Object, Object>(handle, showing(type));
        }
        if (example instanceof ReadOnlySessionStore<?, ?>) {
            return new LiveSessionStore<Object, Object, Object>(handle, showing(type));
        }
        throw new InvalidStateStoreException("store " + example.name() + " is a "
                + example.getClass().getSimpleName() + ", which can only be asked by StreamsApp.query");
    }

    /** Returns what leaves out of a stored value that a kind of store does not show. */
    private static ShownEntries.Showing<Object, Object> showing(QueryableStoreType<?> type) {
        if (type instanceof QueryableStoreTypes.KeyValueStoreType<?, ?>
                || type instanceof QueryableStoreTypes.WindowStoreType<?, ?>
                || type instanceof QueryableStoreTypes.SessionStoreType<?, ?>) {
            return LiveStores::bare;
        }
        if (type instanceof QueryableStoreTypes.TimestampedKeyValueStoreType<?, ?>
                || type instanceof QueryableStoreTypes.TimestampedWindowStoreType<?, ?>) {
            return LiveStores::withoutHeaders;
        }
        return value -> value;
    }

    private static @Nullable Object bare(Object value) {
        if (value instanceof ValueAndTimestamp<?> pair) {
            return pair.value();
        }
        if (value instanceof ValueTimestampHeaders<?> withHeaders) {
            return withHeaders.value();
        }
        return value instanceof AggregationWithHeaders<?> withHeaders ? withHeaders.aggregation() : value;
    }

    private static @Nullable Object withoutHeaders(Object value) {
        return value instanceof ValueTimestampHeaders<?> withHeaders
                ? ValueAndTimestamp.make(withHeaders.value(), withHeaders.timestamp())
                : value;
    }
}
