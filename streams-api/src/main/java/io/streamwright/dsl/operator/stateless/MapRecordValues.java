package io.streamwright.dsl.operator.stateless;

import io.streamwright.kstream.ValueMapperWithKey;
import io.streamwright.processor.api.ContextualFixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.FixedKeyRecord;
import org.jspecify.annotations.Nullable;

/**
 * Gives each record a new value.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VOut> the new values
 */
public final class MapRecordValues<
                K extends @Nullable Object, V extends @Nullable Object, VOut extends @Nullable Object>
        extends ContextualFixedKeyProcessor<K, V, VOut> {
    private final ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper;

    private MapRecordValues(ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper) {
        this.mapper = mapper;
    }

    /** Gives each record the value that the mapper returns. */
    public static <K extends @Nullable Object, V extends @Nullable Object, VOut extends @Nullable Object>
            FixedKeyProcessorSupplier<K, V, VOut> with(
                    ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper) {
        return () -> new MapRecordValues<K, V, VOut>(mapper);
    }

    @Override
    public void process(FixedKeyRecord<K, V> record) {
        VOut value = mapper.apply(record.key(), record.value());
        context().forward(record.withValue(value));
    }
}
