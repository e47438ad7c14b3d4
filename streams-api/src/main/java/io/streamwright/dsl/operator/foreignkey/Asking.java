package io.streamwright.dsl.operator.foreignkey;

import io.streamwright.dsl.operator.foreignkey.Subscription.Request;
import io.streamwright.processor.api.ProcessingContext;
import java.util.function.BiFunction;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Makes subscriptions of left rows.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys of the left table
 * @param <V> the values of the left table
 * @param <KO> the keys of the right table
 */
final class Asking<K, V, KO> {
    private final BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKey;
    private final JoinSerdes.Part<K> primaryKeys;
    private final JoinSerdes.Part<V> values;
    private final int partition;

    Asking(
            BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKey,
            JoinSerdes<K, V, KO> serdes,
            ProcessingContext context) {
        this.foreignKey = foreignKey;
        this.primaryKeys = serdes.primaryKeys(context);
        this.values = serdes.values(context);
        this.partition = context.taskId().partition();
    }

    /** Returns the key that a row refers to; null if there is no row, or if it refers to none. */
    @Nullable
    KO foreignKey(K key, @Nullable V value) {
        return value == null ? null : foreignKey.apply(key, value);
    }

    /** Returns the hash of a row; null if there is none. */
    @Nullable
    RowHash hash(Headers headers, @Nullable V value) {
        return value == null ? null : RowHash.of(values.bytes(headers, value));
    }

    /** Returns what a row asks. */
    Subscription subscription(Headers headers, K key, @Nullable V value, Request request) {
        return new Subscription(hash(headers, value), request, Bytes.wrap(primaryKeys.bytes(headers, key)), partition);
    }
}
