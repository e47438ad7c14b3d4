package io.streamwright.dsl.operator.stateless;

import io.streamwright.kstream.ValueMapperWithKey;
import io.streamwright.processor.api.ContextualFixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.FixedKeyRecord;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes any number of records, with the same key, of each.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VOut> the new values
 */
public final class FlatMapRecordValues<
                K extends @Nullable Object, V extends @Nullable Object, VOut extends @Nullable Object>
        extends ContextualFixedKeyProcessor<K, V, VOut> {
    private final ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper;

    private FlatMapRecordValues(ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper) {
        this.mapper = mapper;
    }

    /** Makes of each record one for each value that the mapper returns. */
    public static <K extends @Nullable Object, V extends @Nullable Object, VOut extends @Nullable Object>
            FixedKeyProcessorSupplier<K, V, VOut> with(
                    ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper) {
        return () -> new FlatMapRecordValues<K, V, VOut>(mapper);
    }

    @Override
    public void process(FixedKeyRecord<K, V> record) {
        Iterable<? extends VOut> made = Objects.requireNonNull(
                mapper.apply(record.key(), record.value()),
                "a mapper of flatMapValues() returned null: return an empty list to drop the record");
        for (VOut value : made) {
            context().forward(record.withValue(value));
        }
    }
}
