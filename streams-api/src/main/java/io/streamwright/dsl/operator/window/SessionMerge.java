package io.streamwright.dsl.operator.window;

import io.streamwright.kstream.Initializer;
import io.streamwright.kstream.Merger;
import io.streamwright.kstream.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * What the aggregate of a session starts from, and how those of several become one. Immutable.
 *
 * @param initial what an aggregate starts from; null: from the first value
 * @param merger makes one of two, of which the first may be what an aggregate starts from
 * @param <K> the keys
 * @param <A> the aggregates
 */
public record SessionMerge<K, A>(Initializer<@Nullable A> initial, Merger<? super K, @Nullable A> merger) {

    /** Starts from what an initializer returns. */
    @SuppressWarnings({"unchecked", "NullAway"
    }) // a merger takes what the initializer and itself return: where that is null, it takes null
    public static <K, A> SessionMerge<K, A> aggregating(Initializer<A> initializer, Merger<? super K, A> merger) {
        return new SessionMerge<>((Initializer<@Nullable A>) initializer, (Merger<? super K, @Nullable A>) merger);
    }

    /** Combines as values are combined. */
    public static <K, A> SessionMerge<K, A> reducing(Reducer<A> reducer) {
        Initializer<@Nullable A> nothing = () -> null;
        Merger<K, @Nullable A> merger = (key, one, two) -> one == null || two == null ? two : reducer.apply(one, two);
        return new SessionMerge<>(nothing, merger);
    }
}
