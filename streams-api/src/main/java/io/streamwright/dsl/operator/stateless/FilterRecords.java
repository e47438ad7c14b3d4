package io.streamwright.dsl.operator.stateless;

import io.streamwright.kstream.Predicate;
import io.streamwright.processor.api.ContextualFixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.FixedKeyRecord;
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
        extends ContextualFixedKeyProcessor<K, V, V> {
    private final Predicate<? super K, ? super V> predicate;
    private final boolean accepted;

    private FilterRecords(Predicate<? super K, ? super V> predicate, boolean accepted) {
        this.predicate = predicate;
        this.accepted = accepted;
    }

    /** Passes on the records for which the predicate says {@code accepted}. */
    public static <K extends @Nullable Object, V extends @Nullable Object> FixedKeyProcessorSupplier<K, V, V> where(
            Predicate<? super K, ? super V> predicate, boolean accepted) {
        return () -> new FilterRecords<>(predicate, accepted);
    }

    /** Passes on the records that have a key. */
    public static <K extends @Nullable Object, V extends @Nullable Object> FixedKeyProcessorSupplier<K, V, V> keyed() {
        return () -> new FilterRecords<>((key, value) -> key != null, true);
    }

    /** Passes on all records. */
    public static <K extends @Nullable Object, V extends @Nullable Object> FixedKeyProcessorSupplier<K, V, V> all() {
        return () -> new FilterRecords<>((key, value) -> true, true);
    }

    @Override
    public void process(FixedKeyRecord<K, V> record) {
        if (predicate.test(record.key(), record.value()) == accepted) {
            context().forward(record);
        }
    }
}
