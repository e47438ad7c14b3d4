package io.streamwright.dsl.operator.stateless;

import io.streamwright.KeyValue;
import io.streamwright.kstream.KeyValueMapper;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes a new record of each.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <KOut> the new keys
 * @param <VOut> the new values
 */
public final class MapRecords<
                K extends @Nullable Object,
                V extends @Nullable Object,
                KOut extends @Nullable Object,
                VOut extends @Nullable Object>
        extends ContextualProcessor<K, V, KOut, VOut> {
    private final KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper;

    private MapRecords(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper) {
        this.mapper = mapper;
    }

    /** Makes of each record what the mapper returns. */
    public static <
                    K extends @Nullable Object,
                    V extends @Nullable Object,
                    KOut extends @Nullable Object,
                    VOut extends @Nullable Object>
            ProcessorSupplier<K, V, KOut, VOut> with(
                    KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper) {
        return () -> new MapRecords<K, V, KOut, VOut>(mapper);
    }

    @Override
    public void process(Record<K, V> record) {
        KeyValue<? extends KOut, ? extends VOut> made = Objects.requireNonNull(
                mapper.apply(record.key(), record.value()),
                "a mapper of map() returned null: return a pair, and filter records that are not wanted");
        context().forward(new Record<KOut, VOut>(made.key, made.value, record.timestamp(), record.headers()));
    }
}
