package io.streamwright.runtime.query;

import io.streamwright.StoreQueryParameters;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.processor.StateStore;
import io.streamwright.state.QueryableStoreType;
import io.streamwright.state.QueryableStoreTypes;
import io.streamwright.state.ReadOnlyKeyValueStore;
import io.streamwright.state.ReadOnlySessionStore;
import io.streamwright.state.ReadOnlyWindowStore;
import io.streamwright.state.StateStoreProvider;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;
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
            boolean plain = example instanceof TimestampedKeyValueStore<?, ?>
                    && type instanceof QueryableStoreTypes.KeyValueStoreType<?, ?>;
            return new LiveKeyValueStore<Object, Object, Object>(
                    handle, plain ? LiveStores::withoutTime : LiveStores::same);
        }
        if (example instanceof ReadOnlyWindowStore<?, ?>) {
            boolean plain = example instanceof TimestampedWindowStore<?, ?>
                    && type instanceof QueryableStoreTypes.WindowStoreType<?, ?>;
            return new LiveWindowStore<Object, Object, Object>(
                    handle, plain ? LiveStores::withoutTime : LiveStores::same);
        }
        if (example instanceof ReadOnlySessionStore<?, ?>) {
            return new LiveSessionStore<Object, Object>(handle);
        }
        throw new InvalidStateStoreException("store " + example.name() + " is a "
                + example.getClass().getSimpleName() + ", which can only be asked by StreamsApp.query");
    }

    private static Object same(Object value) {
        return value;
    }

    private static @Nullable Object withoutTime(Object value) {
        return ValueAndTimestamp.getValueOrNull((ValueAndTimestamp<?>) value);
    }
}
