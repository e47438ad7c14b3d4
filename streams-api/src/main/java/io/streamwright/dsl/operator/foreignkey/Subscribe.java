package io.streamwright.dsl.operator.foreignkey;

import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.dsl.operator.foreignkey.Subscription.Request;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes subscriptions of the left table's updates: each row subscribes to the right row that it refers to, and leaves the one that it
 * referred to before.
 *
 * <p>In an inner join, an answer that there is nothing is asked for only where a result may have to be deleted: not by a row that is new
 * or that refers to the same row as before. In a left join every update is answered, also that of a row without a foreign key.
 *
 * <p>An update that makes an older version of a row changes no subscription (KIP-914).
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys of the left table
 * @param <V> the values of the left table
 * @param <KO> the keys of the right table
 */
public final class Subscribe<K, V, KO> extends ContextualProcessor<K, Change<V>, @Nullable KO, Subscription> {
    private static final Logger logger = LoggerFactory.getLogger(Subscribe.class);

    private final BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKey;
    private final boolean keepsUnmatched;
    private final JoinSerdes<K, V, KO> serdes;
    private @Nullable Asking<K, V, KO> asking;
    private JoinSerdes.@Nullable Part<KO> foreignKeys;

    private Subscribe(
            BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKey,
            boolean keepsUnmatched,
            JoinSerdes<K, V, KO> serdes) {
        this.foreignKey = foreignKey;
        this.keepsUnmatched = keepsUnmatched;
        this.serdes = serdes;
    }

    /**
     * Makes subscriptions of updates.
     *
     * @param foreignKey returns the key that a row refers to; null: it refers to none
     * @param keepsUnmatched whether a row alone has a result
     * @param serdes of keys and values
     */
    public static <K, V, KO> ProcessorSupplier<K, Change<V>, @Nullable KO, Subscription> by(
            BiFunction<? super K, ? super V, ? extends @Nullable KO> foreignKey,
            boolean keepsUnmatched,
            JoinSerdes<K, V, KO> serdes) {
        return () -> new Subscribe<>(foreignKey, keepsUnmatched, serdes);
    }

    @Override
    public void init(ProcessorContext<@Nullable KO, Subscription> context) {
        super.init(context);
        asking = new Asking<>(foreignKey, serdes, context);
        foreignKeys = serdes.foreignKeys(context);
    }

    @Override
    public void process(Record<K, Change<V>> update) {
        if (!update.value().latest()) {
            DroppedRecords.report(logger, context(), "a join of tables takes the newest versions of rows only");
            return;
        }
        V newValue = update.value().newValue();
        V oldValue = update.value().oldValue();
        if (newValue == null && oldValue == null) {
            return;
        }
        KO before = asking().foreignKey(update.key(), oldValue);
        KO now = asking().foreignKey(update.key(), newValue);
        if (keepsUnmatched) {
            if (before != null && !isSame(update, before, now)) {
                send(update, before, Request.LEAVE);
            }
            send(update, now, Request.TELL);
        } else {
            subscribeForPairs(update, before, now);
        }
    }

    private void subscribeForPairs(Record<K, Change<V>> update, @Nullable KO before, @Nullable KO now) {
        if (now == null) {
            if (update.value().newValue() != null) {
                DroppedRecords.report(logger, context(), "a row without a foreign key has no result in an inner join");
            }
            if (before != null) {
                send(update, before, Request.LEAVE_AND_CLEAR);
            }
        } else if (before == null || isSame(update, before, now)) {
            send(update, now, Request.TELL_IF_FOUND);
        } else {
            send(update, before, Request.LEAVE);
            send(update, now, Request.TELL);
        }
    }

    private boolean isSame(Record<K, Change<V>> update, KO before, @Nullable KO now) {
        JoinSerdes.Part<KO> keys = Objects.requireNonNull(foreignKeys, "serde of foreign keys");
        return now != null && Arrays.equals(keys.bytes(update.headers(), before), keys.bytes(update.headers(), now));
    }

    @SuppressWarnings("NullAway") // what is forwarded may be null, as the class says; the checker does not see it
    private void send(Record<K, Change<V>> update, @Nullable KO to, Request request) {
        Subscription subscription = asking().subscription(
                        update.headers(), update.key(), update.value().newValue(), request);
        context()
                .forward(
                        new Record<@Nullable KO, Subscription>(to, subscription, update.timestamp(), update.headers()));
    }

    private Asking<K, V, KO> asking() {
        return Objects.requireNonNull(asking, "subscriptions of a join");
    }
}
