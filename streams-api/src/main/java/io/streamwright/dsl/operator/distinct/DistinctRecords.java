package io.streamwright.dsl.operator.distinct;

import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.kstream.KeyValueMapper;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.WindowStoreIterator;
import io.streamwright.topology.StreamTimeKeeper;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes records on unless one with the same identity was passed on whose time is near.
 *
 * <p>The store has a window for each record that was passed on, by identity and time. Its own time, the highest of those records, says
 * what is too late: it is of the transaction, so that it is the same after an abort or a crash.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <I> the identities
 */
public final class DistinctRecords<K extends @Nullable Object, V extends @Nullable Object, I>
        extends ContextualProcessor<K, V, K, V> {
    private static final Logger logger = LoggerFactory.getLogger(DistinctRecords.class);
    private static final byte[] NOTHING = {};

    private final String storeName;
    private final Distinctness distinctness;
    private final KeyValueMapper<? super K, ? super V, ? extends @Nullable I> identities;
    private @Nullable TimestampedWindowStore<I, byte[]> passed;

    private DistinctRecords(
            String storeName,
            Distinctness distinctness,
            KeyValueMapper<? super K, ? super V, ? extends @Nullable I> identities) {
        this.storeName = storeName;
        this.distinctness = distinctness;
        this.identities = identities;
    }

    /**
     * Passes on what is no duplicate.
     *
     * @param storeName knows what was passed on
     * @param distinctness what is a duplicate, and what is too late
     * @param identities returns what records are told apart by; null: the record has none
     */
    public static <K extends @Nullable Object, V extends @Nullable Object, I> ProcessorSupplier<K, V, K, V> by(
            String storeName,
            Distinctness distinctness,
            KeyValueMapper<? super K, ? super V, ? extends @Nullable I> identities) {
        return () -> new DistinctRecords<K, V, I>(storeName, distinctness, identities);
    }

    @Override
    public void init(ProcessorContext<K, V> context) {
        super.init(context);
        passed = context.getStateStore(storeName);
    }

    @Override
    public void process(Record<K, V> record) {
        TimestampedWindowStore<I, byte[]> store = Objects.requireNonNull(passed, "store of a distinct stream");
        I identity = identities.apply(record.key(), record.value());
        if (identity == null) {
            DroppedRecords.report(logger, context(), "it has no identity by which it could be told from others");
            return;
        }
        long timestamp = record.timestamp();
        if (timestamp < newestMs(store) - distinctness.latenessMs()) {
            DroppedRecords.report(
                    logger,
                    context(),
                    "it is too late to be told from a duplicate: timestamp=" + timestamp + " newest=" + newestMs(store)
                            + " lateness=" + distinctness.latenessMs());
            return;
        }
        if (!wasPassedNear(store, identity, timestamp)) {
            store.put(identity, ValueAndTimestamp.make(NOTHING, timestamp), timestamp);
            context().forward(record);
        }
    }

    private static long newestMs(TimestampedWindowStore<?, ?> store) {
        return ((StreamTimeKeeper) store).streamTimeMs();
    }

    private boolean wasPassedNear(TimestampedWindowStore<I, byte[]> store, I identity, long timestamp) {
        long fromMs = Math.max(0, timestamp - distinctness.windowMs());
        try (WindowStoreIterator<ValueAndTimestamp<byte[]>> near =
                store.fetch(identity, fromMs, timestamp + distinctness.windowMs())) {
            return near.hasNext();
        }
    }
}
