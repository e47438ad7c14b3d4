package io.streamwright.dsl.operator.streamjoin;

import io.streamwright.KeyValue;
import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.kstream.ValueJoinerWithKey;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.WindowStoreIterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins each record of a stream with those of the same stream, itself among them, with one store for both sides (KIP-862).
 *
 * <p>Results come as if there were two stores: first those of the record as a record of this stream, when it is not yet there as one of
 * the other; then those of the record as one of the other, itself included.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VOut> the results
 */
final class JoinWithSelf<K, V, VOut extends @Nullable Object>
        extends ContextualProcessor<@Nullable K, Kept<V>, @Nullable K, VOut> {
    private static final Logger logger = LoggerFactory.getLogger(JoinWithSelf.class);

    private final JoinReach reach;
    private final ValueJoinerWithKey<@Nullable K, @Nullable V, @Nullable V, VOut> joiner;
    private final String storeName;
    private @Nullable KeptRecords<K, V> store;

    JoinWithSelf(
            JoinReach reach, ValueJoinerWithKey<@Nullable K, @Nullable V, @Nullable V, VOut> joiner, String storeName) {
        this.reach = reach;
        this.joiner = joiner;
        this.storeName = storeName;
    }

    @Override
    public void init(ProcessorContext<@Nullable K, VOut> context) {
        super.init(context);
        store = KeptRecords.in(context, storeName);
    }

    @Override
    public void process(Record<@Nullable K, Kept<V>> record) {
        K key = record.key();
        V value = record.value().value();
        if (key == null || value == null) {
            DroppedRecords.report(logger, context(), "a record that is joined with a stream needs a key and a value");
            return;
        }
        KeptRecords<K, V> records = Objects.requireNonNull(store, "store of a join");
        Record<K, Kept<V>> keyed = record.withKey(key);
        long timestamp = record.timestamp();
        try (WindowStoreIterator<V> others =
                records.find(key, reach.fromMs(JoinSide.LEFT, timestamp), reach.toMs(JoinSide.LEFT, timestamp))) {
            while (others.hasNext()) {
                KeyValue<Long, V> other = others.next();
                // The record is there already: it is the last of those of its time.
                if (other.key != timestamp || (others.hasNext() && others.peekNextKey() == timestamp)) {
                    pass(keyed, other.key, joiner.apply(key, value, other.value));
                }
            }
        }
        try (WindowStoreIterator<V> others =
                records.find(key, reach.fromMs(JoinSide.RIGHT, timestamp), reach.toMs(JoinSide.RIGHT, timestamp))) {
            while (others.hasNext()) {
                KeyValue<Long, V> other = others.next();
                pass(keyed, other.key, joiner.apply(key, other.value, value));
            }
        }
    }

    private void pass(Record<K, Kept<V>> record, long otherMs, VOut result) {
        long timestamp = Math.max(record.timestamp(), otherMs);
        context().forward(new Record<>(record.key(), result, timestamp, record.headers()));
    }
}
