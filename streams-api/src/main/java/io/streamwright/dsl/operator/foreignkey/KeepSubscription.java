package io.streamwright.dsl.operator.foreignkey;

import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.dsl.operator.foreignkey.Subscription.Request;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.TimestampedKeyValueStoreWithHeaders;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.ValueTimestampHeaders;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps subscriptions where right rows are, and forgets those that end.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <KO> the keys of the right table
 */
public final class KeepSubscription<KO>
        extends ContextualProcessor<@Nullable KO, Subscription, @Nullable KO, Subscription> {
    private static final Logger logger = LoggerFactory.getLogger(KeepSubscription.class);

    private final String storeName;
    private final JoinSerdes<?, ?, KO> serdes;
    private @Nullable StateStore store;
    private JoinSerdes.@Nullable Part<KO> foreignKeys;

    private KeepSubscription(String storeName, JoinSerdes<?, ?, KO> serdes) {
        this.storeName = storeName;
        this.serdes = serdes;
    }

    /** Keeps subscriptions in a store. */
    public static <KO> ProcessorSupplier<@Nullable KO, Subscription, @Nullable KO, Subscription> in(
            String storeName, JoinSerdes<?, ?, KO> serdes) {
        return () -> new KeepSubscription<>(storeName, serdes);
    }

    @Override
    public void init(ProcessorContext<@Nullable KO, Subscription> context) {
        super.init(context);
        store = context.getStateStore(storeName);
        foreignKeys = serdes.foreignKeys(context);
    }

    @Override
    @SuppressWarnings("NullAway") // what is forwarded may be null, as the class says; the checker does not see it
    public void process(Record<@Nullable KO, Subscription> record) {
        KO key = record.key();
        Subscription subscription = record.value();
        if (key != null) {
            keep(key, subscription, record);
        } else if (subscription.request() != Request.TELL) {
            DroppedRecords.report(logger, context(), "a subscription needs a foreign key");
            return;
        }
        context().forward(record);
    }

    private void keep(KO key, Subscription subscription, Record<@Nullable KO, Subscription> record) {
        byte[] foreignKey =
                Objects.requireNonNull(foreignKeys, "serde of foreign keys").bytes(record.headers(), key);
        Bytes place = SubscriptionKeys.of(foreignKey, subscription.primaryKey());
        keep(place, subscription.request().leaves() ? null : subscription, record.timestamp(), record.headers());
    }

    @SuppressWarnings("unchecked") // the store is this join's
    private void keep(Bytes place, @Nullable Subscription kept, long timestamp, Headers headers) {
        if (store instanceof TimestampedKeyValueStoreWithHeaders<?, ?> withHeaders) {
            ((TimestampedKeyValueStoreWithHeaders<Bytes, Subscription>) withHeaders)
                    .put(place, ValueTimestampHeaders.make(kept, timestamp, headers));
        } else {
            ((TimestampedKeyValueStore<Bytes, Subscription>) Objects.requireNonNull(store, "store of subscriptions"))
                    .put(place, ValueAndTimestamp.make(kept, timestamp));
        }
    }
}
