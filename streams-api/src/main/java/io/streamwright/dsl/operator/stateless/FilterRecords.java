package io.streamwright.dsl.operator.stateless;

import io.streamwright.kstream.Predicate;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the records that a predicate accepts.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class FilterRecords<K extends @Nullable Object, V extends @Nullable Object>
        extends ContextualProcessor<K, V, K, V> {
    private final Predicate<? super K, ? super V> predicate;
    private final boolean accepted;

    private FilterRecords(Predicate<? super K, ? super V> predicate, boolean accepted) {
        this.predicate = predicate;
        this.accepted = accepted;
    }

    /** Passes on the records for which the predicate says {@code accepted}. */
    public static <K extends @Nullable Object, V extends @Nullable Object> ProcessorSupplier<K, V, K, V> where(
            Predicate<? super K, ? super V> predicate, boolean accepted) {
        return () -> new FilterRecords<>(predicate, accepted);
    }

    /** Passes on the records that have a key. */
    public static <K extends @Nullable Object, V extends @Nullable Object> ProcessorSupplier<K, V, K, V> keyed() {
        return () -> new FilterRecords<>((key, value) -> key != null, true);
    }

    @Override
    public void process(Record<K, V> record) {
        if (predicate.test(record.key(), record.value()) == accepted) {
            context().forward(record);
        }
    }
}
