package io.streamwright.dsl.operator.streamjoin;

import io.streamwright.KeyValue;
import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.dsl.operator.window.StreamTime;
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
 * Joins each record of one stream with those of the other that are there already: one side of a join.
 *
 * <p>Stream time is the highest timestamp in both stores, so that records that are left aside do not move it, and it is the same again
 * after an abort or a crash. First it takes out what waits and has closed; then the record is joined. A record that has a result alone
 * joins nothing once its window has closed, as it has had that result; a late one has it at once.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V1> the values of the left stream
 * @param <V2> the values of the right stream
 * @param <V> the values of this side
 * @param <VOther> the values of the other side
 * @param <VOut> the results
 */
final class JoinStreams<K, V1, V2, V, VOther, VOut extends @Nullable Object>
        extends ContextualProcessor<@Nullable K, Kept<V>, @Nullable K, VOut> {
    private static final Logger logger = LoggerFactory.getLogger(JoinStreams.class);

    private final StreamJoinWork<K, V1, V2, VOut> work;
    private final JoinReach reach;
    private final JoinSide side;
    private final ValueJoinerWithKey<@Nullable K, @Nullable V, @Nullable VOther, VOut> joiner;
    private @Nullable Opened<K, V1, V2, VOther> opened;

    /**
     * Makes one side.
     *
     * @param work the whole join
     * @param side whose records come in
     * @param joiner makes results of a value of this side and one of the other
     */
    JoinStreams(
            StreamJoinWork<K, V1, V2, VOut> work,
            JoinSide side,
            ValueJoinerWithKey<@Nullable K, @Nullable V, @Nullable VOther, VOut> joiner) {
        this.work = work;
        this.reach = work.reach();
        this.side = side;
        this.joiner = joiner;
    }

    @Override
    public void init(ProcessorContext<@Nullable K, VOut> context) {
        super.init(context);
        PendingStore<K, V1, V2> pending = work.pending();
        opened = new Opened<>(
                KeptRecords.in(context, work.store(side.opposite())),
                pending == null ? null : PendingRecords.open(context, pending, reach));
    }

    @Override
    public void process(Record<@Nullable K, Kept<V>> record) {
        K key = record.key();
        V value = record.value().value();
        if (value == null || (key == null && !reach.keeps(side))) {
            DroppedRecords.report(logger, context(), "a record that is joined with a stream needs a key and a value");
            return;
        }
        if (key == null) {
            context().forward(record.withValue(joiner.apply(null, value, null)));
            return;
        }
        Opened<K, V1, V2, VOther> stores = Objects.requireNonNull(opened, "stores of a join");
        long streamTimeMs = Math.max(record.value().streamTimeMs(), StreamTime.in(stores.others.store()));
        if (stores.pending != null) {
            stores.pending.takeClosed(streamTimeMs, this::passUnmatched);
        }
        boolean isMatched = passMatches(record, key, value, stores, streamTimeMs);
        if (isMatched || !reach.keeps(side)) {
            return;
        }
        if (stores.pending != null && reach.closeMs(side, record.timestamp()) >= streamTimeMs) {
            stores.pending.add(side, key, value, record.timestamp());
        } else {
            context().forward(record.withValue(joiner.apply(key, value, null)));
        }
    }

    private void passUnmatched(K key, @Nullable V1 left, @Nullable V2 right, long timestamp) {
        context().forward(new Record<>(key, work.joiner().apply(key, left, right), timestamp));
    }

    private boolean passMatches(
            Record<@Nullable K, Kept<V>> record, K key, V value, Opened<K, V1, V2, VOther> stores, long streamTimeMs) {
        JoinSide opposite = side.opposite();
        long fromMs = reach.fromMs(side, record.timestamp());
        if (reach.keeps(opposite)) {
            fromMs = Math.max(fromMs, reach.firstOpenMs(opposite, streamTimeMs));
        }
        boolean isMatched = false;
        try (WindowStoreIterator<VOther> others =
                stores.others.find(key, fromMs, reach.toMs(side, record.timestamp()))) {
            while (others.hasNext()) {
                KeyValue<Long, VOther> other = others.next();
                isMatched = true;
                if (stores.pending != null && reach.keeps(opposite)) {
                    stores.pending.remove(opposite, key, other.key);
                }
                VOut result = joiner.apply(key, value, other.value);
                long timestamp = Math.max(record.timestamp(), other.key);
                context().forward(new Record<>(key, result, timestamp, record.headers()));
            }
        }
        return isMatched;
    }

    /**
     * What an open processor works with. Immutable; what it holds has owners of its own.
     *
     * @param others keeps the records of the other side
     * @param pending keeps the records without a match; null if they have no result
     */
    private record Opened<K, V1, V2, VOther>(
            KeptRecords<K, VOther> others, @Nullable PendingRecords<K, V1, V2> pending) {}
}
