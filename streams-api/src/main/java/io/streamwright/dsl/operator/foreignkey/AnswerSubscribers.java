package io.streamwright.dsl.operator.foreignkey;

import io.streamwright.KeyValue;
import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.dsl.operator.RowsOf;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Objects;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells all left rows that refer to a right row that it has changed. A row that was not there and is not there has not, nor has one of
 * which an older version is made (KIP-914).
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys of the left table
 * @param <KO> the keys of the right table
 * @param <VO> the values of the right table
 */
public final class AnswerSubscribers<K, KO, VO> extends ContextualProcessor<KO, Change<VO>, K, Answer<VO>> {
    private static final Logger logger = LoggerFactory.getLogger(AnswerSubscribers.class);

    private final String storeName;
    private final JoinSerdes<K, ?, KO> serdes;
    private @Nullable TimestampedKeyValueStore<Bytes, Subscription> store;
    private JoinSerdes.@Nullable Part<K> primaryKeys;
    private JoinSerdes.@Nullable Part<KO> foreignKeys;

    private AnswerSubscribers(String storeName, JoinSerdes<K, ?, KO> serdes) {
        this.storeName = storeName;
        this.serdes = serdes;
    }

    /** Tells those whose subscriptions are in a store. */
    public static <K, KO, VO> ProcessorSupplier<KO, Change<VO>, K, Answer<VO>> in(
            String storeName, JoinSerdes<K, ?, KO> serdes) {
        return () -> new AnswerSubscribers<>(storeName, serdes);
    }

    @Override
    public void init(ProcessorContext<K, Answer<VO>> context) {
        super.init(context);
        store = RowsOf.table(context, storeName);
        primaryKeys = serdes.primaryKeys(context);
        foreignKeys = serdes.foreignKeys(context);
    }

    @Override
    public void process(Record<KO, Change<VO>> update) {
        Change<VO> change = update.value();
        if (!change.latest()) {
            DroppedRecords.report(logger, context(), "a join of tables takes the newest versions of rows only");
            return;
        }
        if (change.newValue() == null && change.oldValue() == null) {
            return;
        }
        byte[] foreignKey =
                Objects.requireNonNull(foreignKeys, "serde of foreign keys").bytes(update.headers(), update.key());
        try (KeyValueIterator<Bytes, ValueAndTimestamp<Subscription>> subscriptions = Objects.requireNonNull(
                        store, "store of subscriptions")
                .prefixScan(SubscriptionKeys.prefix(foreignKey), new BytesSerializer())) {
            while (subscriptions.hasNext()) {
                KeyValue<Bytes, ValueAndTimestamp<Subscription>> entry = subscriptions.next();
                answer(update, entry.value.value());
            }
        }
    }

    private void answer(Record<KO, Change<VO>> update, Subscription subscription) {
        K key = Objects.requireNonNull(primaryKeys, "serde of keys")
                .read(update.headers(), subscription.primaryKey().get());
        Answer<VO> answer = new Answer<>(subscription.rowHash(), update.value().newValue(), subscription.partition());
        context().forward(new Record<>(key, answer, update.timestamp(), update.headers()));
    }
}
